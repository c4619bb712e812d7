package mas

import (
	"context"
	"strconv"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/syncstate"
)

// agent is a member of the team at work. In a round it is touched by its own step alone.
type agent struct {
	state.Agent
	talk  talk
	place *pipeline.Runtime // of the turn
	ran   int               // steps in this turn
	last  made              // the last step that it has executed
}

// made is what an executed step leaves for the barrier.
type made struct {
	agent  *agent
	step   *state.Step
	at     *pipeline.Runtime // the step's place
	began  time.Time
	output syncstate.Output
}

// hasStep reports whether the agent takes part in the next round.
func (a *agent) hasStep() bool {
	for len(a.Steps.Todo) > 0 && a.Steps.Get(a.Steps.Todo[0]) == nil { // of a step that was removed (A6)
		a.Steps.Pop()
	}
	return len(a.Steps.Todo) > 0 && len(a.Locks) == 0
}

// execute executes the agent's next step. Its error is the harness's.
func (a *agent) execute(ctx context.Context, r router) (made, error) {
	id, _ := a.Steps.Pop()
	s := a.Steps.Get(id)
	if err := a.Steps.Start(id); err != nil {
		return made{}, err
	}
	a.Working, a.ran = state.AtWork, a.ran+1
	m := made{agent: a, step: s, at: a.place.At("step", strconv.Itoa(a.ran)), began: a.place.Now()}
	defer func() { a.place.After(m.at.Mark()) }()
	output, ended, err := r.executor(s).execute(ctx, m.at, a, s)
	if err != nil {
		return m, err
	}
	m.output = output
	return m, a.Steps.End(id, ended)
}
