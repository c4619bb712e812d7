package review

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// live compares the prompts of a case that a server has answered with its golden, except those that depend on an answer
// that differs from the case's. Such an answer changes every later prompt, so nothing is kept for review.
func (r *Comparer) live(res *result.Result, old, got *goldens.File) {
	rests, any := restsOnOthers(res.Trace)
	for _, c := range goldens.Compare(old, got) {
		missing := c.Status == goldens.Missing
		switch {
		case !r.wanted(c.Path, c.Stage), missing && res.Status == result.StatusError:
		case rests[c.Path], missing && any:
			res.Changes = append(res.Changes, result.Change{Status: result.NotCompared, Path: c.Path, Stage: c.Stage})
		default:
			res.Changes = append(res.Changes, NewChange(c, r.suite.Masker()))
		}
	}
	r.golden(res, old, got)
}

// restsOnOthers returns the calls whose prompts depend on a server's answer that differs from the case's: one of an
// earlier turn, or a less deep one of its own turn, since no others can influence it; any: there is such an answer.
func restsOnOthers(t *trace.Trace) (rests map[string]bool, any bool) {
	rests = map[string]bool{}
	earlier := false     // an answer of an earlier turn differs
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

// leastOther returns the least depth of a turn's calls whose answer differs from the case's; 0: none does.
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
