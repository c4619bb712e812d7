package mas

import (
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// agent is a team member in action. In a round only its own step touches it.
type agent struct {
	state.Agent
	talk  talk
	place *pipeline.Runtime // of the turn
	newID state.NewID       // of its steps and locks
	ran   int               // steps in this turn
	last  made              // the last executed step
}

// made is an executed step's result for the barrier.
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

// receive makes a step of a message, after it was sent. A message that was sent while the agent generated an
// instruction has waited for that (A0).
func (a *agent) receive(sync *syncstate.Sync, m state.Message, report func(error)) {
	last := a.last
	if last.step != nil && last.step.Executor == generation && m.Mark.At.After(last.began) &&
		m.Mark.At.Before(last.at.Now()) {
		a.place.Event(eventHeld, map[string]any{"from": m.Sender, "until": last.at.Place()})
	}
	a.place.After(m.Mark)
	report(sync.Receive(a.newID, &a.Agent, m))
}
