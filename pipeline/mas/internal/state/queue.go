package state

import (
	"fmt"
	"slices"
)

// Add appends a step; one that is over is not queued.
func (a *AgentStep) Add(s *Step) {
	a.List = append(a.List, s)
	if !s.Execution.Over() {
		a.Todo = append(a.Todo, s.ID)
	}
}

// Insert puts steps, in the order given, before the next one that has not been executed (A0). While an
// instruction_generation runs they wait, so that nothing comes between it and its own end; then they go in before its
// tool step, which keeps its instruction. A step that is over cannot go in.
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
	if a.Compat != Document { // the program counts from the end, and goes wrong where its queue holds what is gone (Q)
		at = max(len(a.List)-(len(a.Todo)-1), 0)
	}
	a.List = slices.Insert(a.List, at, s)
}

// next is where the next step to do stands in the list; its end when there is none.
func (a *AgentStep) next() int {
	for _, id := range a.Todo {
		if at := a.index(id); at >= 0 {
			return at
		}
	}
	return len(a.List)
}

// Pop takes the next id out of the queue. Of a step that was removed the program still gives the id (Q).
func (a *AgentStep) Pop() (id string, ok bool) {
	if len(a.Todo) == 0 {
		return "", false
	}
	id, a.Todo = a.Todo[0], a.Todo[1:]
	return id, true
}

// Start sets a step running. An agent executes one step at a time.
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

// End sets a step finished, failed or pending, and lets in what waited for it.
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

// Remove takes out the step of an id.
func (a *AgentStep) Remove(id string) { a.remove(func(s *Step) bool { return s.ID == id }) }

// RemoveStage takes out the steps of a stage.
func (a *AgentStep) RemoveStage(stageID string) {
	a.remove(func(s *Step) bool { return s.StageID == stageID })
}

// DropStage takes out the steps of a stage that are not over; those that are stay for prompts and reports to come.
func (a *AgentStep) DropStage(stageID string) {
	a.remove(func(s *Step) bool { return s.StageID == stageID && !s.Execution.Over() })
}

// DropTask takes out those of a task, but for those of no stage: messages outlive stages (D).
func (a *AgentStep) DropTask(taskID string) {
	a.remove(func(s *Step) bool { return s.TaskID == taskID && s.StageID != StageNone && !s.Execution.Over() })
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
