package mas

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// undone is something that could not be done in a turn.
type undone struct {
	what  string
	agent *agent
	step  *state.Step // that failed or stays pending; nil: nothing mends it
}

// mended reports whether a failed step was made up for: its agent has looked at it in a reflection, has done something
// about it and then reported its part as done, or its stage was done again and is finished.
func (u undone) mended(tasks *syncstate.Sync) bool {
	if u.step == nil {
		return false
	}
	if task, ok := tasks.Tasks.Get(u.step.TaskID); ok && again(task, u.step.StageID) {
		return true
	}
	steps := u.agent.Steps.OfStage(u.step.TaskID, u.step.StageID)
	then := func(is func(executor string) bool) bool {
		at := slices.IndexFunc(steps, func(s *state.Step) bool {
			return is(s.Executor) && s.Execution == state.Finished
		})
		steps = steps[at+1:]
		return at >= 0
	}
	steps = steps[slices.Index(steps, u.step)+1:]
	return then(func(name string) bool { return name == reflection }) && then(doesWork) &&
		then(func(name string) bool { return name == summary })
}

// doesWork reports whether a step does a part of the work, and does not only prepare, check, note or report it.
func doesWork(executor string) bool {
	return !slices.Contains([]string{planning, generation, reflection, processMessage, askInfo, summary}, executor)
}

// again reports whether a stage was done again, with success.
func again(task *state.Task, stageID string) bool {
	s := task.Stage(stageID)
	if s == nil || s.Retry == "" {
		return false
	}
	for s != nil && s.Retry != "" {
		s = task.Stage(s.Retry)
	}
	return s != nil && s.Execution == state.Finished
}
