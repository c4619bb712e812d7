package score

import (
	"fmt"
	"path"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func skillScorer() scorer {
	return scorer{
		metrics: append(shares(
			"skills.f1", "skills.order", "skills.precision", "skills.recall", "retrieval.mrr", "retrieval.recall@",
		), counts("skills.invented")...),
		score: scoreSkills,
	}
}

// scoreSkills compares the skills that a run activates with the expected ones and, separately, scores the retrieval:
// the share of expected skills among its first k candidates, and the mean reciprocal rank of the first one.
func scoreSkills(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Skills == nil {
		return nil, nil
	}
	sel, err := v.Selection(path.Join(v.Place, e.Skills.At))
	if err != nil {
		return nil, fmt.Errorf("skills: %w", err)
	}
	want := e.Skills.Names
	w, g := list(want), list(sel.Chosen)
	precision, recall, f1 := overlap(setOf(want), setOf(sel.Chosen))
	reason := fmt.Sprintf("skills: want %s, got %s", w, g)
	both := assertion{
		metric: "skills.f1", path: sel.Path, holds: f1 == 1,
		want: w, got: g, reason: reason,
	}.score()
	both.Value = f1
	scores := []Score{
		both,
		share("skills.precision", sel.Path, precision, reason),
		share("skills.recall", sel.Path, recall, reason),
		count("skills.invented", sel.Path, len(sel.Invented), "names that are not candidates: "+list(sel.Invented)),
	}
	if e.Skills.Order {
		scores = append(scores, orderScore(want, sel))
	}
	return append(scores, retrievalScores(e.Skills, sel)...), nil
}

// orderScore returns the share of pairs that were chosen in the expected order, of all pairs of expected skills that
// were chosen. Fewer than two have no order.
func orderScore(want []string, sel trace.Selection) Score {
	var both []int
	for _, n := range sel.Chosen {
		if i := slices.Index(want, n); i >= 0 {
			both = append(both, i)
		}
	}
	right, pairs := 0, 0
	for i := range both {
		for _, later := range both[i+1:] {
			pairs++
			if both[i] < later {
				right++
			}
		}
	}
	reason := fmt.Sprintf("skills: want the order %s, got %s", list(want), list(sel.Chosen))
	s := assertion{
		metric: "skills.order", path: sel.Path, holds: pairs > 0 && right == pairs,
		want: list(want), got: list(sel.Chosen), reason: reason,
	}.score()
	s.Value = Ratio(right, pairs)
	return s
}

// retrievalScores scores the retrieval: what is not found cannot be chosen. The scores fail no case; gates can use
// them.
func retrievalScores(e *expect.Skills, sel trace.Selection) []Score {
	if len(e.Names) == 0 {
		return nil
	}
	k := expect.DefaultRecallAt
	if e.K != nil {
		k = *e.K
	}
	found, first := 0, 0
	var lost []string
	for _, n := range e.Names {
		i := slices.Index(sel.Candidates, n)
		if i >= 0 && (first == 0 || i+1 < first) {
			first = i + 1
		}
		if i >= 0 && i < k {
			found++
		} else {
			lost = append(lost, n)
		}
	}
	got := list(sel.Candidates[:min(k, len(sel.Candidates))])
	reason := fmt.Sprintf("not among the first %d: %s", k, list(lost))
	recall := share("retrieval.recall@"+strconv.Itoa(k), sel.Path, Ratio(found, len(e.Names)), reason)
	mrr := share("retrieval.mrr", sel.Path, 0, "none of them was found")
	if first > 0 {
		mrr.Value, mrr.Reason = 1/float64(first), fmt.Sprintf("the first of them has rank %d", first)
	}
	recall.Want, mrr.Want = list(e.Names), list(e.Names)
	recall.Got, mrr.Got = got, got
	return []Score{recall, mrr}
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	return set
}
