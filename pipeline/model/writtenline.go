package model

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// writtenLine reads a line as Encode writes it; ok is false for any other, whatever it holds.
func writtenLine(line []byte) (j lineJSON, ok bool) {
	c := jsonvalue.NewCursor(line)
	c.Take('{')
	optional(c, "path", &j.Path)
	if c.Member("repeat") {
		j.Repeat = c.Int()
	}
	optional(c, "source", &j.Source)
	optional(c, "from", &j.From)
	optional(c, "model", &j.Model)
	optional(c, "model_digest", &j.ModelDigest)
	if c.Member("context") {
		j.Context = c.Int()
	}
	optional(c, "server", &j.Server)
	optional(c, "at", &j.At)
	optional(c, "digest", &j.Digest)
	optional(c, "carried_from", &j.CarriedFrom)
	if c.Member("request") {
		j.Request = writtenRequest(c)
	}
	if c.Member("response") {
		j.Response = writtenResponse(c)
	}
	c.Take('}')
	return j, c.Done()
}

// optional reads a text if it is the next member.
func optional[T ~string](c *jsonvalue.Cursor, name string, to *T) {
	if c.Member(name) {
		*to = T(c.Text())
	}
}

func writtenRequest(c *jsonvalue.Cursor) *requestJSON {
	j := &requestJSON{}
	c.Take('{')
	optional(c, "stage", &j.Stage)
	optional(c, "model", &j.Model)
	optional(c, "extends", &j.Extends)
	if c.Member("keep") {
		j.Keep = c.Int()
	}
	if c.Member("messages") {
		j.Messages = []messageJSON{}
		for c.Take('['); c.Item(); {
			j.Messages = append(j.Messages, writtenMessage(c))
		}
	}
	if c.Member("tools") {
		j.Tools = []toolJSON{}
		for c.Take('['); c.Item(); {
			j.Tools = append(j.Tools, writtenTool(c))
		}
	}
	if c.Member("format") {
		j.Format = c.Raw()
	}
	if c.Member("options") {
		j.Options = writtenOptions(c)
	}
	optional(c, "think", &j.Think)
	if c.Member("parameters") {
		j.Parameters = c.Raw()
	}
	j.Truncate, j.Shift = pointed(c, "truncate", c.Bool), pointed(c, "shift", c.Bool)
	if c.Member("timeout_ms") {
		j.Timeout = c.Float()
	}
	c.Take('}')
	return j
}

// pointed reads a value if it is the next member; nil: it is not.
func pointed[T any](c *jsonvalue.Cursor, name string, read func() T) *T {
	if !c.Member(name) {
		return nil
	}
	v := read()
	return &v
}

func writtenMessage(c *jsonvalue.Cursor) (j messageJSON) {
	c.Take('{')
	optional(c, "role", &j.Role)
	optional(c, "content", &j.Content)
	j.ToolCalls = writtenCalls(c)
	optional(c, "tool_call_id", &j.ToolCallID)
	optional(c, "name", &j.Name)
	if c.Member("fields") {
		j.Fields = c.Raw()
	}
	c.Take('}')
	return j
}

func writtenCalls(c *jsonvalue.Cursor) []pipeline.ToolCall {
	if !c.Member("tool_calls") {
		return nil
	}
	calls := []pipeline.ToolCall{}
	for c.Take('['); c.Item(); {
		var call pipeline.ToolCall
		c.Take('{')
		optional(c, "id", &call.ID)
		optional(c, "name", &call.Name)
		optional(c, "arguments", &call.Arguments)
		c.Take('}')
		calls = append(calls, call)
	}
	return calls
}

func writtenTool(c *jsonvalue.Cursor) (j toolJSON) {
	c.Take('{')
	optional(c, "name", &j.Name)
	optional(c, "description", &j.Description)
	if c.Member("parameters") {
		j.Parameters = c.Raw()
	}
	c.Take('}')
	return j
}

func writtenOptions(c *jsonvalue.Cursor) (o pipeline.Options) {
	c.Take('{')
	o.Temperature, o.TopP = pointed(c, "temperature", c.Float), pointed(c, "top_p", c.Float)
	o.TopK = pointed(c, "top_k", c.Int)
	o.MinP, o.RepeatPenalty = pointed(c, "min_p", c.Float), pointed(c, "repeat_penalty", c.Float)
	o.Seed, o.NumCtx, o.NumPredict = pointed(c, "seed", c.Int), pointed(c, "num_ctx", c.Int),
		pointed(c, "num_predict", c.Int)
	if c.Member("stop") {
		o.Stop = []string{}
		for c.Take('['); c.Item(); {
			o.Stop = append(o.Stop, c.Text())
		}
	}
	c.Take('}')
	return o
}

func writtenResponse(c *jsonvalue.Cursor) (j responseJSON) {
	c.Take('{')
	optional(c, "content", &j.Content)
	j.ToolCalls = writtenCalls(c)
	optional(c, "reasoning", &j.Reasoning)
	if c.Member("blocks") {
		j.Blocks = c.Raw()
	}
	optional(c, "finish", &j.Finish)
	if c.Member("usage") {
		j.Usage = &pipeline.Usage{}
		c.Take('{')
		if c.Member("prompt") {
			j.Usage.Prompt = c.Int()
		}
		if c.Member("completion") {
			j.Usage.Completion = c.Int()
		}
		c.Take('}')
	}
	if c.Member("duration_ms") {
		j.DurationMS = c.Float()
	}
	optional(c, "fail", &j.Fail)
	optional(c, "error", &j.Error)
	c.Take('}')
	return j
}
