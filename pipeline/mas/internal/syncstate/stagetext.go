package syncstate

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// stageText returns the stage's description for an agent's planning: its task, id and intention, the agents' parts, and
// the agent's own goal (A6).
func (s *Sync) stageText(agent string, st *state.Stage) (state.Text, error) {
	goal, ok := st.Allocation.Get(agent)
	if !ok {
		return state.Text{}, fmt.Errorf("stage %s has no goal for agent %s", st.ID, agent)
	}
	text := stageTextOfProgram
	if s.Compat == state.Document {
		text = stageTextOfDocument
	}
	return state.Text{Pieces: text(st, goal.Pieces)}, nil
}

func stageTextOfDocument(st *state.Stage, goal pipeline.Pieces) pipeline.Pieces {
	text := pipeline.JoinPieces(
		code.Of("你参加了下面这个阶段。请为自己规划要执行的步骤。\n\n- 任务 ID："+st.TaskID+"\n- 阶段 ID："+st.ID+"\n- 阶段的整体目标："),
		st.Intention.Pieces, code.Of("\n- 各 Agent 的分工："),
	)
	for id, part := range st.Allocation.All() {
		text = pipeline.JoinPieces(text, code.Of("\n  - "+id+"："), part.Pieces)
	}
	return pipeline.JoinPieces(text, code.Of("\n\n**你负责的目标**："), goal, code.Of("\n"))
}

// stageTextOfProgram ends each line with a comma at the beginning of the next (Q).
func stageTextOfProgram(st *state.Stage, goal pipeline.Pieces) pipeline.Pieces {
	return pipeline.JoinPieces(
		code.Of("你被分配协助完成当前阶段stage的目标\n\n当前阶段stage的信息如下：\n,"),
		code.Of("- 任务ID为："+st.TaskID+"\n,- 阶段ID为："+st.ID+"\n,- 阶段整体目标stage_intention为："),
		st.Intention.Pieces,
		code.Of("\n,- 阶段中所有Agent的分配情况agent_allocation为："),
		python.Dict(st.Allocation.All()),
		code.Of("\n,\n**你的所负责的具体目标为**："), goal, code.Of("\n"),
	)
}
