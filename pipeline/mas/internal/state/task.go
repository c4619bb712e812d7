package state

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Task is a task and its group (TaskState). Task and stage refer to each other.
type Task struct {
	ID        string          `json:"task_id"`
	Intention Text            `json:"task_intention"`
	Group     []string        `json:"task_group"` // agents; the first one manages the task
	Pool      []SharedMessage `json:"shared_message_pool"`
	Queue     []Message       `json:"communication_queue"`
	Stages    []*Stage        `json:"stage_list"`
	Execution Execution       `json:"execution_state"`
	Summary   Text            `json:"task_summary"`
}

// NewTask returns a task without stages.
func NewTask(newID NewID, intention Text, group ...string) *Task {
	return &Task{
		ID: newID("task"), Intention: intention, Group: append([]string{}, group...), Execution: Init,
		Pool: []SharedMessage{}, Queue: []Message{}, Stages: []*Stage{},
	}
}

// Manager returns the first agent of the group; empty if the group has none.
func (t *Task) Manager() string {
	if len(t.Group) == 0 {
		return ""
	}
	return t.Group[0]
}

// Stage returns the stage with an id; nil if there is none.
func (t *Task) Stage(id string) *Stage {
	at := slices.IndexFunc(t.Stages, func(s *Stage) bool { return s.ID == id })
	if at < 0 {
		return nil
	}
	return t.Stages[at]
}

// Start starts a stage. In a task group one stage is active at a time.
func (t *Task) Start(s *Stage) error {
	for _, other := range t.Stages {
		if other != s && other.Execution == Running {
			return fmt.Errorf("task %s: stage %s is running: stage %s cannot start", t.ID, other.ID, s.ID)
		}
	}
	s.Execution = Running
	return nil
}

// Stage is a part of a task (StageState): the agents and their goals in it. It refers to agents, never to steps.
type Stage struct {
	TaskID     string    `json:"task_id"`
	ID         string    `json:"stage_id"`
	Intention  Text      `json:"stage_intention"`
	Allocation Map[Text] `json:"agent_allocation"` // an agent's goal
	Execution  Execution `json:"execution_state"`
	Agents     Map[Part] `json:"every_agent_state"`
	Completion Map[Text] `json:"completion_summary"` // an agent's final report
	Retry      string    `json:"retry,omitempty"`    // the stage that does this one again
}

// NewStage appends a new stage to the task. Its agents are idle.
func (t *Task) NewStage(newID NewID, intention Text, allocation Map[Text]) *Stage {
	s := &Stage{TaskID: t.ID, ID: newID("stage"), Intention: intention, Allocation: allocation, Execution: Init}
	for agent := range allocation.All() {
		s.Agents.Set(agent, PartIdle)
	}
	t.Stages = append(t.Stages, s)
	return s
}

// SharedMessage is an entry of a task group's pool. Agents look it up; it is not sent to anybody.
type SharedMessage struct {
	TaskID  string `json:"task_id,omitempty"`
	AgentID string `json:"agent_id"`
	Role    Text   `json:"role"`
	StageID string `json:"stage_id"`
	Content Text   `json:"content"`
}

// Message is from an agent to others.
type Message struct {
	TaskID        string        `json:"task_id"`
	Sender        string        `json:"sender_id"`
	Receiver      Receivers     `json:"receiver"`
	Text          Text          `json:"message"`
	StageRelative string        `json:"stage_relative"` // a stage's id or NotRelative
	NeedReply     bool          `json:"need_reply"`
	Waiting       []string      `json:"waiting"`           // program: of each receiver, the lock that its answer opens
	Returns       *string       `json:"return_waiting_id"` // the lock that the message opens at its receiver
	Place         string        `json:"-"`                 // the place that sent it; empty: the system did
	Mark          pipeline.Mark `json:"-"`                 // its sender's mark
}

// Next returns the running or next stage (A7): the first one while it has not begun, else the first that runs, else the
// one after the last that is over, if it has not begun. nil: none.
func (t *Task) Next() *Stage {
	if len(t.Stages) > 0 && t.Stages[0].Execution == Init {
		return t.Stages[0]
	}
	next := 0
	for i, s := range t.Stages {
		if s.Execution == Running {
			return s
		}
		if s.Execution.Over() {
			next = i + 1
		}
	}
	if next < len(t.Stages) && t.Stages[next].Execution == Init {
		return t.Stages[next]
	}
	return nil
}

// Join adds agents to the group, if they are not in it yet.
func (t *Task) Join(agents ...string) {
	for _, id := range agents {
		if !slices.Contains(t.Group, id) {
			t.Group = append(t.Group, id)
		}
	}
}

// Dissolve ends the group: unfinished work has failed, and the group is empty.
func (t *Task) Dissolve() {
	for _, s := range t.Stages {
		if !s.Execution.Over() {
			s.Execution = Failed
		}
	}
	if !t.Execution.Over() {
		t.Execution = Failed
	}
	t.Group = []string{}
}

// Complete reports whether every agent of the stage has reported the end of its part.
func (s *Stage) Complete() bool {
	for agent := range s.Allocation.All() {
		if _, ok := s.Completion.Get(agent); !ok {
			return false
		}
	}
	return true
}
