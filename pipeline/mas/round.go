package mas

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// rounds runs rounds until no agent has a step. In each one every agent with a step executes it, concurrently; then a
// barrier applies their outputs.
func (t *team) rounds(ctx context.Context) error {
	for n := 1; ; n++ {
		t.deliver()
		busy := t.busy()
		switch {
		case len(busy) == 0:
			return nil
		case n > t.block.Limits.rounds():
			t.place.Fallback(pipeline.Fallback{Stage: stageSync, Reason: reasonRounds, Tries: n - 1})
			t.out.Status = pipeline.StatusFailed
			t.fails("还有未执行的步骤")
			return nil
		}
		all, err := t.round(ctx, busy)
		if err != nil {
			return err
		}
		t.apply(all)
	}
}

// busy returns the agents with a step, without those that wait for a message.
func (t *team) busy() []*agent {
	var busy []*agent
	for _, a := range t.agents {
		if a.hasStep() {
			busy = append(busy, a)
		} else if len(a.Locks) > 0 {
			a.Working = state.Awaiting
		} else if a.Working == state.AtWork || a.Working == state.Awaiting {
			a.Working = state.Idle
		}
	}
	return busy
}

// round executes a step of each agent, and returns their outputs by clock, then in the team's order.
func (t *team) round(ctx context.Context, busy []*agent) ([]made, error) {
	places, all := make([]*pipeline.Runtime, len(busy)), make([]made, len(busy))
	for i, a := range busy {
		places[i] = a.place
	}
	err := pipeline.Together(places, func(i int, _ *pipeline.Runtime) (err error) {
		all[i], err = busy[i].execute(ctx, t.router)
		return err
	})
	if err != nil {
		return nil, err
	}
	ordered := make([]made, 0, len(all))
	for _, i := range pipeline.ByClock(places) {
		ordered = append(ordered, all[i])
	}
	return ordered, nil
}
