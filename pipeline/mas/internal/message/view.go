package message

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// View is the input of a prompt.
type View struct {
	Agent  *state.Agent
	Step   *state.Step // the current one, one of the agent's
	Skill  string      // the one that executes it; default: the step's executor
	Guides Guides
	Compat state.Compat
}

func (v View) program() bool { return v.Compat == state.Program }

// memory returns the text between the tags of the memory: its text, or repr of the dict of its entries.
func (v View) memory() pipeline.Pieces {
	entries, ok := v.Agent.Memory.Entries()
	if !ok && v.Agent.Memory.Text().Len() > 0 {
		return v.Agent.Memory.Text().Pieces
	}
	if ok || v.program() {
		return python.Dict(entries.All())
	}
	return nil
}

// ErrNoToolStep says that an instruction_generation has no following tool step in its stage.
var ErrNoToolStep = errors.New("no tool step follows in this stage")

// toolStep returns the tool step for which an instruction_generation writes.
func (v View) toolStep() (*toolData, error) {
	s := v.Agent.Steps.NextTool(v.Step.ID)
	if s == nil {
		return nil, ErrNoToolStep
	}
	guide := v.Guides.Tools[s.Executor]
	return &toolData{
		currentData: currentData{Intention: s.Intention.Pieces, Text: s.Text.Pieces, Rules: said(guide.Prompt),
			Format: said(guide.Format)},
		Description: said(guide.Description),
	}, nil
}

// none replaces a missing instruction or result of a step (A3).
const none = "无"

// result returns the result of a step, as JSON.
func result(s *state.Step) (pipeline.Pieces, error) {
	refused, _ := s.Result.Get(keyRefused)
	if s.Result.Len() == 0 || refused.Source.Kind == pipeline.TextAnswer {
		return pipeline.TextSource{}.Of(none), nil
	}
	return python.JSON(&s.Result)
}

// instruction returns the instruction of a tool, as JSON.
func instruction(s *state.Step) (pipeline.Pieces, error) {
	if s.Instruction.Empty() {
		return pipeline.TextSource{}.Of(none), nil
	}
	text, err := python.Dumps(s.Instruction.JSON)
	return s.Instruction.Source.Of(text), err
}

// keyRefused is the program's key for a refused answer. No later prompt shows it if it came from a model in the same
// conversation: it may be anything, of any length.
const keyRefused = "llm_response"
