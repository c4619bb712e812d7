package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// tasks are the team's. They change only between rounds, so steps can look them up.
type tasks struct{ *syncstate.Sync }

// relative returns what a message belongs to: a stage of the task, or no_relative.
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
