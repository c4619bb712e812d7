package comparison

import (
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/paired"
)

// Comparison compares run B with run A. Its JSON is what `compare --format json` prints. Shares, differences and bounds
// are fractions; differences are B − A.
type Comparison struct {
	A          Run              `json:"a"`
	B          Run              `json:"b"`
	Pairs      int              `json:"pairs"`  // cases that both runs finished
	Groups     int              `json:"groups"` // of these cases
	LeftOut    []LeftOut        `json:"left_out"`
	Rows       []Row            `json:"rows"`
	Ratios     []Ratio          `json:"ratios"`
	Verdict    string           `json:"verdict"`    // a, b or not decided
	Detectable *float64         `json:"detectable"` // the smallest difference that such cases are likely to show
	Turned     []Turned         `json:"turned"`     // the first ones, or all: those in which B is worse, then the others
	Gates      []metric.Verdict `json:"gates"`

	// Until is about two runs that `run --until decided` asked in turn: the p of their rows is 1 over the evidence of
	// an e-process, and holds although the cases themselves decided when to stop. nil: other runs.
	Until *Until `json:"until,omitempty"`

	unknownPart string   // what no pair has of what --by names
	stopped     []string // runs that another comparison stopped
}

// Until says how far two runs came that stop once it is decided which is better.
type Until struct {
	Seed     uint64  `json:"seed"`     // of the order of cases
	Cases    int     `json:"cases"`    // that were asked
	Of       int     `json:"of"`       // all of them
	Evidence float64 `json:"evidence"` // of the primary row; 20 decide
}

// NotDecided is the verdict where neither run is shown to be better.
const NotDecided = "not decided"

// Run says what one side is.
type Run struct {
	Run    string         `json:"run"`
	Suites []string       `json:"suites,omitempty"` // that were paired by name; none: all
	Model  string         `json:"model,omitempty"`  // that was asked: ollama:NAME
	Models []stored.Model `json:"models,omitempty"`
}

// LeftOut counts cases that are not compared, by reason.
type LeftOut struct {
	Reason string `json:"reason"`
	Cases  int    `json:"cases"`
}

// Row compares a metric.
type Row struct {
	Metric     string      `json:"metric"`
	Part       string      `json:"part,omitempty"` // of the cases, by what --by names
	Primary    bool        `json:"primary"`
	A          float64     `json:"a"`
	B          float64     `json:"b"`
	Difference float64     `json:"difference"`
	Low        *float64    `json:"low"` // of the 95% interval of the difference; null: too few cases
	High       *float64    `json:"high"`
	WilsonA    *[2]float64 `json:"wilson_a,omitempty"` // 95% intervals of A and of B alone, if pairs are independent
	WilsonB    *[2]float64 `json:"wilson_b,omitempty"`
	Pairs      int         `json:"pairs"`
	YesNo      bool        `json:"yes_no"` // all values are right or wrong: 1 or 0
	OnlyA      int         `json:"only_a"` // cases in which A is better: of right and wrong, only A is right
	OnlyB      int         `json:"only_b"`
	P          float64     `json:"p"`
	PHolm      *float64    `json:"p_holm"` // null: nothing to adjust
	ByFallback Fallbacks   `json:"by_fallback"`

	estimate paired.Estimate
}

// Fallbacks counts the values above 0 that rest on a fallback.
type Fallbacks struct {
	A int `json:"a"`
	B int `json:"b"`
}

// Ratio compares a positive quantity of a case, such as its time.
type Ratio struct {
	Of    string   `json:"of"` // time (ns), output_tokens, prompt_tokens
	A     float64  `json:"a"`  // means
	B     float64  `json:"b"`
	Ratio float64  `json:"ratio"` // geometric mean of B over A
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Cases int      `json:"cases"`
}

// Turned is a case in which one run is better by the primary metric.
type Turned struct {
	Suite     string `json:"suite"`
	Case      string `json:"case"`
	From      string `json:"from"` // in A: ok or failed, or the metric's value
	To        string `json:"to"`
	FirstPath string `json:"first_path"`       // the first call with another answer; empty: none
	Sample    int    `json:"sample,omitempty"` // that FirstPath is of, in both runs
	DecidedA  string `json:"decided_a,omitempty"`
	DecidedB  string `json:"decided_b,omitempty"`
}

// MostTurned is how many cases that turned are printed unless all are asked for.
const MostTurned = 10

// Options say what is compared.
type Options struct {
	Metric string            // the primary one
	By     string            // suite, tag, stage or label: rows of the primary metric by it; empty: none
	Suites map[string]string // suites of B by those of A: only these; none: all, by their names
	Gates  []metric.Gate
	Turned int // the most cases that turned to keep; negative: all

	// Row receives what pairs.parquet holds; nil: nothing does
	Row func(rows.PairRow) error
}

type caseName struct{ suite, id string }

// key stands for a name where there are many.
func (n caseName) key() uint64 { return metric.Key(n.suite, n.id) }
