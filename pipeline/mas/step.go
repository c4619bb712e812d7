package mas

import (
	"context"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

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
