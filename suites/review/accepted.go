package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Accepted is the outcome of one case's pending changes.
type Accepted struct {
	Suite, Case string
	result.Taken
}

// String returns the outcome on one line.
func (a Accepted) String() string {
	var what []string
	if a.Calls > 0 || a.Forms+a.Kept == 0 {
		what = append(what, wording.Number(a.Calls, "call"))
	}
	if a.Forms > 0 {
		what = append(what, wording.Number(a.Forms, "form"))
	}
	if a.Kept > 0 {
		what = append(what, wording.Number(a.Kept, "answer")+" kept")
	}
	if a.Removed {
		what = append(what, "golden removed")
	}
	if a.Left > 0 {
		what = append(what, fmt.Sprintf("%d still %s", a.Left, wording.Plural(a.Left, "waits", "wait")))
	}
	return fmt.Sprintf("%s/%s: %s", a.Suite, a.Case, strings.Join(what, ", "))
}

// Listed is how many accepted cases are named one by one, if there are no more.
const Listed = 50

// Tally counts accepted cases, of which there may be a million.
type Tally struct {
	Cases    int // all of them
	Changed  int // those whose calls or forms were taken
	Calls    int
	Keeping  int // those of which answers were kept
	Kept     int // such answers
	Resolved int // those whose golden held a merge conflict

	first []Accepted
}

// TallyOf counts cases.
func TallyOf(all []Accepted) (t Tally) {
	for _, a := range all {
		t.Add(a)
	}
	return t
}

// Add counts a case.
func (t *Tally) Add(a Accepted) {
	if t.Cases++; t.Cases <= Listed {
		t.first = append(t.first, a)
	}
	t.Calls += a.Calls
	if t.Kept += a.Kept; a.Kept > 0 {
		t.Keeping++
	}
	if a.Kept == 0 || a.Calls+a.Forms > 0 {
		t.Changed++
	}
	if a.Resolved {
		t.Resolved++
	}
}

// And returns the sum of two tallies of different cases.
func (t Tally) And(more Tally) Tally {
	first := append(slices.Clip(t.first), more.first...)
	return Tally{t.Cases + more.Cases, t.Changed + more.Changed, t.Calls + more.Calls, t.Keeping + more.Keeping,
		t.Kept + more.Kept, t.Resolved + more.Resolved, first[:min(len(first), Listed)]}
}

// List returns the cases, if there are at most Listed.
func (t Tally) List() []Accepted {
	if t.Cases > Listed {
		return nil
	}
	return t.first
}
