// Package message makes the prompts of the steps that a skill executes (A3): which blocks stand in them, in which order,
// under which headings, and what an agent is asked again (A5). The texts themselves stand in template files.
package message

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// View is what a prompt is made of.
type View struct {
	Agent  *state.Agent
	Step   *state.Step // the one that is executed, one of the agent's; its executor is the skill
	Guides Guides
	Compat state.Compat
}

func (v View) head() bool { return v.Compat == state.Head }

// Build makes the messages of a step: its prompt, and for process_message of head the message behind it that says what
// the step is. It fails for a permission or a skill that is not configured, and for an instruction_generation without a
// tool step behind it (ErrNoToolStep).
func (p *Prompts) Build(v View) ([]pipeline.Message, error) {
	if err := p.Check(v.Agent, v.Guides, v.Compat); err != nil {
		return nil, err
	}
	b, ok := blocksOf(v.Step.Executor, v.Compat)
	if !ok {
		return nil, fmt.Errorf("no prompt for a step of the skill %q: there are %s", v.Step.Executor,
			strings.Join(allSkills(), ", "))
	}
	current, err := p.current(v)
	if err != nil {
		return nil, err
	}
	data, err := p.data(v, b)
	if err != nil {
		return nil, err
	}
	if !b.called {
		data.Current = current
	}
	messages, err := p.user(nil, fileStep, data)
	if err == nil && b.called {
		messages, err = p.user(messages, fileCalled, calledData{current})
	}
	return messages, err
}

// user renders a file as one more message of the user.
func (p *Prompts) user(before []pipeline.Message, file string, data any) ([]pipeline.Message, error) {
	sections, err := p.set.Render(file, data)
	return append(before, pipeline.Message{Role: pipeline.RoleUser, Sections: sections}), err
}

// texts are those for the kind of memory that the program has.
func (p *Prompts) texts(c state.Compat) texts {
	if c == state.Head {
		return p.dict
	}
	return p.text
}

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
