package state

import "slices"

// AgentStep is an agent's steps with the queue of pending ones (AgentStep of the seed, A6). All steps stay in the list.
type AgentStep struct {
	AgentID string   `json:"agent_id"`
	Todo    []string `json:"todo_list"` // ids in order
	List    []*Step  `json:"step_list"`
	Held    []*Step  `json:"held,omitempty"` // insertions that wait for a running instruction_generation
	Compat  Compat   `json:"-"`
}

func (a *AgentStep) index(id string) int {
	return slices.IndexFunc(a.List, func(s *Step) bool { return s.ID == id })
}

// Get returns the step with an id; nil if there is none.
func (a *AgentStep) Get(id string) *Step {
	if at := a.index(id); at >= 0 {
		return a.List[at]
	}
	return nil
}

// Running returns the step being executed; nil if there is none.
func (a *AgentStep) Running() *Step {
	for _, s := range a.List {
		if s.Execution == Running {
			return s
		}
	}
	return nil
}

// HasToDo reports whether a step of a stage is in the queue or waits to enter it.
func (a *AgentStep) HasToDo(stageID string) bool {
	queued := map[string]bool{}
	for _, id := range a.Todo {
		queued[id] = true
	}
	ofStage := func(s *Step) bool { return s.StageID == stageID }
	return slices.ContainsFunc(a.Held, ofStage) ||
		slices.ContainsFunc(a.List, func(s *Step) bool { return ofStage(s) && queued[s.ID] })
}

// OfStage returns the steps of a task's stage, in order: no stage is one of each task too.
func (a *AgentStep) OfStage(taskID, stageID string) []*Step {
	return a.which(func(s *Step) bool { return s.TaskID == taskID && s.StageID == stageID })
}

// PendingTools returns the tool steps that wait for their instruction.
func (a *AgentStep) PendingTools() []*Step {
	return a.which(func(s *Step) bool { return s.IsTool() && s.Execution == Pending })
}

func (a *AgentStep) which(want func(*Step) bool) []*Step {
	var all []*Step
	for _, s := range a.List {
		if want(s) {
			all = append(all, s)
		}
	}
	return all
}

// NextTool returns the first tool step after a step in the same stage: the one for which an instruction_generation
// writes (A3). nil: there is none.
func (a *AgentStep) NextTool(id string) *Step {
	at := a.index(id)
	if at < 0 {
		return nil
	}
	for _, s := range a.List[at+1:] {
		if s.IsTool() && s.TaskID == a.List[at].TaskID && s.StageID == a.List[at].StageID {
			return s
		}
	}
	return nil
}
