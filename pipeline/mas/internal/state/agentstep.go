package state

import "slices"

// AgentStep is an agent's steps with the queue of those to do (AgentStep of the seed, A6). All steps stay in the list.
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

// Get is the step of an id; nil when there is none.
func (a *AgentStep) Get(id string) *Step {
	if at := a.index(id); at >= 0 {
		return a.List[at]
	}
	return nil
}

// Running is the step that is being executed; nil when none is.
func (a *AgentStep) Running() *Step {
	for _, s := range a.List {
		if s.Execution == Running {
			return s
		}
	}
	return nil
}

// HasToDo reports whether a step of a stage is in the queue or waits to get there.
func (a *AgentStep) HasToDo(stageID string) bool {
	queued := map[string]bool{}
	for _, id := range a.Todo {
		queued[id] = true
	}
	ofStage := func(s *Step) bool { return s.StageID == stageID }
	return slices.ContainsFunc(a.Held, ofStage) ||
		slices.ContainsFunc(a.List, func(s *Step) bool { return ofStage(s) && queued[s.ID] })
}

// OfStage are the steps of a stage, in order.
func (a *AgentStep) OfStage(stageID string) []*Step {
	return a.which(func(s *Step) bool { return s.StageID == stageID })
}

// PendingTools are the tool steps that wait for their instruction.
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

// NextTool is the first tool step behind a step in the same stage: the one that an instruction_generation writes for
// (A3). nil: there is none.
func (a *AgentStep) NextTool(id string) *Step {
	at := a.index(id)
	if at < 0 {
		return nil
	}
	for _, s := range a.List[at+1:] {
		if s.IsTool() && s.StageID == a.List[at].StageID {
			return s
		}
	}
	return nil
}
