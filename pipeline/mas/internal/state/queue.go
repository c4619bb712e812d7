package state

import (
	"fmt"
	"slices"
)

// Add appends a step; a finished one is not queued.
func (a *AgentStep) Add(s *Step) {
	a.List = append(a.List, s)
	if !s.Execution.Over() {
		a.Todo = append(a.Todo, s.ID)
	}
}

// Insert inserts steps, in the given order, before the next one that has not been executed (A0). While an
// instruction_generation runs they wait, so that nothing comes between it and its own end; then they go before its tool
// step, which keeps its instruction. A finished step cannot be inserted.
func (a *AgentStep) Insert(steps ...*Step) error {
	for _, s := range steps {
		if s.Execution.Over() {
			return fmt.Errorf("step %s is %s: it cannot be put before the next one", s.ID, s.Execution)
		}
	}
	if running := a.Running(); a.Compat == Document && running != nil && running.Executor == InstructionGeneration {
		a.Held = append(a.Held, steps...)
		return nil
	}
	for _, s := range slices.Backward(steps) {
		a.insert(s)
	}
	return nil
}

func (a *AgentStep) insert(s *Step) {
	at := a.next()
	a.Todo = slices.Insert(a.Todo, 0, s.ID)
	if a.Compat != Document { // the program counts from the end, and fails if its queue has stale ids (Q)
		at = max(len(a.List)-(len(a.Todo)-1), 0)
	}
	a.List = slices.Insert(a.List, at, s)
}

// next returns the index of the next step to do in the list; its length if there is none.
func (a *AgentStep) next() int {
	for _, id := range a.Todo {
		if at := a.index(id); at >= 0 {
			return at
		}
	}
	return len(a.List)
}

// Pop takes the next id from the queue. The program still returns the id of a removed step (Q).
func (a *AgentStep) Pop() (id string, ok bool) {
	if len(a.Todo) == 0 {
		return "", false
	}
	id, a.Todo = a.Todo[0], a.Todo[1:]
	return id, true
}

// Start starts a step. An agent executes one step at a time.
func (a *AgentStep) Start(id string) error {
	s := a.Get(id)
	if s == nil {
		return fmt.Errorf("agent %s has no step %s", a.AgentID, id)
	}
	if running := a.Running(); running != nil && running != s {
		return fmt.Errorf("agent %s executes step %s: step %s cannot start", a.AgentID, running.ID, id)
	}
	s.Execution = Running
	return nil
}

// End marks a step finished, failed or pending, and inserts the steps that waited for it.
func (a *AgentStep) End(id string, e Execution) error {
	s := a.Get(id)
	if s == nil {
		return fmt.Errorf("agent %s has no step %s", a.AgentID, id)
	}
	s.Execution = e
	held := a.Held
	a.Held = nil
	return a.Insert(held...)
}

// Remove removes the step with an id.
func (a *AgentStep) Remove(id string) { a.remove(func(s *Step) bool { return s.ID == id }) }

// RemoveStage removes the steps of a stage.
func (a *AgentStep) RemoveStage(stageID string) {
	a.remove(func(s *Step) bool { return s.StageID == stageID })
}

// DropStage removes the unfinished steps of a stage; finished ones stay for later prompts and reports.
func (a *AgentStep) DropStage(stageID string) {
	a.remove(func(s *Step) bool { return s.StageID == stageID && !s.Execution.Over() })
}

// DropTask removes the steps of a task, except those without a stage: messages outlive stages (D).
func (a *AgentStep) DropTask(taskID string) {
	a.remove(func(s *Step) bool { return s.TaskID == taskID && s.StageID != StageNone && !s.Execution.Over() })
}

// RemoveTask removes the steps of a task.
func (a *AgentStep) RemoveTask(taskID string) {
	a.remove(func(s *Step) bool { return s.TaskID == taskID })
}

// remove removes steps from the list and the queue. The program leaves their ids in the queue (Q).
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
