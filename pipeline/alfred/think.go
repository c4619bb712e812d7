package alfred

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// think asks for a plan, a proposal or a question (F2). If no model answers there is none of them.
func (t *turn) think() (thought, error) {
	messages, err := t.prompts.think(t.thinkView())
	if err != nil {
		return thought{}, err
	}
	p, failed, err := ask[thought](t, t.rt, pipeline.Request{
		Stage: stageThink, Messages: messages, Declared: declaredThink(),
	}, nil)
	if err != nil {
		return thought{}, err
	}
	p = p.settled()
	t.rt.Decided(stageThink, p.plan())
	if failed == nil && p.Decision == planDirect {
		t.judge(p)
	}
	return p, nil
}

// settled normalizes the answer (F2): steps without a decision are to be executed, and a plan with only a proposal is a
// proposal.
func (p thought) settled() thought {
	switch {
	case p.Decision == "" && len(p.Steps) > 0:
		p.Decision = planDirect
	case p.Decision == planDirect && len(p.Steps) == 0 && strings.TrimSpace(p.Proposal) != "":
		p.Decision = propose
	}
	return p
}

// planDecision is Think's decision. Groups are recorded, each with the steps that it waits for, and all steps run in
// sequence (F3).
type planDecision struct {
	Mode  decision   `json:"mode,omitempty"`
	Nodes []planNode `json:"nodes"`
}

type planNode struct {
	ID        string   `json:"id"` // read-1: the type of the step and its number
	DependsOn []string `json:"depends_on"`
	Subdomain string   `json:"subdomain"`
	Group     int      `json:"group"`
}

func (p thought) plan() planDecision {
	d := planDecision{Mode: p.Decision, Nodes: []planNode{}}
	grouped := slices.ContainsFunc(p.Steps, func(s planned) bool { return s.Group != nil })
	for i, s := range p.Steps {
		group := i // a plan without groups is a sequence
		if grouped {
			group = 0
			if s.Group != nil {
				group = *s.Group
			}
		}
		d.Nodes = append(d.Nodes, planNode{
			ID: string(s.Type) + "-" + strconv.Itoa(i+1), DependsOn: needed(d.Nodes, group), Subdomain: s.Subdomain,
			Group: group,
		})
	}
	return d
}

// needed returns the steps that a step of a group depends on, of those before it: the ones in the highest of the lower
// groups. Steps of one group do not depend on each other.
func needed(before []planNode, group int) []string {
	ids, below := []string{}, group
	for _, n := range before {
		switch {
		case n.Group >= group:
		case n.Group == below:
			ids = append(ids, n.ID)
		case len(ids) == 0 || n.Group > below:
			ids, below = []string{n.ID}, n.Group
		}
	}
	return ids
}

// judge reports a plan for execution without steps, and notes what is loaded: no step needs to read it again (F0).
func (t *turn) judge(p thought) {
	if len(p.Steps) == 0 {
		t.rt.Fallback(pipeline.Fallback{Stage: stageThink, Reason: reasonNoSteps, Tries: 1})
	}
	t.loaded = map[string]*record.Object{}
	for _, e := range t.entities().Active() {
		if row, err := record.ParseObject(e.Row); err == nil && e.Action != "deleted" {
			t.loaded[e.Ref] = row
		}
	}
}
