package page

import (
	"time"

	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Version is the version of the page's data. A field that is removed or given another meaning changes it.
const Version = 1

// Head is everything that the page shows before a case is opened. All lists are there, even if they are empty.
type Head struct {
	Version  int              `json:"version"`
	Run      Run              `json:"run"`
	Verdict  Verdict          `json:"verdict"`
	Figures  []Figure         `json:"figures"` // the six to read first
	Summary  overview.Summary `json:"summary"`
	Gates    []metric.Verdict `json:"gates"`
	Failures Failures         `json:"failures"`
	Notes    []string         `json:"notes"` // on the run as a whole: cases that do not always pass, and the like
	Changes  Changes          `json:"changes"`

	Suites []Suite  `json:"suites"` // in the order of the run
	Tags   []string `json:"tags"`   // these four are what Cases counts by, from 0, in the order of occurrence
	Stages []string `json:"stages"`
	Files  []string `json:"files"`
	Cases  Cases    `json:"cases"`

	Views

	Note  string `json:"note"`            // what was left out; empty: nothing
	Opens string `json:"opens,omitempty"` // the address of the view that is seen first
	Split bool   `json:"split"`           // chunk N is not in the template d-N, but in the script chunks/N.js
}

// Run says which run it was, and how it ended: a part of its run.json.
type Run struct {
	Name        string          `json:"run"`
	Started     time.Time       `json:"started"`
	Seconds     float64         `json:"seconds"`
	Exit        int             `json:"exit"`
	Arguments   []string        `json:"arguments"`
	Version     string          `json:"version"` // of the program
	Platform    string          `json:"platform"`
	Interrupted bool            `json:"interrupted"`
	Error       string          `json:"error,omitempty"`
	Filter      *stored.Filter  `json:"filter,omitempty"` // left out: everything ran
	Answers     *stored.Answers `json:"answers,omitempty"`
	Models      []stored.Model  `json:"models"`

	TokenCounts trace.Calibration   `json:"token_counts"`
	Baselines   []stored.Comparison `json:"baselines"`
}

// Verdict says how the run ended, in the words of its last line on a terminal; counts have separators: 1,358.
type Verdict struct {
	Passes bool   `json:"passes"`
	Text   string `json:"text"`
}

// Figure is a number to read first: 3 of 402 cases.
type Figure struct {
	Value string `json:"value"` // with separators: 1,358
	Unit  string `json:"unit"`  // what was counted, in the form for Value; of a share: for Of
	Of    string `json:"of"`    // out of so many; empty: it is no share
	Text  string `json:"text"`  // more about it; may be empty
	Tone  string `json:"tone"`  // bad, ok, or empty: neither
}

// Failures lists what does not hold, the first of all in the order of the run.
type Failures struct {
	List []Failure `json:"list"`
	More int       `json:"more"` // that are not in the list
}

// Failure is an expectation that does not hold, or an error of a case, which has only a reason.
type Failure struct {
	Suite  string `json:"suite"`
	Case   string `json:"case"`
	Sample int    `json:"sample,omitempty"`
	Path   string `json:"path"` // of the call or the place; empty: the whole case
	Turn   string `json:"turn"`
	Metric string `json:"metric"` // empty: an error
	Want   string `json:"want"`
	Got    string `json:"got"`
	Reason string `json:"reason"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// Changes is what `diff --format json` prints of the run, with more for each group. Sides of merge conflicts are not
// compared: their goldens are in no run.
type Changes struct {
	changes.JSON
	Groups []Group `json:"groups"`
}

// Group is one edit with its reach.
type Group struct {
	changes.GroupJSON
	Name     string    `json:"name"`  // of its source; names of others are in backticks, here and below
	What     string    `json:"what"`  // how the text changed
	Notes    []string  `json:"notes"` // what no line shows: moves, ranks, entries left out
	Rows     [][]any   `json:"rows"`  // of each hunk: its lines as a Pair each, but not those around it
	Commands Commands  `json:"commands"`
	Markdown string    `json:"markdown"` // the group as `diff --format markdown` prints it
	Examples []Example `json:"examples"` // a call of each stage, in the order of occurrence
}

// Commands decide about a group.
type Commands struct {
	Accept string `json:"accept"`
	Reject string `json:"reject"`
}

// Example is a call that a group reaches.
type Example struct {
	Stage  string `json:"stage"`
	Suite  string `json:"suite"`
	Case   string `json:"case"`
	Sample int    `json:"sample,omitempty"`
	Path   string `json:"path"`
}

// Suite is a suite of the run; its cases are adjacent in Cases.
type Suite struct {
	Name    string           `json:"name"`
	System  string           `json:"system"`
	Cases   int              `json:"cases"`   // in the index, with goldens whose case is gone: no sum counts these
	Summary overview.Summary `json:"summary"` // their sums are that of the head, but for its seconds
}

// Cases is the index of all cases, in the order of the run: but for Sets, lists of the same length, one for each
// column.
type Cases struct {
	Sets      [][]int  `json:"sets"` // of numbers, each once: most cases have those of another one
	Suite     []int    `json:"suite"`
	ID        []string `json:"id"`
	Sample    []int    `json:"sample"`  // of a case that ran several times: which one, from 0
	Status    []string `json:"status"`  // ok, failed, error, skipped or orphan
	Green     []bool   `json:"green"`   // nothing failed or differs
	Turns     []int    `json:"turns"`   // that ended
	Calls     []int    `json:"calls"`   // that were sent
	Changed   []int    `json:"changed"` // prompts that are not as accepted: changed or conflicted, new, missing
	New       []int    `json:"new"`
	Missing   []int    `json:"missing"`
	Forms     []int    `json:"forms"`     // files of requests in providers' forms that differ
	Tokens    []int    `json:"tokens"`    // of prompts and answers
	Fallbacks []int    `json:"fallbacks"` // that stages took
	File      []int    `json:"file"`
	Line      []int    `json:"line"`   // 0: not known
	Tags      []int    `json:"tags"`   // a set of Sets, here and in the next two
	Stages    []int    `json:"stages"` // that were asked
	Groups    []int    `json:"groups"` // edits that reach the case, of Changes.Groups
	Chunk     []int    `json:"chunk"`  // with its texts; -1: they were left out
}
