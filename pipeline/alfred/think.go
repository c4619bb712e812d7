package alfred

import (
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
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

// planDecision is Think's decision. Groups are kept, and all steps run in sequence (F3).
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
	for i, s := range p.Steps {
		n := planNode{
			ID: string(s.Type) + "-" + strconv.Itoa(i+1), DependsOn: []string{}, Subdomain: s.Subdomain, Group: s.Group,
		}
		if i > 0 {
			n.DependsOn = append(n.DependsOn, d.Nodes[i-1].ID)
		}
		d.Nodes = append(d.Nodes, n)
	}
	return d
}

// judge reports the faults of a plan for execution: no steps, and steps that read loaded data (F0).
func (t *turn) judge(p thought) {
	if len(p.Steps) == 0 {
		t.rt.Fallback(pipeline.Fallback{Stage: stageThink, Reason: reasonNoSteps, Tries: 1})
	}
	for _, s := range p.Steps {
		if refs := t.reread(s); len(refs) > 0 {
			t.rt.Fallback(pipeline.Fallback{
				Stage: stageContexts, Reason: reasonRedundant, Tries: 1, Detail: strings.Join(refs, ", "),
			})
		}
	}
}

// reread returns the references of a step that reads loaded data; none if it may find something new: one of them is not
// loaded, or it names a table of which none of them is a row.
func (t *turn) reread(s planned) []string {
	refs := t.refsIn(s.Description)
	if s.Type != stepRead || len(refs) == 0 {
		return nil
	}
	types := map[string]bool{}
	for _, ref := range refs {
		e, _ := t.Registry.Entity(ref)
		if !t.loaded(e) {
			return nil
		}
		types[e.Type] = true
	}
	for _, table := range t.Tables.Names() {
		if strings.Contains(s.Description, table+" of ") && !types[t.Registry.Domain().Type(table)] {
			return nil
		}
	}
	return refs
}

// loaded reports whether Act has the row of an entity: it is in use, and neither known only from another row or the
// user, nor a recipe with only a summary.
func (t *turn) loaded(e memory.Entity) bool {
	return !e.Pending && t.number-e.LastRef <= memory.Recent && e.Level != "summary" && e.Action != "linked" &&
		!strings.HasSuffix(e.Action, ":user")
}
