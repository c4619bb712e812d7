package trace

import (
	"encoding/json"
	"slices"
)

// Plan is the decision of a planning stage.
type Plan struct {
	Mode     string   `json:"mode"`
	Strategy string   `json:"strategy"`
	Nodes    []Node   `json:"nodes"`
	Steps    []stepID `json:"steps"` // of a plan that is a list: each depends on the one before
}

// Node is a node of a plan, with the ids of those that it depends on.
type Node struct {
	ID        string   `json:"id"`
	DependsOn []string `json:"depends_on"`
}

// stepID is the id of a step: a text, or an object with an id.
type stepID string

// UnmarshalJSON implements json.Unmarshaler.
func (s *stepID) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(s))
	}
	var step struct {
		ID string `json:"id"`
	}
	err := json.Unmarshal(raw, &step)
	*s = stepID(step.ID)
	return err
}

// Graph returns the plan as a graph; a list of steps is one in which each depends on the one before.
func (p *Plan) Graph() []Node {
	if len(p.Nodes) > 0 {
		return p.Nodes
	}
	nodes := make([]Node, len(p.Steps))
	for i, s := range p.Steps {
		nodes[i].ID = string(s)
		if i > 0 {
			nodes[i].DependsOn = []string{string(p.Steps[i-1])}
		}
	}
	return nodes
}

// Order returns the plan as a list; each node of a graph comes after those that it depends on, else in the plan's
// order. Nodes with cyclic or unknown dependencies come last.
func (p *Plan) Order() []string {
	var steps []string
	if len(p.Nodes) == 0 {
		for _, s := range p.Steps {
			steps = append(steps, string(s))
		}
		return steps
	}
	left := slices.Clone(p.Nodes)
	done := map[string]bool{}
	ready := func(n Node) bool {
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
