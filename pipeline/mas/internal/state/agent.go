package state

import "slices"

// Agent is the whole state of an agent (AgentState): equal states give equal prompts.
type Agent struct {
	ID        string        `json:"agent_id"`
	Name      Text          `json:"name"`
	Role      Text          `json:"role"`
	Profile   Text          `json:"profile"`
	Working   Working       `json:"working_state"`
	LLM       Dict          `json:"llm_config"`
	WorkingOn WorkingMemory `json:"working_memory"`
	Memory    Memory        `json:"persistent_memory"`
	Steps     AgentStep     `json:"agent_step"`
	Tools     []string      `json:"tools"`
	Skills    []string      `json:"skills"`
	Locks     []string      `json:"step_lock"` // ids that the agent waits for; it executes nothing meanwhile
}

// May reports whether the agent may use a skill or tool.
func (a *Agent) May(stepType, executor string) bool {
	switch stepType {
	case TypeSkill:
		return slices.Contains(a.Skills, executor)
	case TypeTool:
		return slices.Contains(a.Tools, executor)
	}
	return false
}

// AddStep adds a step and records it in the working memory. A tool step without an instruction is pending (A6).
func (a *Agent) AddStep(s *Step) {
	if s.IsTool() && s.Instruction.Empty() && s.Execution == Init {
		s.Execution = Pending
	}
	a.Steps.Add(s)
	a.WorkingOn.Add(s)
}

// InsertSteps inserts steps before the next one to do and records them in the working memory.
func (a *Agent) InsertSteps(steps ...*Step) error {
	if err := a.Steps.Insert(steps...); err != nil {
		return err
	}
	if a.Steps.Compat != Document { // the program inserts the last one first
		steps = slices.Clone(steps)
		slices.Reverse(steps)
	}
	for _, s := range steps {
		a.WorkingOn.Add(s)
	}
	return nil
}

// Lock makes the agent wait for an id.
func (a *Agent) Lock(id string) { a.Locks = append(a.Locks, id) }

// Unlock removes an id that the agent waits for, and reports whether it was one.
func (a *Agent) Unlock(id string) bool {
	at := slices.Index(a.Locks, id)
	if at < 0 {
		return false
	}
	a.Locks = slices.Delete(a.Locks, at, at+1)
	return true
}

// WorkingMemory are the ids of an agent's unfinished steps, by task and stage.
type WorkingMemory struct{ Map[*Map[[]string]] }

// Stages returns the stages of a task, created if the task is new.
func (w *WorkingMemory) Stages(taskID string) *Map[[]string] {
	stages, ok := w.Get(taskID)
	if !ok {
		stages = &Map[[]string]{}
		w.Set(taskID, stages)
	}
	return stages
}

// Keep records a stage, without steps if it is new.
func (w *WorkingMemory) Keep(taskID, stageID string) {
	stages := w.Stages(taskID)
	if _, ok := stages.Get(stageID); !ok && stageID != "" {
		stages.Set(stageID, []string{})
	}
}

// DropStage forgets a stage.
func (w *WorkingMemory) DropStage(taskID, stageID string) {
	if stages, ok := w.Get(taskID); ok {
		stages.Delete(stageID)
	}
}

// DropTask forgets a task, except its steps without a stage.
func (w *WorkingMemory) DropTask(taskID string) {
	stages, ok := w.Get(taskID)
	if !ok {
		return
	}
	for _, id := range stages.Keys() {
		if id != StageNone {
			stages.Delete(id)
		}
	}
	if stages.Len() == 0 {
		w.Delete(taskID)
	}
}

// Add records a step.
func (w *WorkingMemory) Add(s *Step) {
	stages := w.Stages(s.TaskID)
	ids, _ := stages.Get(s.StageID)
	stages.Set(s.StageID, append(ids, s.ID))
}
