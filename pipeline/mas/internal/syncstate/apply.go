package syncstate

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Apply applies an output: each part on its own, as far as possible. The error reports the rest.
func (s *Sync) Apply(newID state.NewID, out Output) error {
	return errors.Join(
		s.agentState(out.AgentState),
		s.share(out),
		s.completion(out),
		s.send(out),
		s.order(newID, out),
		s.participants(out.Agent),
		s.ask(out),
		s.toolDecision(out),
	)
}

// agentState records an agent's state. A step without a stage has none.
func (s *Sync) agentState(a *AgentState) error {
	if a == nil {
		return nil
	}
	t, st, err := s.stage(a.TaskID, a.StageID)
	switch {
	case err == nil && s.keepsPart(st, a):
		return nil
	case err == nil:
		st.Agents.Set(a.AgentID, a.State)
	case t != nil:
		return nil
	}
	return err
}

// keepsPart reports whether a stage's record of its agents stays as it is: a message that an agent answers after its
// report is no new work, and one that is not of the stage has no part in it. The program records both (Q).
func (s *Sync) keepsPart(st *state.Stage, a *AgentState) bool {
	_, allocated := st.Allocation.Get(a.AgentID)
	_, reported := st.Completion.Get(a.AgentID)
	return s.Compat == state.Document && (!allocated || reported && a.State == state.PartWorking)
}

// share adds to the pool, under the program's key; the document's reader accepts either.
func (s *Sync) share(out Output) error {
	if s.Compat == state.Program {
		return s.pool(out.SharedInfo)
	}
	return errors.Join(s.pool(out.SharedMessage), s.pool(out.SharedInfo))
}

func (s *Sync) pool(m *state.SharedMessage) error {
	if m == nil {
		return nil
	}
	t, err := s.task(m.TaskID)
	if err != nil {
		return err
	}
	entry := *m
	entry.TaskID = "" // the entry is in the task's own pool
	t.Pool = append(t.Pool, entry)
	return nil
}

// completion records an agent's report on its part. The program then tells the manager once all have reported.
func (s *Sync) completion(out Output) error {
	c := out.Completion
	if c == nil {
		return nil
	}
	t, st, err := s.stage(c.TaskID, c.StageID)
	if err != nil {
		return err
	}
	st.Completion.Set(c.AgentID, c.Summary)
	if s.Compat == state.Program && st.Complete() {
		s.post(t, stageComplete(t, st), out.Mark)
	}
	return nil
}

func (s *Sync) send(out Output) error {
	if out.Message == nil {
		return nil
	}
	t, err := s.task(out.Message.TaskID)
	if err != nil {
		return err
	}
	s.post(t, *out.Message, out.Mark)
	return nil
}

func (s *Sync) participants(a *AgentInstruction) error {
	if a == nil {
		return nil
	}
	if err := s.CheckAgents(a); err != nil {
		return err
	}
	t, err := s.task(a.TaskID)
	if err != nil {
		return err
	}
	t.Join(a.Agents...)
	return nil
}

// CheckAgents refuses an instruction that cannot be carried out.
func (s *Sync) CheckAgents(a *AgentInstruction) error {
	if a.Action != AddParticipant {
		return fmt.Errorf("agent_instruction: unknown action %q", pipeline.ShortName(a.Action))
	}
	t, err := s.task(a.TaskID)
	switch {
	case err != nil || s.Compat == state.Program:
		return err
	case t.Manager() != a.AgentID:
		return fmt.Errorf("agent %s does not manage task %s", a.AgentID, t.ID)
	case len(a.Agents) == 0:
		return errors.New("agents: want at least one")
	}
	for _, id := range a.Agents {
		if _, known := s.Team.Get(id); !known {
			return fmt.Errorf("there is no agent %q", pipeline.ShortName(id))
		}
	}
	return nil
}

func (s *Sync) toolDecision(out Output) error {
	d := out.ToolDecision
	if d == nil {
		return nil
	}
	t, err := s.task(d.TaskID)
	if err != nil {
		return err
	}
	s.post(t, instruct(t, d.AgentID, d.StageID, []string{d.AgentID}, addToolDecision,
		"task_id", d.TaskID, "stage_id", d.StageID, "tool_name", d.Tool), out.Mark)
	return nil
}
