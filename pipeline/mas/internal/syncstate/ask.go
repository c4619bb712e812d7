package syncstate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// poolShown is the number of pool entries in an answer.
const poolShown = 20

// ask answers a question with a message from the agent to itself, which unblocks it (A7). It always comes; the
// program's can be empty.
func (s *Sync) ask(out Output) error {
	q := out.AskInfo
	if q == nil {
		return nil
	}
	own, err := s.task(q.SenderTask)
	if err != nil {
		return err
	}
	text, err := s.answer(q)
	switch {
	case err != nil: // which is the model's text
		text = code.Of("没有查询到信息：没有这样的查询、任务或阶段，请核对 type、task_id 与 stage_id。\n")
	case len(text) == 0 && s.Compat == state.Document: // a blank message makes no step
		text = code.Of("没有查询到信息：没有由你管理或分配给你的任务。\n")
	}
	s.post(own, state.Message{
		TaskID: own.ID, Sender: q.Sender, Receiver: state.To(q.Sender), Text: state.Text{Pieces: text},
		StageRelative: cmp.Or(q.SenderStage, state.NotRelative), Returns: &q.WaitingID,
	}, out.Mark)
	return nil
}

// CheckAsk refuses a question that has no answer.
func (s *Sync) CheckAsk(q *AskInfo) error {
	_, err := s.answer(q)
	return err
}

func (s *Sync) answer(q *AskInfo) (pipeline.Pieces, error) {
	switch q.Type {
	case AskManaged:
		return s.tasksOf(func(t *state.Task) bool { return t.Manager() == q.Sender },
			func(*state.Stage) bool { return true }), nil
	case AskAssigned:
		return s.tasksOf(func(t *state.Task) bool { return slices.Contains(t.Group, q.Sender) },
			func(st *state.Stage) bool { _, in := st.Allocation.Get(q.Sender); return in }), nil
	case AskTask:
		t, err := s.task(q.TaskID)
		if err != nil {
			return nil, err
		}
		return pipeline.JoinPieces(taskInfo(t), poolInfo(t)), nil
	case AskStage:
		_, st, err := s.stage(q.TaskID, q.StageID)
		if err != nil {
			return nil, err
		}
		return stageInfo("###", st), nil
	}
	return nil, fmt.Errorf("ask_info: unknown type %q", pipeline.ShortName(q.Type))
}

// tasksOf describes some tasks, each with some of its stages.
func (s *Sync) tasksOf(which func(*state.Task) bool, with func(*state.Stage) bool) pipeline.Pieces {
	var all pipeline.Pieces
	for _, t := range s.Tasks.All() {
		if !which(t) {
			continue
		}
		all = pipeline.JoinPieces(all, taskInfo(t))
		for _, st := range t.Stages {
			if with(st) {
				all = pipeline.JoinPieces(all, stageInfo("####", st))
			}
		}
	}
	return all
}

func taskInfo(t *state.Task) pipeline.Pieces {
	return pipeline.JoinPieces(
		code.Of("### 任务 "+t.ID+"\n- 意图："), t.Intention.Pieces,
		code.Of("\n- 群组："+strings.Join(t.Group, ", ")+"\n- 状态："+string(t.Execution)+"\n- 总结："), t.Summary.Pieces,
		code.Of("\n"),
	)
}

// stageInfo describes a stage under a heading of the given level.
func stageInfo(level string, st *state.Stage) pipeline.Pieces {
	return pipeline.JoinPieces(code.Of(level+" 阶段 "+st.ID+"\n"), stageLines(st))
}

// stageLines describes a stage, and what each of its agents has done.
func stageLines(st *state.Stage) pipeline.Pieces {
	all := pipeline.JoinPieces(code.Of("- 阶段目标："), st.Intention.Pieces,
		code.Of("\n- 阶段状态："+string(st.Execution)+"\n- 各 Agent 的目标与完成情况：\n"))
	for id, goal := range st.Allocation.All() {
		part, _ := st.Agents.Get(id)
		all = pipeline.JoinPieces(all, code.Of("  - "+id+"（"+string(part)+"）\n    - 目标："), goal.Pieces,
			code.Of("\n    - 总结："))
		said, ok := st.Completion.Get(id)
		if !ok {
			said = state.TextOf(code, "没有提交")
		}
		all = pipeline.JoinPieces(all, said.Pieces, code.Of("\n"))
	}
	return all
}

// poolInfo returns the last entries of a task's pool.
func poolInfo(t *state.Task) pipeline.Pieces {
	all := code.Of("#### 共享消息池\n")
	for _, m := range t.Pool[max(len(t.Pool)-poolShown, 0):] {
		all = pipeline.JoinPieces(all, code.Of("- "+m.AgentID+"，"+m.StageID+"："), m.Content.Pieces, code.Of("\n"))
	}
	return all
}
