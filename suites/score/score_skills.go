package score

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

func skillScorer() scorer {
	return scorer{
		metrics: append(shares("skills.f1", "skills.order", "skills.precision", "skills.recall", "retrieval.mrr", "retrieval.recall@"),
			counts("skills.invented")...),
		score: scoreSkills,
	}
}

// scoreSkills holds the skills that a run activates against the expected ones, and on its own the retrieval before it:
// the share of expected skills among its first k candidates, and the mean reciprocal rank of the first one.
func scoreSkills(v *view, e *expect.Turn) ([]Score, error) {
	if e.Skills == nil {
		return nil, nil
	}
	sel, err := v.selection(path.Join(v.place, e.Skills.At))
	if err != nil {
		return nil, fmt.Errorf("skills: %w", err)
	}
	want := e.Skills.Names
	w, g := list(want), list(sel.chosen)
	precision, recall, f1 := overlap(setOf(want), setOf(sel.chosen))
	reason := fmt.Sprintf("skills: want %s, got %s", w, g)
	both := yes("skills", "f1", sel.path, f1 == 1, w, g, reason)
	both.Value = f1
	scores := []Score{
		both,
		share("skills", "precision", sel.path, precision, reason),
		share("skills", "recall", sel.path, recall, reason),
		count("skills", "invented", sel.path, len(sel.invented), "names that are no candidates: "+list(sel.invented)),
	}
	if e.Skills.Order {
		scores = append(scores, orderScore(want, sel))
	}
	return append(scores, retrievalScores(e.Skills, sel)...), nil
}

// selection is how the skills of a run were chosen.
type selection struct {
	path       string // of the last call, or the place
	candidates []string
	decided    bool
	chosen     []string
	invented   []string
}

// selection looks at the run at a place. A run that could not choose has chosen nothing.
func (v *view) selection(place string) (selection, error) {
	stages := v.stages[pipeline.DecidesSkills]
	sel := selection{path: place}
	found := false
	for _, s := range v.steps {
		switch {
		case s.Kind == pipeline.EntryEvent && s.Stage == pipeline.EventCandidates && s.Path == place:
			var list []struct{ Name string }
			if err := json.Unmarshal(s.Value, &list); err != nil {
				return sel, fmt.Errorf("the candidates at %s: %w", place, err)
			}
			found, sel = true, selection{path: place} // a node's resolver has candidates too: the last ones are the run's
			for _, c := range list {
				sel.candidates = append(sel.candidates, c.Name)
			}
		case s.IsDecision(pipeline.DecidesSkills, stages) && s.IsAt(place):
			found, sel.path, sel.decided = true, s.Path, true
			if err := json.Unmarshal(s.Value, &sel.chosen); err != nil {
				return sel, fmt.Errorf("the decision of %s: %w", s.Stage, err)
			}
		case s.Fallback != nil && s.Fallback.Reason == pipeline.UnknownName && s.Fallback.Detail != "" && s.IsAt(place):
			sel.invented = append(sel.invented, strings.Split(s.Fallback.Detail, ", ")...)
		}
	}
	if !found {
		return sel, v.undecided(pipeline.DecidesSkills, "no skills were looked for at "+place)
	}
	if !sel.decided && v.outcome == nil {
		return sel, v.undecided(pipeline.DecidesSkills, "the turn did not come to the choice of skills at "+place)
	}
	return sel, nil
}

// orderScore is the share of pairs that were chosen in the expected order, of all pairs of expected skills that were
// chosen. Where no two were chosen there is no order.
func orderScore(want []string, sel selection) Score {
	var both []int
	for _, n := range sel.chosen {
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
	reason := fmt.Sprintf("skills: want the order %s, got %s", list(want), list(sel.chosen))
	s := yes("skills", "order", sel.path, pairs > 0 && right == pairs, list(want), list(sel.chosen), reason)
	s.Value = Ratio(right, pairs)
	return s
}

// retrievalScores: what is not found cannot be chosen. They fail no case; a gate can ask for them.
func retrievalScores(e *expect.Skills, sel selection) []Score {
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
		i := slices.Index(sel.candidates, n)
		if i >= 0 && (first == 0 || i+1 < first) {
			first = i + 1
		}
		if i >= 0 && i < k {
			found++
		} else {
			lost = append(lost, n)
		}
	}
	got := list(sel.candidates[:min(k, len(sel.candidates))])
	recall := share("retrieval", "recall@"+strconv.Itoa(k), sel.path, Ratio(found, len(e.Names)), fmt.Sprintf("not among the first %d: %s", k, list(lost)))
	mrr := share("retrieval", "mrr", sel.path, 0, "none of them was found")
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
