package mas

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// wrong is something that could not be done in a turn.
type wrong struct {
	what  string
	agent *agent
	step  *state.Step // that failed or stays pending; nil: nothing mends it
}

// fails notes what could not be done, and nothing mends.
func (t *team) fails(what string) { t.wrong = append(t.wrong, wrong{what: what}) }

// stillWrong returns what could not be done and was not mended either (A7).
func (t *team) stillWrong() []string {
	var all []string
	for _, w := range t.wrong {
		if !t.mended(w) {
			all = append(all, w.what)
		}
	}
	return all
}

// mended reports whether a failed step was made up for: its agent has looked at it in a reflection and then reported its
// part as done, or its stage was done again and is finished.
func (t *team) mended(w wrong) bool {
	if w.step == nil {
		return false
	}
	if task, ok := t.sync.Tasks.Get(w.step.TaskID); ok && again(task, w.step.StageID) {
		return true
	}
	steps := w.agent.Steps.OfStage(w.step.TaskID, w.step.StageID)
	finished := func(executor string) bool {
		at := slices.IndexFunc(steps, func(s *state.Step) bool {
			return s.Executor == executor && s.Execution == state.Finished
		})
		steps = steps[at+1:]
		return at >= 0
	}
	steps = steps[slices.Index(steps, w.step)+1:]
	return finished(reflection) && finished(summary)
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
