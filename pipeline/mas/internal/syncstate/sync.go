package syncstate

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Sync is the state of all tasks, in the order of their creation.
type Sync struct {
	Tasks  state.Map[*state.Task] `json:"all_tasks"`
	Team   state.Map[state.Text]  `json:"-"` // who each agent is, for managers
	Compat state.Compat           `json:"-"`
}

// AddTask adds a task.
func (s *Sync) AddTask(t *state.Task) { s.Tasks.Set(t.ID, t) }

func (s *Sync) task(id string) (*state.Task, error) {
	if t, ok := s.Tasks.Get(id); ok {
		return t, nil
	}
	return nil, fmt.Errorf("there is no task %q", id)
}

func (s *Sync) stage(taskID, stageID string) (*state.Task, *state.Stage, error) {
	t, err := s.task(taskID)
	if err != nil {
		return nil, nil, err
	}
	if st := t.Stage(stageID); st != nil {
		return t, st, nil
	}
	return t, nil, fmt.Errorf("task %s has no stage %q", taskID, stageID)
}

// post puts a message into its task's queue.
func (s *Sync) post(t *state.Task, m state.Message, at pipeline.Mark) {
	m.Mark = at
	t.Queue = append(t.Queue, m)
}
