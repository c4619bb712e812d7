package agens

import (
	"context"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// unanswered returns the tool calls of an answer without a result. Once all have one, the answer counts (G7).
func (v *visit) unanswered(a answer) []toolCall {
	return slices.DeleteFunc(slices.Clone(a.calls), func(c toolCall) bool {
		_, has := v.message.ToolResults[c.ID]
		return has
	})
}

// callTools makes calls concurrently, each in a place of its own, and adds their results, by id.
func (v *visit) callTools(ctx context.Context, calls []toolCall) error {
	rts := make([]*pipeline.Runtime, len(calls))
	for i, c := range calls {
		rts[i] = v.rt.At("tool", placeName(c.ID))
	}
	given := make([]any, len(calls))
	err := v.rt.Together(rts, func(i int, at *pipeline.Runtime) (err error) {
		given[i], err = v.callTool(ctx, at.WithTimeout(v.node.timeout), calls[i])
		return err
	})
	if err != nil {
		return err
	}
	results := maps.Clone(v.message.ToolResults)
	if results == nil {
		results = map[string]any{}
	}
	for i, c := range calls {
		results[c.ID] = given[i]
	}
	v.message.ToolResults = results
	return nil
}

// placeName returns an id for the name of a place: a long one is shortened.
func placeName(id string) string {
	if len(id) > pipeline.MaxName {
		return pipeline.CallID(id)
	}
	return id
}

// callTool returns the result of a call as a JSON value, errors included (G0).
func (v *visit) callTool(ctx context.Context, at *pipeline.Runtime, c toolCall) (any, error) {
	pairs, err := jsonvalue.Marshal(c.Arguments)
	if err != nil {
		return nil, err
	}
	said := pipeline.ToolCall{ID: c.ID, Name: c.Name, Arguments: string(pairs)}
	if !slices.ContainsFunc(v.node.tools, func(t pipeline.Tool) bool { return t.Name == c.Name }) {
		return failed(at, c, code, at.Refuse(said, "there is no tool named "+pipeline.ShortName(c.Name)).Content), nil
	}
	arguments := map[string]string{}
	for _, a := range c.Arguments {
		if _, twice := arguments[a.Key]; twice {
			why := at.Refuse(said, "the argument "+pipeline.ShortName(a.Key)+" stands twice").Content
			return failed(at, c, code, why), nil
		}
		arguments[a.Key] = a.Value
	}
	object, err := jsonvalue.Marshal(arguments)
	if err != nil {
		return nil, err
	}
	call := pipeline.ToolCall{ID: c.ID, Name: c.Name, Arguments: string(object)}
	res, err := at.ToolAs(ctx, said, call, nil)
	switch {
	case err != nil:
		return nil, err
	case res.From == pipeline.FromNobody:
		return failed(at, c, code, c.Name+" gave no result"), nil
	case res.Failed:
		return failed(at, c, at.ToolText(call), res.Content), nil
	}
	return message.Sourced{Value: resultValue(res.Content), Source: at.ToolText(call)}, nil
}

// failed reports a tool call without a result, and returns a replacement.
func failed(at *pipeline.Runtime, c toolCall, from pipeline.TextSource, what string) any {
	at.Fallback(pipeline.Fallback{Stage: stageTool, Reason: reasonToolError, Detail: pipeline.ShortName(c.Name)})
	return map[string]any{"error": message.Sourced{Value: what, Source: from}}
}

// resultValue returns a tool's result: the value if it is JSON, else the text.
func resultValue(content string) any {
	raw, err := reply.Read(pipeline.Strict, content)
	if err != nil {
		return content
	}
	v, err := jsonvalue.Parse(raw)
	if err != nil {
		return content
	}
	return v
}
