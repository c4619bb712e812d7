package initialize

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// answer is what a model could say to a request: a text, JSON of the schema that the request asks for, or a call of the
// tool that it demands.
type answer struct {
	json    json.RawMessage    // nil: the text
	tool    *pipeline.ToolCall // nil: none
	unknown bool               // JSON was asked for, and no schema says which
}

// answerTo returns an answer that fits a request.
func answerTo(b *app.Body) answer {
	req := &b.Request
	if t := demanded(req); t != nil && !hasResult(req) {
		arguments, ok := score.Instance(t.Parameters)
		if !ok || !jsonvalue.OpensObject(arguments) {
			arguments = json.RawMessage("{}")
		}
		return answer{tool: &pipeline.ToolCall{Name: t.Name, Arguments: string(arguments)}}
	}
	if req.Format == nil {
		return answer{}
	}
	if jsonvalue.OpensObject(req.Format) {
		if value, ok := score.Instance(req.Format); ok {
			return answer{json: value}
		}
	}
	return answer{json: json.RawMessage("{}"), unknown: true}
}

// hasResult reports whether a tool has answered since the user spoke last.
func hasResult(req *pipeline.Request) bool {
	for _, m := range slices.Backward(req.Messages) {
		switch m.Role {
		case pipeline.RoleTool:
			return true
		case pipeline.RoleUser:
			return false
		}
	}
	return false
}

// demanded returns the tool that a request's tool_choice makes the model call, in the forms of OpenAI and Anthropic;
// nil: it may answer in words.
func demanded(req *pipeline.Request) *pipeline.Tool {
	var sent struct {
		ToolChoice json.RawMessage `json:"tool_choice"`
	}
	if len(req.Tools) == 0 || json.Unmarshal(req.Parameters, &sent) != nil {
		return nil
	}
	var word string
	var named struct {
		Type, Name string
		Function   struct{ Name string }
	}
	if json.Unmarshal(sent.ToolChoice, &word) != nil && json.Unmarshal(sent.ToolChoice, &named) != nil {
		return nil
	}
	if word == "required" || named.Type == "any" {
		return &req.Tools[0]
	}
	i := slices.IndexFunc(req.Tools, func(t pipeline.Tool) bool {
		return t.Name != "" && (t.Name == named.Name || t.Name == named.Function.Name)
	})
	if i < 0 {
		return nil
	}
	return &req.Tools[i]
}

// response returns the answer as a model gives it.
func (a answer) response() pipeline.Response {
	switch {
	case a.tool != nil:
		return pipeline.Response{ToolCalls: []pipeline.ToolCall{*a.tool}, Finish: "tool_calls"}
	case a.json != nil:
		return pipeline.Response{Content: string(a.json)}
	}
	return pipeline.Response{Content: modelText}
}

// yaml returns the answer as it stands in a case or a suite. A tool is called by the first answer to what the user
// says; text is what is said otherwise.
func (a answer) yaml(text string) string {
	switch {
	case a.tool != nil:
		return "[{when: {step: 1}, tool_calls: [{name: " + quoted(a.tool.Name) + ", arguments: " + a.tool.Arguments +
			"}]}, " + quoted(text) + "]"
	case a.json != nil:
		return "{json: " + string(a.json) + "}"
	}
	return quoted(text)
}
