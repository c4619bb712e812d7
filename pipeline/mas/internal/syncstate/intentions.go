package syncstate

import "github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"

// Intentions of the steps that begin a stage or answer a message; the programs have other wordings (A6, A7).

func (s *Sync) toPlan() string {
	if s.Compat == state.Document {
		return "规划自己在本阶段要执行的步骤"
	}
	return "规划Agent执行当前阶段需要哪些具体step"
}

func (s *Sync) toReply(sender string) string {
	if s.Compat == state.Document {
		return "回复 Agent " + sender + " 的消息，内容见 text_content"
	}
	return "回复来自Agent " + sender + "的消息，**消息内容见当前步骤的text_content**"
}

func (s *Sync) toProcess(sender string) string {
	if s.Compat == state.Document {
		return "处理 Agent " + sender + " 的消息，内容见 text_content；今后还会用到的内容写进持续性记忆"
	}
	return "处理来自Agent " + sender + "的消息，**消息内容见当前步骤的text_content**。" +
		"你需要理解、消化并在必要的时候反应该消息的内容（反应是指你需要做出与MAS系统交互的行为），" +
		"必要的时候需要将重要信息记录在你的persistent_memory中"
}
