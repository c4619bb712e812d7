package review

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// live holds the prompts of a case that a server has answered against its golden: those alone that rest on no other
// answer than the case has. One other answer changes every prompt after it, so nothing is kept for review.
func (r *Comparer) live(res *result.Result, old, got *goldens.File) {
	rests, any := restsOnOthers(res.Trace)
	var compared []result.Change
	for _, c := range goldens.Compare(old, got) {
		missing := c.Status == goldens.Missing
		switch {
		case !r.wanted(c.Path, c.Stage), missing && res.Status == result.StatusError:
		case rests[c.Path], missing && any:
			res.Changes = append(res.Changes, result.Change{Status: result.NotCompared, Path: c.Path, Stage: c.Stage})
		default:
			change := NewChange(c, r.suite.Masker())
			compared, res.Changes = append(compared, change), append(res.Changes, change)
		}
	}
	if old != nil {
		res.Edits = r.edits(res.Known, old, got, compared)
	}
}

// restsOnOthers says which calls have prompts that rest on an answer of a server other than the case has: one of an
// earlier turn, or one of the own turn that is less deep, since no others can have had a part in it; and whether there
// is such an answer at all.
func restsOnOthers(t *trace.Trace) (rests map[string]bool, any bool) {
	rests = map[string]bool{}
	earlier := false     // an answer of an earlier turn is another one
	turn, least := "", 0 // depth of the first such answer in the turn; 0: none
	for i, s := range t.Steps {
		if s.Call == nil {
			continue
		}
		if now, _, _ := strings.Cut(s.Path, "/"); now != turn {
			earlier = earlier || least > 0
			turn, least = now, leastOther(t.Steps[i:], now)
		}
		rests[s.Path] = earlier || least > 0 && least < s.Depth
	}
	return rests, earlier || least > 0
}

// leastOther returns the depth of the least deep of a turn's calls with another answer than the case has; 0: none has.
func leastOther(steps []trace.Step, turn string) int {
	least := 0
	for _, s := range steps {
		if now, _, _ := strings.Cut(s.Path, "/"); now != turn {
			break
		}
		if s.Call != nil && s.Call.Origin.Other && (least == 0 || s.Depth < least) {
			least = s.Depth
		}
	}
	return least
}
