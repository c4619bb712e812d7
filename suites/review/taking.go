package review

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

// Taking says which changes under review are accepted, or rejected. The cases run again for that: their current
// requests have to be those that a run has shown, and are what is accepted.
type Taking struct {
	Whole  bool      // whole calls are accepted; else edits
	Take   edit.Take // which edits; nil: none, only checks whether they can be taken
	Reject bool      // edits are dropped from the pending file, not accepted
	DryRun bool      // nothing is written

	Chosen *Chosen                     // of these cases
	Except func(suite, id string) bool // skips these cases, of those with edits; nil: none

	Cases  []string // arguments: a case named exactly replaces a damaged golden
	Stages []string // globs over stages and paths: only these calls are accepted as a whole; none: all

	Keep  *Keeping // keeps stale answers of accepted calls; nil: none
	Build string   // of this program
}

// Keeping keeps the stale answers of accepted calls: from then on they answer the current requests, marked as carried.
// The next run sends the same requests, even if only one of several edits of a call is accepted.
type Keeping struct {
	Stages  []string // globs over stages and paths: only these calls; none: all. Edits choose their own.
	Sharing *Sharing
}

// Command returns the verb that takes the changes, shown to waiting commands.
func (t *Taking) Command() string {
	if t.Reject {
		return "reject"
	}
	return "accept"
}

// Concerns reports whether a case may have anything to take: chosen changes under review, or answers to keep.
func (r *Comparer) Concerns(t *Taking, id string) bool {
	name := fixtures.FileName(id)
	if t.Whole {
		return t.Chosen.Has(r.suite.Name, name) || t.Keep != nil && !t.Chosen.Conflicted && r.suite.HasRecording(id)
	}
	if t.Except != nil && t.Except(r.suite.Name, id) || t.Chosen != nil && !t.Chosen.Has(r.suite.Name, name) {
		return false
	}
	return r.waits(id)
}
