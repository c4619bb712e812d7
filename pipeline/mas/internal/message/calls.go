package message

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// calls returns the chain of calls on which a tool_decision decides (A3).
func calls(v View) (*callsData, error) {
	d := &callsData{Tool: toolName(v.Step.Text.String())}
	for _, s := range chain(v, d.Tool) {
		if d.Steps == nil {
			d.Intention, d.Text = s.Intention.Pieces, s.Text.Pieces
		}
		result, err := result(s)
		if err != nil {
			return nil, err
		}
		d.Steps = append(d.Steps, callData{s.Executor, result})
	}
	return d, nil
}

// chain walks back from the current step over calls of the tool and the decisions between them. Between two of them
// there may also be steps that write an instruction or send a message.
func chain(v View, tool string) []*state.Step {
	steps := v.Agent.Steps.OfStage(v.Step.TaskID, v.Step.StageID)
	steps = steps[:max(slices.Index(steps, v.Step), 0)]
	var all []*state.Step
	wantTool := true
	for _, s := range slices.Backward(steps) {
		switch {
		case !s.IsTool() && (s.Executor == state.InstructionGeneration || s.Executor == "send_message"):
		case wantTool && s.IsTool() && s.Executor == tool, !wantTool && !s.IsTool() && s.Executor == "tool_decision":
			all = append(all, s)
			wantTool = !wantTool
		default:
			return fromCall(all)
		}
	}
	return fromCall(all)
}

// fromCall reverses a chain, from its first call on.
func fromCall(all []*state.Step) []*state.Step {
	slices.Reverse(all)
	if len(all) > 0 && !all[0].IsTool() {
		return all[1:]
	}
	return all
}

// toolName returns the text in the last tag <tool_name> of a text.
func toolName(text string) string {
	const begin, end = "<tool_name>", "</tool_name>"
	last := strings.LastIndex(text, end)
	if last < 0 {
		return ""
	}
	text = text[:last]
	return strings.TrimSpace(text[strings.LastIndex(text, begin)+len(begin):])
}
