package state

import "slices"

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

// OfStage are the steps of a stage, and OfTask those of a task, in order.
func (a *AgentStep) OfStage(stageID string) []*Step {
	return a.which(func(s *Step) bool { return s.StageID == stageID })
}

// OfTask are the steps of a task.
func (a *AgentStep) OfTask(taskID string) []*Step {
	return a.which(func(s *Step) bool { return s.TaskID == taskID })
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

// Remove takes out the step of an id.
func (a *AgentStep) Remove(id string) { a.remove(func(s *Step) bool { return s.ID == id }) }

// RemoveStage takes out the steps of a stage.
func (a *AgentStep) RemoveStage(stageID string) {
	a.remove(func(s *Step) bool { return s.StageID == stageID })
}

// RemoveTask takes out the steps of a task.
func (a *AgentStep) RemoveTask(taskID string) {
	a.remove(func(s *Step) bool { return s.TaskID == taskID })
}

// remove takes steps out of the list and the queue. The program leaves their ids in the queue (Q).
func (a *AgentStep) remove(which func(*Step) bool) {
	gone := map[string]bool{}
	for _, s := range slices.Concat(a.List, a.Held) {
		if which(s) {
			gone[s.ID] = true
		}
	}
	a.List = slices.DeleteFunc(a.List, which)
	a.Held = slices.DeleteFunc(a.Held, which)
	if a.Compat == Document {
		a.Todo = slices.DeleteFunc(a.Todo, func(id string) bool { return gone[id] })
	}
}
