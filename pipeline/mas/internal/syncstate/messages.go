package syncstate

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Instructions in messages (A6, A7).
const (
	startStage          = "start_stage"
	finishStage         = "finish_stage"
	finishTask          = "finish_task"
	updateWorkingMemory = "update_working_memory"
	addToolDecision     = "add_tool_decision"
	manageTask          = "manage_task" // the project's own
)

// User is the person who talks to the team.
const User = "user"

// systemSender is the sender of notices to a task's manager.
const systemSender = "[TaskState系统通知]"

var code pipeline.TextSource

// instruct returns a message with only an instruction. Its fields are alternating names and values; an empty value is
// null.
func instruct(
	t *state.Task, sender, relative string, to []string, instruction string, fields ...string,
) state.Message {
	b := append([]byte(`{`), jsonvalue.AppendString(nil, instruction)...)
	b = append(b, `:{`...)
	for i := 0; i < len(fields); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonvalue.AppendString(b, fields[i]), ':')
		if fields[i+1] == "" {
			b = append(b, "null"...)
			continue
		}
		b = jsonvalue.AppendString(b, fields[i+1])
	}
	text, err := python.Dumps(json.RawMessage(append(b, "}}"...)))
	if err != nil {
		text = string(b) // it is JSON
	}
	return state.Message{
		TaskID: t.ID, Sender: sender, Receiver: state.To(to...), StageRelative: relative,
		Text: state.TextOf(code, "<"+Instruction+">"+text+"</"+Instruction+">"),
	}
}

// notice returns a message of the system to a task's manager.
func notice(t *state.Task, relative string, text pipeline.Pieces) state.Message {
	return state.Message{
		TaskID: t.ID, Sender: systemSender, Receiver: state.To(t.Manager()), StageRelative: relative,
		Text: state.Text{Pieces: text},
	}
}

// stageComplete tells the manager that all agents of a stage have reported the end of their parts.
func stageComplete(t *state.Task, st *state.Stage) state.Message {
	return notice(t, st.ID, pipeline.JoinPieces(
		code.Of("[TaskState] 阶段 "+st.ID+" 中的每个Agent都已提交完成总结。\n- 各Agent的阶段目标："),
		python.Dict(st.Allocation.All()),
		code.Of("\n- 各Agent的完成总结："),
		python.Dict(st.Completion.All()),
		code.Of("\n请判断该阶段是否达到预期：达到则用task_manager技能的finish_stage结束它，否则用retry_stage重试。\n"),
	))
}

// stagesOver tells the manager that a task has no stage left.
func stagesOver(t *state.Task) state.Message {
	return notice(t, state.NotRelative, code.Of("[TaskState] 已侦测到任务 "+t.ID+" 下所有Stage均已完成。\n"+
		"**现在你作为管理Agent需要对该任务完成情况进行判断，你需要通过ask_info技能主动获取该任务的详细信息进行任务完成判定。**\n"+
		"- 如果任务完成情况满足预期，则使用task_manager技能的finish_task交付该任务\n"+
		"- 如果任务完成情况不满足预期，则可以考虑使用task_manager技能的add_stage为该任务添加新的阶段，以弥补不满足预期的部分。\n"))
}
