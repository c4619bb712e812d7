package mas

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// apply applies an answer to the agent: its memory, the step's result, new steps, a tool's instruction. The output has
// its effects on others.
func (u *use) apply(got answer) (syncstate.Output, error) {
	u.remember(got.memory)
	if err := u.react(&got); err != nil {
		return syncstate.Output{}, err
	}
	u.step.Result.Set(cmp.Or(got.key, u.skill.key), got.result)
	switch u.skill.name {
	case planning, reflection:
		for _, p := range got.plans {
			u.add(u.step.Planned(u.agent.newID, p))
		}
	case decision, toolDecision:
		if err := u.insert(got.plans); err != nil {
			return syncstate.Output{}, err
		}
	case generation:
		u.agent.Steps.NextTool(u.step.ID).Instruction = state.Order{Value: got.result}
	}
	if u.skill.plans {
		u.rt.Decided(u.skill.name, planOf(got.plans))
	}
	return u.output(got, state.Finished), nil
}

// add appends a planned step. The program leaves a tool step unchanged.
func (u *use) add(s *state.Step) {
	if u.compat == state.Document {
		u.agent.AddStep(s)
		return
	}
	u.agent.Steps.Add(s)
	u.agent.WorkingOn.Add(s)
}

// insert inserts steps before the next one. The program makes the last one first.
func (u *use) insert(plans []state.Plan) error {
	steps := make([]*state.Step, len(plans))
	for i, p := range slices.Backward(plans) {
		steps[i] = u.step.Planned(u.agent.newID, p)
	}
	return u.agent.InsertSteps(steps...)
}

// remember adds an answer's text to the agent's memory (A4).
func (u *use) remember(m memory) {
	if u.compat == state.Program {
		u.agent.Memory.Apply(u.rt.Now, m.commands...)
		return
	}
	if m.text.Len() == 0 {
		return
	}
	var high []string
	if m.text, high = state.Lowered(m.text); high != nil {
		u.rt.Event(eventHeading, map[string]any{"lines": high})
	}
	u.agent.Memory.Append(m.text)
}

// plan is the decision of a planning skill: its steps, by executor.
type plan struct {
	Steps []string `json:"steps"`
}

// planOf names the steps of a plan: the executor with its number in the plan.
func planOf(plans []state.Plan) plan {
	p := plan{Steps: []string{}}
	for i, s := range plans {
		p.Steps = append(p.Steps, s.Executor+"-"+strconv.Itoa(i+1))
	}
	return p
}
