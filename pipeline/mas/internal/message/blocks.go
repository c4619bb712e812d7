package message

import "github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"

// blocks are those that a skill's prompt has besides system, role and memory, and the way of its headings.
type blocks struct {
	tool    bool // the tool step that it writes an instruction for
	history bool
	calls   bool // head: rules of MCP, and what the tool was called for so far
	called  bool // head: the current step is in a message of its own
	spaced  bool // there is a blank in the heading of the memory
}

// blocksOf are the blocks of a skill (A3); ok is false for a skill that has no prompt.
func blocksOf(skill string, c state.Compat) (b blocks, ok bool) {
	b.spaced = c != state.Document
	switch skill {
	case "planning", "ask_info":
		b.spaced = false
	case "quick_think":
	case "reflection", "summary", "think", "send_message", "task_manager", "agent_manager":
		b.history = true
	case "decision":
		b.history, b.spaced = true, false
	case "process_message":
		b.history, b.called = true, c == state.Head
	case state.InstructionGeneration:
		b.tool = true
	case "tool_decision":
		b.calls, b.spaced = true, false
	default:
		return b, false
	}
	return b, true
}
