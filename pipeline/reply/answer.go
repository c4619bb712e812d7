package reply

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// AskedTools is what a run offers to a model that calls tools.
type AskedTools struct {
	Stage   string          // of the model's request
	Offered []pipeline.Tool // no other tool is called
	Given   IDs             // ids of earlier calls of the session
	// Own returns the system's own executor for a call; if it or the executor is nil, only the case has results.
	Own func(call pipeline.ToolCall) pipeline.Own
}

// ToolResult is the result of one call.
type ToolResult struct {
	Call   pipeline.ToolCall
	Text   pipeline.Pieces // as the model reads it
	Failed bool
	From   pipeline.ToolSource
	Asked  pipeline.TextSource // of the answer with the call
}

// Answer executes the calls of an answer, one after the other. It returns the assistant's message, which keeps the
// model's own arguments byte for byte, and the results in the order of its calls. An error ends the turn.
func (a AskedTools) Answer(
	ctx context.Context, rt *pipeline.Runtime, resp pipeline.Response,
) (pipeline.Message, []ToolResult, error) {
	calls, from := slices.Clone(resp.ToolCalls), rt.AnswerText(a.Stage)
	for i := range calls {
		calls[i].ID = a.Given.give(calls[i].ID, func() string { return pipeline.CallID(rt.ID("call")) })
	}
	asked := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: calls, Source: from}
	if resp.Content != "" {
		asked.Sections = []pipeline.Section{pipeline.NewSection("Answer", from.Of(resp.Content))}
	}
	var results []ToolResult
	for _, call := range calls {
		r, err := a.call(ctx, rt, call)
		if err != nil {
			return pipeline.Message{}, nil, err
		}
		r.Call, r.Asked = call, from
		results = append(results, r)
	}
	return asked, results, nil
}

// call executes one call, unless that is impossible.
func (a AskedTools) call(ctx context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (ToolResult, error) {
	if !slices.ContainsFunc(a.Offered, func(t pipeline.Tool) bool { return t.Name == call.Name }) {
		return refused(rt, call, "there is no tool named "+call.Name+"."), nil
	}
	if why := badArguments(call.Arguments); why != "" {
		return refused(rt, call, "the arguments of "+call.Name+" "+why), nil
	}
	var own pipeline.Own
	if a.Own != nil {
		own = a.Own(call)
	}
	res, err := rt.Tool(ctx, call, own)
	r := ToolResult{Failed: res.Failed, From: res.From, Text: rt.ToolText(call).Of(res.Content)}
	switch {
	case res.From == pipeline.FromNobody:
		r.Text = failure(code.Of(call.Name + " gave no result."))
	case res.Failed:
		r.Text = failure(r.Text)
	}
	return r, err
}

// refused returns the result of a call that is not executed.
func refused(rt *pipeline.Runtime, call pipeline.ToolCall, why string) ToolResult {
	res := rt.Refuse(call, why)
	return ToolResult{Failed: true, From: res.From, Text: failure(code.Of(res.Content))}
}

// Message returns the tool message that answers the call, its text in a section of this name.
func (r ToolResult) Message(section string) pipeline.Message {
	return pipeline.Message{
		Role: pipeline.RoleTool, ToolCallID: r.Call.ID, Name: r.Call.Name, Source: r.Asked,
		Sections: []pipeline.Section{pipeline.NewSection(section, r.Text)},
	}
}

// ErrorPrefix precedes the text of a tool that failed.
const ErrorPrefix = "Tool error: "

func failure(what pipeline.Pieces) pipeline.Pieces {
	return pipeline.JoinPieces(code.Of(ErrorPrefix), what)
}

var code = pipeline.TextSource{Kind: pipeline.TextCode}
