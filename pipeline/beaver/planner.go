package beaver

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// plan decides on the mode of the attempt, up to a validated graph (P-1 to P-5). Failures fall back to single.
func (t *turn) plan(k *task, text pipeline.Pieces) (*plan, error) {
	system, err1 := message(t.prompts.plannerSystem, pipeline.RoleSystem, nil)
	user, err2 := message(t.prompts.plannerUser, pipeline.RoleUser, plannerData{Goal: k.shownGoal(), Request: text,
		Attempt: k.attemptIndex(), History: shownAttempts(k.Attempts)})
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	p, err := ask[plan](t, pipeline.Request{Stage: stagePlanner, Messages: []pipeline.Message{system, user},
		Declared: declaredPlanner()}, reply.KnownKeys)
	t.planned = t.rt.AnswerText(stagePlanner)
	if err == nil {
		err = p.check()
	}
	if f, ok := errors.AsType[*pipeline.Failure](err); ok {
		return t.single(f.Reason, f.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	t.rt.Decided(stagePlanner, p.decision())
	return &p, nil
}

// single is the planner's fallback (P-5).
func (t *turn) single(reason pipeline.Reason, detail string) *plan {
	t.rt.Decided(stagePlanner, planDecision{Mode: modeSingle})
	t.rt.Fallback(pipeline.Fallback{Stage: stagePlanner, Reason: reason, Tries: 1, Detail: detail})
	return &plan{Mode: modeSingle}
}

// shown returns the selection's view of the plan (C-1); nil if there is nothing to see.
func (p *plan) shown(from pipeline.TextSource) *planData {
	if p.Mode == modeSingle && isBlank(p.Reason) {
		return nil
	}
	s := &planData{Reason: from.Of(oneLine(p.Reason))}
	if p.Mode == modeTeam { // else it is an unchecked word of the model
		s.Strategy = from.Of(*p.Strategy)
	}
	return s
}

// check returns the fault of an unusable plan: missing keys of a team are schema, a graph that cannot be run is
// invalid_graph.
func (p *plan) check() error {
	if p.Mode == modeSingle {
		return nil
	}
	if p.Strategy == nil || p.Nodes == nil || p.Synthesis == nil {
		return &pipeline.Failure{Reason: pipeline.Schema,
			Err: errors.New("a team needs strategy, nodes and final_synthesis_instruction")}
	}
	if err := checkGraph(*p.Strategy, *p.Nodes); err != nil {
		return &pipeline.Failure{Reason: reasonInvalidGraph, Err: err}
	}
	return nil
}

func (p *plan) decision() planDecision {
	d := planDecision{Mode: p.Mode}
	if p.Mode == modeTeam {
		d.Strategy = *p.Strategy
		for i, n := range *p.Nodes {
			d.Nodes = append(d.Nodes, planEdge{n.ID, dependencies(*p.Strategy, *p.Nodes, i)})
		}
	}
	return d
}
