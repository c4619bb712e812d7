// Package result defines the result of running a case: its status, trace, scores and changed prompts.
package result

import (
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Status is how a case ended, independent of changed prompts.
type Status string

// The states of a case.
const (
	StatusOK      Status = "ok"
	StatusFailed  Status = "failed"  // an expectation does not hold
	StatusError   Status = "error"   // the case did not finish
	StatusSkipped Status = "skipped" // the system does not support it
	StatusOrphan  Status = "orphan"  // there is no case, only its golden
)

// Taken says which of a case's changes under review were accepted or rejected.
type Taken struct {
	Calls   int  // in which changes were taken
	Left    int  // in which changes still wait
	Forms   int  // of requests in wire forms that were rewritten
	Kept    int  // stale answers kept for the current requests
	Removed bool // the golden was removed: the case makes no calls any more

	Resolved bool   // the golden held a merge conflict
	Refused  string // why nothing was taken; empty: it was
	Build    string // that showed the refused changes, if not this one
}

// Result is the result of running one case.
type Result struct {
	Suite      string
	System     string // the suite's; empty for an orphan
	Case       string
	Sample     int // which of the case's runs it is, from 0
	File       string
	Line       int
	Tags       []string // of the case
	Group      string   // of the case: those of one group are not independent; empty: it is a group of its own
	Quarantine string   // why and until when its failures fail no gate; empty: they do
	Status     Status
	Errors     []error  // what stopped the case, in the order of the tree
	Failures   []string // expectations that do not hold
	Scores     []score.Score
	Later      *score.Later   // of a case with a twin, or of one; nil: neither, or it did not finish
	Figures    []trace.Figure // of a case that was evaluated
	Warnings   []string
	Skipped    string // what the system does not support
	Bug        bool   // an error is the harness's or the system's, not the case's
	Twin       bool   // not the case of the file, but its twin
	Resumed    bool   // the case did not run now: it finished before the run was resumed
	Trace      *trace.Trace
	Space      *coverage.Space `cbor:"-"` // what the cases of the suite can reach; nil: unknown
	Covered    coverage.Case   // of it

	// a server has answered, now or in an earlier run: a prompt that depends on such an answer is not compared
	Live      bool
	Compared  bool         // against the golden
	Untested  bool         // the golden was not compared, since the case was skipped
	Changes   []Change     // every call of the case and of its golden
	Edits     []edit.Part  // edits of the calls with their sources; none without a golden
	Known     *edit.Known  // what a comparison with the golden may use of the case; nil: it was not run
	Golden    string       // path of the golden
	Cells     []Cell       // calls that were broken on purpose
	CellsKept bool         // they were broken by an earlier command
	Forms     []FormChange // requests in wire forms that differ
	CaseForms []string     // that the case names
	Unmerged  []string     // source texts with the golden's merge conflict, which prompts repeat
	Pending   string       // path of the file with the changes, if written
	Taken     *Taken       // the changes under review taken by this run, if any

	// of an orphan outside all suites' folders: Suite is its folder, Case the file's name
	Unclaimed bool
}
