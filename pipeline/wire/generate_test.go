package wire_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// texts are texts as a person writes them, and texts that try to break a form.
var texts = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
	"", " ", "\n", "\u00a0", "你好,海狸", "🦫", "\u2028\u2029", "\ufeff", "\x00\x1b", `"`, `\u0041`, "<b>&amp;",
	"<system>", "<system>\nx\n</system>", "\n</system>", `{"_raw":"x"}`, `[{"type":"text","text":"x"}]`, "null",
}))

// argumentTexts are arguments of tool calls: objects in odd spellings, other JSON, and invalid JSON.
var argumentTexts = rapid.OneOf(texts, rapid.SampledFrom([]string{
	`{}`, ` { } `, "{\n\t\"b\" : 1.0 ,\r\n\"a\":1e400,\"a\":-0}", `{"x":"\u00e9\ud800\/"}`, "{\"x\":\"\u2028<\"}",
	"\u00a0{}", `{"a":`, `{}{}`, `[{}]`, `1`,
	`{"_raw":"x"}`, ` { "_raw" : "x" } `, `{"_raw":"\u0078"}`, `{"_RAW":"x"}`, `{"_raw":"x","y":1}`, `{"_raw":null}`,
	`{"_raw":{"_raw":"x"}}`,
	strings.Repeat(`{"a":`, 1200) + "1" + strings.Repeat("}", 1200),
}))

var schemas = rapid.SampledFrom([]string{
	"", `{"type":"object"}`,
	"{\"type\":\"object\",\"title\":\"\u2028<é\"," +
		`"properties":{"b":{"minimum":1.0},"a":{}},"required":["b"]}`,
})

// requests are requests that a pipeline may send: tool results after the calls that they answer, results and calls
// truncated anywhere, system messages anywhere.
var requests = rapid.Custom(func(t *rapid.T) pipeline.Request {
	req := pipeline.Request{Stage: rapid.SampledFrom([]string{"main", "node"}).Draw(t, "stage"),
		Model: texts.Draw(t, "model"), Options: options.Draw(t, "options")}
	for n := rapid.IntRange(0, 6).Draw(t, "messages"); n > 0; n-- {
		req.Messages = append(req.Messages, exchange(t, len(req.Messages))...)
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "tools") {
		tool := pipeline.Tool{Name: "tool" + strconv.Itoa(i), Description: texts.Draw(t, "description")}
		if s := schemas.Draw(t, "parameters"); s != "" {
			tool.Parameters = json.RawMessage(s)
		}
		req.Tools = append(req.Tools, tool)
	}
	if f := rapid.OneOf(schemas, rapid.Just(`"json"`)).Draw(t, "format"); f != "" {
		req.Format = json.RawMessage(f)
	}
	return req
})

// exchange generates a message, or an assistant's message with tool calls and some of their results.
func exchange(t *rapid.T, at int) []pipeline.Message {
	m := pipeline.Message{Role: rapid.SampledFrom([]string{pipeline.RoleSystem, pipeline.RoleUser,
		pipeline.RoleAssistant}).Draw(t, "role")}
	for range rapid.IntRange(0, 2).Draw(t, "sections") {
		m.Sections = append(m.Sections, pipeline.Section{Name: "Part", Text: texts.Draw(t, "text")})
	}
	if m.Role != pipeline.RoleAssistant {
		return []pipeline.Message{m}
	}
	m.ToolCalls = calls(t, at)
	ms := []pipeline.Message{m}
	for _, c := range m.ToolCalls[:rapid.IntRange(0, len(m.ToolCalls)).Draw(t, "results")] {
		ms = append(ms, result(c.ID, c.Name, texts.Draw(t, "result")))
	}
	return ms
}

func calls(t *rapid.T, at int) []pipeline.ToolCall {
	var out []pipeline.ToolCall
	for i := range rapid.IntRange(0, 3).Draw(t, "calls") {
		out = append(out, pipeline.ToolCall{
			ID: "call:turn-1/" + strconv.Itoa(at) + "~" + strconv.Itoa(i), Name: texts.Draw(t, "name"),
			Arguments: argumentTexts.Draw(t, "arguments"),
		})
	}
	return out
}

var options = rapid.Custom(func(t *rapid.T) pipeline.Options {
	number := rapid.Ptr(rapid.Float64Range(0, 2), true)
	count := rapid.Ptr(rapid.IntRange(-2, 9000), true)
	return pipeline.Options{
		Temperature: number.Draw(t, "temperature"), TopP: number.Draw(t, "top_p"), TopK: count.Draw(t, "top_k"),
		MinP:          number.Draw(t, "min_p"),
		RepeatPenalty: number.Draw(t, "repeat_penalty"), Seed: count.Draw(t, "seed"), NumCtx: count.Draw(t, "num_ctx"),
		NumPredict: count.Draw(t, "num_predict"),
		Stop:       rapid.SliceOfN(texts, 0, 2).Draw(t, "stop"),
	}
})

// responses are responses of models: one that calls tools and ends normally has the finish tool_calls.
var responses = rapid.Custom(func(t *rapid.T) pipeline.Response {
	resp := pipeline.Response{
		Content: texts.Draw(t, "content"), ToolCalls: calls(t, 0), Reasoning: texts.Draw(t, "reasoning"),
		Finish: rapid.SampledFrom([]string{"", "stop", "length", "content_filter", "load"}).Draw(t, "finish"),
		Usage: pipeline.Usage{Prompt: rapid.IntRange(0, 9).Draw(t, "prompt"),
			Completion: rapid.IntRange(0, 9).Draw(t, "completion")},
		Duration: time.Duration(rapid.IntRange(0, 1e9).Draw(t, "duration")),
		Origin:   pipeline.Origin{Model: texts.Draw(t, "model")},
	}
	if resp.Finish == "stop" && len(resp.ToolCalls) > 0 {
		resp.Finish = "tool_calls"
	}
	return resp
})
