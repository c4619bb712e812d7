package syncstate

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// The manager of a task, the first agent of its group, plans the stages of a task that has none, and decides after each
// stage (D). Its order is a step that the system makes of a message. The program leaves both to the manager's reaction
// to notices.

// Plan asks a task's manager for its stages.
func (s *Sync) Plan(t *state.Task, at pipeline.Mark) {
	t.Execution = state.Running
	s.post(t, instruct(t, systemSender, state.NotRelative, []string{t.Manager()}, manageTask, "task_id", t.ID,
		"stage_id", ""), at)
}

// decide asks a task's manager how to go on after a stage.
func (s *Sync) decide(t *state.Task, st *state.Stage, at pipeline.Mark) {
	s.post(t, instruct(t, systemSender, state.NotRelative, []string{t.Manager()}, manageTask, "task_id", t.ID,
		"stage_id", st.ID), at)
}

// Decides reports whether a task waits for its manager, whose order is on its way or still to be given.
func Decides(t *state.Task, manager *state.Agent) bool {
	if slices.ContainsFunc(t.Queue, func(m state.Message) bool { return m.Sender == systemSender }) {
		return true
	}
	return slices.ContainsFunc(manager.Steps.Todo, func(id string) bool {
		step := manager.Steps.Get(id)
		return step != nil && step.TaskID == t.ID && step.Executor == skillTaskManager
	})
}

// manage makes the manager's step. Only the system can ask for it.
func (s *Sync) manage(newID state.NewID, a *state.Agent, m state.Message, taskID, stageID string) error {
	t, err := s.task(taskID)
	switch {
	case err != nil:
		return err
	case m.Sender != systemSender:
		return fmt.Errorf("it is the system's")
	}
	step := &state.Step{
		TaskID: t.ID, StageID: state.StageNone, AgentID: a.ID, ID: newID("step"), Execution: state.Init,
		Type: state.TypeSkill, Executor: skillTaskManager, Manages: t.ID,
		Intention: state.TextOf(code, "为任务 "+t.ID+" 规划阶段"), Text: state.Text{Pieces: s.planText(t)},
	}
	if st := t.Stage(stageID); st != nil {
		step.Manages, step.Intention = st.ID, state.TextOf(code, "决定阶段 "+st.ID+" 结束之后怎么做")
		step.Text.Pieces = s.decisionText(t, st)
	}
	a.AddStep(step)
	return nil
}

// planText describes a task without stages to its manager.
func (s *Sync) planText(t *state.Task) pipeline.Pieces {
	return pipeline.JoinPieces(
		code.Of("你是任务 "+t.ID+" 的管理者，任务还没有阶段。请用 add_stage 规划出全部阶段，为每个阶段分配 Agent 与各自的目标。\n\n- 任务 ID："+
			t.ID+"\n- 任务目标："), t.Intention.Pieces, s.members(t), code.Of("\n"),
	)
}

// decisionText describes a stage that is over to the manager, and what is still to come.
func (s *Sync) decisionText(t *state.Task, st *state.Stage) pipeline.Pieces {
	all := pipeline.JoinPieces(
		code.Of("你是任务 "+t.ID+" 的管理者，阶段 "+st.ID+" 已经结束。请根据完成情况决定接下来怎么做。以下是阶段结束时的情况。\n\n"+
			"- 任务 ID："+t.ID+"\n- 任务目标："), t.Intention.Pieces,
		code.Of("\n- 阶段 ID："+st.ID+"\n"), stageLines(st), code.Of("- 之后的阶段："),
	)
	left := slices.DeleteFunc(slices.Clone(t.Stages), func(s *state.Stage) bool { return s.Execution != state.Init })
	if len(left) == 0 {
		all = append(all, code.Of("没有")...)
	}
	for _, next := range left {
		all = pipeline.JoinPieces(all, code.Of("\n  - "+next.ID+"："), next.Intention.Pieces)
	}
	return pipeline.JoinPieces(all, s.members(t), code.Of("\n"))
}

// members lists the group of a task, and the agents that a stage can bring into it.
func (s *Sync) members(t *state.Task) pipeline.Pieces {
	all := code.Of("\n- 群组成员：")
	for _, id := range t.Group {
		all = pipeline.JoinPieces(all, code.Of("\n  - "+id), s.who(id))
	}
	others := false
	for id, who := range s.Team.All() {
		if slices.Contains(t.Group, id) {
			continue
		}
		if !others {
			all, others = append(all, code.Of("\n- 团队的其他成员（分配了目标，就加入群组）：")...), true
		}
		all = pipeline.JoinPieces(all, code.Of("\n  - "+id), who.Pieces)
	}
	return all
}

func (s *Sync) who(id string) pipeline.Pieces {
	who, _ := s.Team.Get(id)
	return who.Pieces
}
