package message

import "github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"

// blocks are a skill prompt's blocks besides system, role and memory, and its style of headings.
type blocks struct {
	tool    bool // the tool step for which it writes an instruction
	history bool
	calls   bool // program: rules of MCP, and the tool's calls so far
	called  bool // program: the current step is in a message of its own
	spaced  bool // the heading of the memory has a blank
}

// blocksOf returns the blocks of a skill (A3); ok is false for a skill without a prompt.
func blocksOf(skill string, c state.Compat) (b blocks, ok bool) {
	b.spaced = c == state.Program
	switch skill {
	case "planning", "ask_info":
		b.spaced = false
	case "quick_think":
	case "reflection", "summary", "think", "send_message", "task_manager", "agent_manager":
		b.history = true
	case "decision":
		b.history, b.spaced = true, false
	case "process_message":
		b.history, b.called = true, c == state.Program
	case state.InstructionGeneration:
		b.tool = true
	case "tool_decision":
		b.calls, b.spaced = true, false
	default:
		return b, false
	}
	return b, true
}
