package review

import (
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

// Taking says which changes under review are accepted, or rejected. The cases run again for that: what they send now
// has to be what a run has shown, and what is accepted is what they send now.
type Taking struct {
	Whole  bool      // whole calls are accepted; else edits
	Take   edit.Take // which edits; nil: none, it is only seen whether they can be taken
	Reject bool      // edits are dropped from the pending file, not accepted
	DryRun bool      // nothing is written

	Chosen *Chosen                     // of these cases
	Except func(suite, id string) bool // not these cases, of those that have edits; nil: no exception

	Cases  []string // as they were named: what is named replaces a damaged golden
	Stages []string // globs over stages and paths: only these calls are accepted as a whole; none: all

	Keep  *Keeping // stale answers of what is accepted are kept; nil: none
	Build string   // of this program
}

// Keeping says that the stale answers of the calls that are accepted are kept: from then on they are answers to what a
// run sends now, marked as carried. What a run sends now is what the next one sends, also where of several edits of a
// call only one is accepted.
type Keeping struct {
	Stages  []string // globs over stages and paths: only these calls; none: all. Edits choose their own.
	Sharing *Sharing
}

// Command returns the verb that takes changes so, for those who wait for it.
func (t *Taking) Command() string {
	if t.Reject {
		return "reject"
	}
	return "accept"
}

// Concerns reports whether there may be anything to take of a case: it has changes under review that are chosen, or
// answers to keep.
func (r *Comparer) Concerns(t *Taking, id string) bool {
	name := fixtures.FileName(id)
	if t.Whole {
		return t.Chosen.Has(r.suite.Name, name) || t.Keep != nil && !t.Chosen.Conflicted && r.suite.HasRecording(id)
	}
	if t.Except != nil && t.Except(r.suite.Name, id) || t.Chosen != nil && !t.Chosen.Has(r.suite.Name, name) {
		return false
	}
	_, waits := r.beside[path.Base(r.store.PendingPath(r.suite.Name, name))]
	return waits
}
