package beaver

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// callTools appends an assistant message that asks for tools and one tool message for each of its calls, in their order
// (T-1 to T-4).
func (r *agentRun) callTools(resp pipeline.Response) error {
	calls, ids := slices.Clone(resp.ToolCalls), idsOf(r.head, r.stored)
	for i := range calls {
		calls[i].ID = ids.give(calls[i].ID, func() string { return pipeline.CallID(r.rt.ID("call")) })
	}
	asked := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: calls}
	if resp.Content != "" {
		asked.Sections = []pipeline.Section{{Name: "Answer", Text: resp.Content}}
	}
	r.stored = append(r.stored, asked)
	for _, call := range calls {
		text, failed, err := r.callTool(call)
		if err != nil {
			return err
		}
		r.record.Tools = append(r.record.Tools, toolRecord{call.Name, call.Arguments, text, failed})
		r.stored = append(r.stored, pipeline.Message{
			Role: pipeline.RoleTool, ToolCallID: call.ID, Name: call.Name, Sections: []pipeline.Section{{Name: "Result", Text: text}},
		})
	}
	return nil
}

// callTool gives the text of the tool message; whatever goes wrong is said there, and the loop goes on (T-3).
func (r *agentRun) callTool(call pipeline.ToolCall) (text string, failed bool, err error) {
	if !slices.ContainsFunc(r.tools, func(t pipeline.Tool) bool { return t.Name == call.Name }) {
		return toolError(r.rt.Refuse(call, "there is no tool named "+call.Name+".")), true, nil
	}
	if !isObject(call.Arguments) {
		return toolError(r.rt.Refuse(call, "the arguments of "+call.Name+" are not a JSON object.")), true, nil
	}
	var own pipeline.Own
	if call.Name == memorySave {
		own = r.memory.save
	}
	res, err := r.rt.Tool(r.ctx, call, own)
	switch {
	case err != nil:
		return "", true, err
	case res.From == pipeline.FromNobody:
		return "Tool error: " + call.Name + " gave no result.", true, nil
	case res.Failed:
		return toolError(res), true, nil
	}
	return res.Content, false, nil
}

func toolError(res pipeline.ToolResult) string { return "Tool error: " + res.Content }

func isObject(arguments string) bool {
	var o map[string]json.RawMessage
	return json.Unmarshal([]byte(arguments), &o) == nil && o != nil
}

// decidedCalls is what main decided: the tools that it wants, or none.
func decidedCalls(resp pipeline.Response) any {
	type call struct {
		Tool      string `json:"tool"`
		Arguments string `json:"arguments"`
	}
	d := struct {
		Calls []call `json:"calls"`
	}{[]call{}}
	for _, c := range resp.ToolCalls {
		d.Calls = append(d.Calls, call{c.Name, c.Arguments})
	}
	return d
}
