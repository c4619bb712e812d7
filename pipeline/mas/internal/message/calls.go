package message

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// calls is the chain of calls that a tool_decision decides on (A3).
func calls(v View) (*callsData, error) {
	d := &callsData{Tool: toolName(v.Step.Text.String())}
	for _, s := range chain(v, d.Tool) {
		if d.Steps == nil {
			d.Intention, d.Text = s.Intention.Pieces, v.text(s)
		}
		result, err := result(s)
		if err != nil {
			return nil, err
		}
		d.Steps = append(d.Steps, callData{s.Executor, result})
	}
	return d, nil
}

// chain walks back from the current step over calls of the tool and the decisions between them. What else may stand
// between two of them is a step that writes an instruction or sends a message.
func chain(v View, tool string) []*state.Step {
	steps := v.Agent.Steps.OfStage(v.Step.StageID)
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

// fromCall is a chain that was walked backwards, from its first call on.
func fromCall(all []*state.Step) []*state.Step {
	slices.Reverse(all)
	if len(all) > 0 && !all[0].IsTool() {
		return all[1:]
	}
	return all
}

// toolName is what stands in the last tag <tool_name> of a text.
func toolName(text string) string {
	const begin, end = "<tool_name>", "</tool_name>"
	last := strings.LastIndex(text, end)
	if last < 0 {
		return ""
	}
	text = text[:last]
	return strings.TrimSpace(text[strings.LastIndex(text, begin)+len(begin):])
}
