package beaver

import (
	"context"
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// callTools appends an assistant message that asks for tools and one tool message for each of its calls, in their order
// (T-1 to T-4).
func (r *agentRun) callTools(resp pipeline.Response) error {
	calls, ids := slices.Clone(resp.ToolCalls), idsOf(r.head, r.stored)
	for i := range calls {
		calls[i].ID = ids.give(calls[i].ID, func() string { return pipeline.CallID(r.rt.ID("call")) })
	}
	from := r.rt.AnswerText(r.in.Stage)
	asked := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: calls, Source: from}
	if resp.Content != "" {
		asked.Sections = []pipeline.Section{pipeline.NewSection("Answer", from.Of(resp.Content))}
	}
	r.stored = append(r.stored, asked)
	for _, call := range calls {
		text, failed, err := r.callTool(call)
		if err != nil {
			return err
		}
		r.record.Tools = append(r.record.Tools, toolRecord{
			Name: call.Name, Arguments: call.Arguments, Content: text.String(), Failed: failed, asked: from,
			from: lastSource(text),
		})
		r.stored = append(r.stored, pipeline.Message{
			Role: pipeline.RoleTool, ToolCallID: call.ID, Name: call.Name, Source: from,
			Sections: []pipeline.Section{pipeline.NewSection("Result", text)},
		})
	}
	return nil
}

// callTool gives the text of the tool message; whatever goes wrong is said there, and the loop goes on (T-3).
func (r *agentRun) callTool(call pipeline.ToolCall) (text pipeline.Pieces, failed bool, err error) {
	if !slices.ContainsFunc(r.tools, func(t pipeline.Tool) bool { return t.Name == call.Name }) {
		return toolError(code.Of(r.rt.Refuse(call, "there is no tool named "+call.Name+".").Content)), true, nil
	}
	if why := badArguments(call.Arguments); why != "" {
		return toolError(code.Of(r.rt.Refuse(call, "the arguments of "+call.Name+" "+why).Content)), true, nil
	}
	var own pipeline.Own
	if call.Name == memorySave {
		from := r.rt.AnswerText(r.in.Stage)
		own = func(_ context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
			return r.memory.save(rt, call, from)
		}
	}
	res, err := r.rt.Tool(r.ctx, call, own)
	switch {
	case err != nil:
		return nil, true, err
	case res.From == pipeline.FromNobody:
		return toolError(code.Of(call.Name + " gave no result.")), true, nil
	case res.Failed:
		return toolError(r.rt.ToolText(call).Of(res.Content)), true, nil
	}
	return r.rt.ToolText(call).Of(res.Content), false, nil
}

// toolErrorPrefix stands in front of what a tool said that failed.
const toolErrorPrefix = "Tool error: "

// toolError is what a model reads of a tool that failed.
func toolError(what pipeline.Pieces) pipeline.Pieces {
	return pipeline.JoinPieces(code.Of(toolErrorPrefix), what)
}

// lastSource is the source of a text's end.
func lastSource(p pipeline.Pieces) pipeline.TextSource { return p[max(0, len(p)-1):].Source() }

// badArguments says why no tool can be called with the arguments, as the end of a sentence; empty: one can.
func badArguments(arguments string) string {
	raw, err := reply.Read(pipeline.Strict, arguments)
	switch {
	case errors.Is(err, reply.ErrKeyTwice):
		return "hold a key twice."
	case err != nil || raw[0] != '{':
		return "are not a JSON object."
	}
	return ""
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
