package syncstate

import "github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"

// Intentions of the steps that begin a stage or answer a message; the program has other wordings (A6, A7).

func (s *Sync) toPlan() string {
	if s.Compat == state.Document {
		return "规划自己在本阶段要执行的步骤"
	}
	return "规划Agent执行当前阶段需要哪些具体step"
}

func (s *Sync) toReply(m state.Message) string {
	switch {
	case s.Compat == state.Program:
	case m.StageRelative == state.NotRelative || m.StageRelative == "":
		return "回复" + from(m) + "的消息，内容见 text_content；消息与阶段无关"
	default:
		return "回复" + from(m) + "的消息，内容见 text_content；消息属于阶段 " + m.StageRelative + "，回复的 stage_relative 也写它"
	}
	return "回复来自Agent " + m.Sender + "的消息，**消息内容见当前步骤的text_content**"
}

func (s *Sync) toProcess(m state.Message) string {
	if s.Compat == state.Document {
		return "处理" + from(m) + "的消息，内容见 text_content；今后还会用到的内容写进持续性记忆"
	}
	return "处理来自Agent " + m.Sender + "的消息，**消息内容见当前步骤的text_content**。" +
		"你需要理解、消化并在必要的时候反应该消息的内容（反应是指你需要做出与MAS系统交互的行为），" +
		"必要的时候需要将重要信息记录在你的persistent_memory中"
}

// from names the sender of a message: the user, an agent, or the system, which answers an agent in its own name.
func from(m state.Message) string {
	switch {
	case m.Sender == User:
		return "用户（" + User + "）"
	case m.Returns != nil:
		return "系统答复查询"
	}
	return " Agent " + m.Sender + " "
}
