package mas

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// shownState is the checkable part of the conversation.
type shownState struct {
	Tasks  map[string]shownTask  `json:"tasks"`
	Agents map[string]shownAgent `json:"agents"`
}

type shownTask struct {
	State   state.Execution       `json:"state"`
	Group   []string              `json:"group"`
	Summary string                `json:"summary"`
	Pool    []string              `json:"pool"` // AGENT: content
	Stages  map[string]shownStage `json:"stages"`
}

type shownStage struct {
	State      state.Execution       `json:"state"`
	Agents     state.Map[state.Part] `json:"agents"`
	Completion state.Map[state.Text] `json:"completion"`
}

type shownAgent struct {
	State  state.Working `json:"state"`
	Memory state.Memory  `json:"memory"`
	Steps  []string      `json:"steps"` // EXECUTOR STATE
}

// shown returns the current state as JSON: the state itself goes on changing.
func (t *team) shown() (json.RawMessage, error) {
	s := shownState{Tasks: map[string]shownTask{}, Agents: map[string]shownAgent{}}
	for id, task := range t.sync.Tasks.All() {
		of := shownTask{
			State: task.Execution, Group: append([]string{}, task.Group...), Summary: task.Summary.String(),
			Pool: []string{}, Stages: map[string]shownStage{},
		}
		for _, m := range task.Pool {
			of.Pool = append(of.Pool, m.AgentID+": "+m.Content.String())
		}
		for _, st := range task.Stages {
			of.Stages[st.ID] = shownStage{st.Execution, st.Agents, st.Completion}
		}
		s.Tasks[id] = of
	}
	for _, a := range t.agents {
		of := shownAgent{State: a.Working, Memory: a.Memory, Steps: []string{}}
		for _, step := range a.Steps.List {
			of.Steps = append(of.Steps, step.Executor+" "+string(step.Execution))
		}
		s.Agents[a.ID] = of
	}
	return jsonvalue.Marshal(s)
}
