package stored

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Files of a reports folder beside the Parquet files.
const (
	LatestFile = "latest"   // names the folder of the last run
	infoFile   = "run.json" // in a run's folder: data that differs from run to run

	// PageFile is the page of a run in its folder, if somebody has looked at it.
	PageFile = "report.html"
)

// Info is the content of run.json: everything that may differ between two runs of the same cases.
type Info struct {
	Name          string      `json:"run"` // of the folder
	SchemaVersion int         `json:"schema_version"`
	Started       time.Time   `json:"started"`
	Seconds       float64     `json:"seconds"`
	Arguments     []string    `json:"arguments"`
	Version       string      `json:"version"`
	Go            string      `json:"go"`
	Platform      string      `json:"platform"`
	Workers       int         `json:"workers"`
	Exit          int         `json:"exit"`        // the exit code
	Interrupted   bool        `json:"interrupted"` // unfinished cases have no rows
	Error         string      `json:"error,omitempty"`
	Session       bool        `json:"session,omitempty"` // tests drove it, by the verb proxy
	Filter        *Filter     `json:"filter"`            // the run's filters
	Rows          rows.Counts `json:"rows"`
	Shard         *Shard      `json:"part,omitempty"`      // nil: it is a whole run
	NoAnswer      int         `json:"no_answer,omitempty"` // of a shard: cases to which servers gave no answer

	TokenCounts trace.Calibration `json:"token_counts"`
	Answers     *Answers          `json:"answers,omitempty"` // nil: the cases and their recordings
	Models      []Model           `json:"models,omitempty"`  // whose answers the run has, of which servers have told more

	Uncompared int         `json:"uncompared"`           // goldens that nothing was compared with
	NotDriven  []NotDriven `json:"not_driven,omitempty"` // suites that were left out

	Edited []EditedText `json:"edited_unreached,omitempty"` // of templates, that no case reaches

	Baselines []Comparison     `json:"baselines,omitempty"`
	Gates     []metric.Verdict `json:"gates"`
	Measures  []metric.Measure `json:"measures"` // of all suites
	Suites    []SuiteMeasures  `json:"suites"`

	// Until is of one of two runs that stop once it is decided which is better; nil: all cases were to run.
	Until *Until `json:"until,omitempty"`

	// Comparison is what `compare --format json` prints, of a run that ended with it; nil: it did not.
	Comparison json.RawMessage `json:"comparison,omitempty"`
}

// NotDriven is a suite with goldens left out of a run: only its program's own tests run it, or only a log of requests
// has the cases.
type NotDriven struct {
	Suite     string `json:"suite"`
	Goldens   int    `json:"goldens"`                // not compared
	Elsewhere bool   `json:"ci_elsewhere,omitempty"` // the suite says that another job runs it
}

// EditedText is an edited text of a template.
type EditedText struct {
	File string `json:"file"`
	Line int    `json:"line"`
	What string `json:"if"` // its condition
}

// String names its place: system.tmpl:102.
func (e EditedText) String() string { return fmt.Sprintf("%s:%d", e.File, e.Line) }

// SuiteMeasures holds the measures of a suite.
type SuiteMeasures struct {
	Suite    string           `json:"suite"`
	Measures []metric.Measure `json:"measures"`
}

// Answers says which servers answered the calls of a run.
type Answers struct {
	Model   string `json:"model"`             // ollama:NAME or openai:NAME, as it was named
	Scripts bool   `json:"keep_scripted"`     // scripted answers went before
	Repeat  int    `json:"repeat,omitempty"`  // how often each case ran; 0: once
	From    string `json:"from,omitempty"`    // the run whose recordings went before the model, or were all there was
	Resumed bool   `json:"resumed,omitempty"` // From was continued
}

// Asked says, in words, who answered; nil Answers are the cases and their recordings.
func (a *Answers) Asked() string {
	if a == nil {
		return "no server"
	}
	text := a.Model
	if a.Scripts {
		text += " after scripts"
	}
	if a.Repeat > 1 {
		text += fmt.Sprintf(", %d times a case", a.Repeat)
	}
	return text
}

// Until says how far one of two runs came that ask the same cases in turn, in a drawn order, until it is decided which
// is better.
type Until struct {
	With    string `json:"with"`    // the other run
	Seed    uint64 `json:"seed"`    // of the order
	Cases   int    `json:"cases"`   // that have ended in both
	Of      int    `json:"of"`      // all of them
	Decided bool   `json:"decided"` // which is better
}

// Short reports whether cases are missing. A nil Until lacks none.
func (u *Until) Short() bool { return u != nil && u.Cases < u.Of }

// String says how many cases were asked.
func (u *Until) String() string {
	return fmt.Sprintf("%d of %s", u.Cases, wording.Number(u.Of, "case"))
}

// Model is a model whose answers a run has, with its server's description: the same name may mean another model
// tomorrow.
type Model struct {
	Name   string `json:"model"`
	Digest string `json:"model_digest,omitempty"`
	Server string `json:"server_version,omitempty"`
	Calls  int    `json:"calls"`           // answered by it
	Judge  bool   `json:"judge,omitempty"` // as a judge
}

// Comparison counts the cases over which a run was compared with an older one.
type Comparison struct {
	Run    string `json:"run"`
	Suite  string `json:"suite,omitempty"` // the only compared suite; empty: the whole run
	Cases  int    `json:"cases"`           // of the run
	Before int    `json:"before"`          // of the older run, in the same suites
	Shared int    `json:"shared"`          // of both
}

// String names the run, and says how it ended.
func (info *Info) String() string {
	begun := info.Started.UTC().Format("2006-01-02 15:04:05 UTC")
	text := fmt.Sprintf("run %s, begun %s, exit code %d", info.Name, begun, info.Exit)
	if info.Shard != nil {
		text += ", shard " + info.Shard.String()
	}
	if info.Interrupted {
		text += ", interrupted"
	}
	if info.Until.Short() {
		text += fmt.Sprintf(", %s by --until decided", info.Until)
	}
	return text
}

// String says how many cases were compared with the older run.
func (c Comparison) String() string {
	of := ""
	if c.Suite != "" {
		of = " of " + c.Suite
	}
	text := fmt.Sprintf("baseline%s: run %s has %d of %s", of, c.Run, c.Shared, wording.Number(c.Cases, "case"))
	if left := c.Before - c.Shared; left > 0 {
		text += fmt.Sprintf(", and %d that %s not in this run", left, wording.Plural(left, "is", "are"))
	}
	return text
}
