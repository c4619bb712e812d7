package syncstate

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// stageText is what an agent's planning is told of the stage (A6). The programs end each line with a comma at the
// beginning of the next (Q).
func (s *Sync) stageText(agent string, st *state.Stage) (state.Text, error) {
	goal, ok := st.Allocation.Get(agent)
	if !ok {
		return state.Text{}, fmt.Errorf("stage %s has no goal for agent %s", st.ID, agent)
	}
	end := "\n,"
	if s.Compat == state.Document {
		end = "\n"
	}
	return state.Text{Pieces: pipeline.JoinPieces(
		code.Of("你被分配协助完成当前阶段stage的目标\n\n当前阶段stage的信息如下："+end),
		code.Of("- 任务ID为："+st.TaskID+end+"- 阶段ID为："+st.ID+end+"- 阶段整体目标stage_intention为："),
		st.Intention.Pieces,
		code.Of(end+"- 阶段中所有Agent的分配情况agent_allocation为："),
		python.Dict(st.Allocation.All()),
		code.Of(end+"\n**你的所负责的具体目标为**："), goal.Pieces, code.Of("\n"),
	)}, nil
}
