package mas

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// executor executes steps: those of a skill or a tool (seed 5). It changes only the agent; the output has its effects
// on others. Its error is the harness's.
type executor interface {
	execute(ctx context.Context, rt *pipeline.Runtime, a *agent, s *state.Step) (
		syncstate.Output, state.Execution, error,
	)
}

// key identifies an executor.
type key struct{ Type, Name string }

// router gives each step its executor.
type router map[key]executor

// executor returns that of a step. A step without one fails like one with an unknown tool.
func (r router) executor(s *state.Step) executor {
	if e, ok := r[key{s.Type, s.Executor}]; ok {
		return e
	}
	return nobody{}
}

// newRouter has the team's possible skills, each based on base, and the case's tools.
func newRouter(base setting, tools []pipeline.Tool) router {
	r := router{}
	for _, sk := range skills() {
		if !sk.program || base.compat == state.Program {
			x := skillExecutor{base}
			x.skill = sk
			r[key{state.TypeSkill, sk.name}] = x
		}
	}
	for _, t := range tools {
		r[key{state.TypeTool, t.Name}] = toolExecutor{compat: base.compat}
	}
	return r
}
