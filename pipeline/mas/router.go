package mas

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// executor carries out steps: those of a skill or a tool (seed 5). It changes nothing but the agent; what it means for
// others stands in the output. Its error is the harness's.
type executor interface {
	execute(ctx context.Context, rt *pipeline.Runtime, a *agent, s *state.Step) (
		syncstate.Output, state.Execution, error,
	)
}

// key is what executors are found by.
type key struct{ Type, Name string }

// router gives each step its executor.
type router map[key]executor

// executor is that of a step. A step that nothing can carry out fails as one of a tool that is not there.
func (r router) executor(s *state.Step) executor {
	if e, ok := r[key{s.Type, s.Executor}]; ok {
		return e
	}
	return nobody{}
}

// newRouter are the skills that the team can have, each as base, and the tools of the case.
func newRouter(base setting, tools []pipeline.Tool) router {
	r := router{}
	for _, sk := range skills() {
		if !sk.head || base.compat == state.Head {
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
