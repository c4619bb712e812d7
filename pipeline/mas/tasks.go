package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// tasks are those of the team. They change between rounds alone, so that steps can look them up.
type tasks struct{ *syncstate.Sync }

// relative is what a message belongs to: a stage of the task, or no_relative.
func (t tasks) relative(taskID, stageID string) (string, error) {
	if stageID == "" || stageID == state.NotRelative {
		return state.NotRelative, nil
	}
	ids := []string{state.NotRelative}
	if task, ok := t.Tasks.Get(taskID); ok {
		for _, s := range task.Stages {
			ids = append(ids, s.ID)
		}
	}
	return stageID, known("stage", stageID, ids)
}
