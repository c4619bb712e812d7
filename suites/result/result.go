// Package result holds what the run of a case came to: its status, trace and scores, and what became of its prompts.
package result

import (
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Status is how a case ended. Changed prompts are another matter.
type Status string

// The states of a case.
const (
	StatusOK      Status = "ok"
	StatusFailed  Status = "failed"  // an expectation does not hold
	StatusError   Status = "error"   // the case could not be run to its end
	StatusSkipped Status = "skipped" // the system does not support it
	StatusOrphan  Status = "orphan"  // there is no case, only its golden
)

// Taken is what became of a case's changes under review that were accepted or rejected.
type Taken struct {
	Calls   int  // in which changes were taken
	Left    int  // in which changes still wait
	Forms   int  // of requests in providers' forms that were written anew
	Kept    int  // stale answers that were kept for what is sent now
	Removed bool // the golden was taken away: the case makes no calls any more

	Resolved bool   // the golden held a merge conflict
	Refused  string // why nothing was taken; empty: it was
	Build    string // that has shown what is refused, if it was another one than this
}

// Result is what a run of one case came to.
type Result struct {
	Suite    string
	Case     string
	File     string
	Line     int
	Tags     []string // of the case
	Status   Status
	Errors   []error  // what stopped the case, in the order of the tree
	Failures []string // expectations that do not hold
	Scores   []score.Score
	Warnings []string
	Skipped  string // what the system does not support
	Bug      bool   // an error is the harness's or the system's, not the case's
	Trace    *trace.Trace

	// a server has answered, now or in an earlier run: a prompt that rests on such an answer is not held against a
	// golden
	Live      bool
	Compared  bool         // against the golden
	Untested  bool         // there is a golden, and nothing was compared with it: the case was skipped
	Changes   []Change     // every call of the case and of its golden
	Edits     []edit.Part  // what of the calls was edited, and where that is from; none where there is no golden
	Known     *edit.Known  // what a comparison with the golden may ask of the case; nil: it was not run
	Golden    string       // path of the golden
	Cells     []Cell       // calls that were broken on purpose
	Forms     []FormChange // requests in providers' forms that differ
	CaseForms []string     // that the case names
	Unmerged  []string     // texts that hold the merge conflict of the golden too, so that prompts do
	Pending   string       // path of the file with the changes, where one was written
	Taken     *Taken       // what became of its changes under review, where the run was to take some and took any

	// of an orphan: it is in no suite's folder, and Suite is the folder that it is in, Case the file's name
	Unclaimed bool
}
