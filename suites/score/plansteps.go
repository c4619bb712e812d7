package score

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/jsonmatch"
)

// planStep is the id of a step: a text, or an object with an id.
type planStep string

// UnmarshalJSON implements json.Unmarshaler.
func (s *planStep) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(s))
	}
	var step struct {
		ID string `json:"id"`
	}
	err := json.Unmarshal(raw, &step)
	*s = planStep(step.ID)
	return err
}

// graph is the plan as a graph; a list of steps is one in which each depends on the one before.
func (p *planMade) graph() []planNode {
	if len(p.Nodes) > 0 {
		return p.Nodes
	}
	nodes := make([]planNode, len(p.Steps))
	for i, s := range p.Steps {
		nodes[i].ID = string(s)
		if i > 0 {
			nodes[i].DependsOn = []string{string(p.Steps[i-1])}
		}
	}
	return nodes
}

// order is the plan as a list; of a graph, each node comes behind those that it depends on, and else in the plan's
// order. Nodes that wait for each other or for nobody's node come last.
func (p *planMade) order() []string {
	var steps []string
	if len(p.Nodes) == 0 {
		for _, s := range p.Steps {
			steps = append(steps, string(s))
		}
		return steps
	}
	left := slices.Clone(p.Nodes)
	done := map[string]bool{}
	ready := func(n planNode) bool {
		return !slices.ContainsFunc(n.DependsOn, func(id string) bool { return !done[id] })
	}
	for len(left) > 0 {
		i := max(0, slices.IndexFunc(left, ready))
		done[left[i].ID] = true
		steps = append(steps, left[i].ID)
		left = slices.Delete(left, i, i+1)
	}
	return steps
}

// planSteps holds the order of a plan's steps against the expected one. Its value is F1 over the longest list that both
// have in this order.
func planSteps(b *jsonmatch.Budget, want, got []string, path string) (Score, error) {
	if err := b.Spend(len(want) * len(got)); err != nil {
		return Score{}, err
	}
	w, g := strings.Join(want, ", "), list(got)
	reason := fmt.Sprintf("plan: want the steps %s, got %s", list(want), g)
	s := yes("planning", "steps", path, slices.Equal(want, got), w, g, reason)
	if !s.Holds {
		s.Value = Ratio(2*longestCommon(want, got), len(want)+len(got))
	}
	return s, nil
}

// longestCommon is the length of the longest list that both have in this order, others between them or not.
func longestCommon(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if row[j+1] = max(above, row[j]); a[i] == b[j] {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
