package mas

import (
	"context"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// execute executes the agent's next step. Its error is the harness's.
func (a *agent) execute(ctx context.Context, r router) (made, error) {
	id, _ := a.Steps.Pop()
	s := a.Steps.Get(id)
	if err := a.Steps.Start(id); err != nil {
		return made{}, err
	}
	a.Working = state.AtWork
	m := made{agent: a, step: s, at: a.placeOf(s), began: a.place.Now()}
	defer func() { a.place.After(m.at.Mark()) }()
	output, ended, err := r.executor(s).execute(ctx, m.at, a, s)
	if err != nil {
		return m, err
	}
	m.output = output
	return m, a.Steps.End(id, ended)
}

// placeOf opens the place of a step: its number in the turn, or for a manager's step what that is about, so that no
// stage renames the steps after it.
func (a *agent) placeOf(s *state.Step) *pipeline.Runtime {
	switch s.Manages {
	case "":
		a.ran++
		return a.place.At("step", strconv.Itoa(a.ran))
	case s.TaskID:
		return a.place.At("task", s.TaskID)
	}
	return a.place.At("stage", s.Manages)
}
