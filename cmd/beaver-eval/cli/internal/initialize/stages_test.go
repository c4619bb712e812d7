package initialize

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// asked returns a request with a system message.
func asked(system string, with ...func(*app.Body)) *request {
	b := &app.Body{Endpoint: app.ChatCompletions}
	if system != "" {
		b.Request.Messages = []pipeline.Message{pipeline.Text(pipeline.RoleSystem, app.Content, system)}
	}
	for _, f := range with {
		f(b)
	}
	return &request{body: b}
}

func tool(name string) func(*app.Body) {
	return func(b *app.Body) { b.Request.Tools = append(b.Request.Tools, pipeline.Tool{Name: name}) }
}

func format(name string) func(*app.Body) {
	return func(b *app.Body) { b.FormatName, b.Request.Format = name, json.RawMessage(`{"title":"`+name+`"}`) }
}

func at(e app.Endpoint) func(*app.Body) { return func(b *app.Body) { b.Endpoint = e } }

// atOnce makes requests concurrent.
func atOnce(all ...*request) []*request {
	for i, r := range all {
		r.beside = all[:i]
	}
	return all
}

// Rules look at what an edit of a prompt seldom touches, and each kind of request has a stage.
func TestStages(t *testing.T) {
	experts := atOnce(asked("# Role\nYou are an expert of frames."), asked("# Role\nYou are an expert of gears."))
	for _, tt := range []struct {
		name     string
		requests []*request
		want     []string // rules
	}{
		{"one kind", []*request{asked("You are a desk."), asked("You are a desk.")}, nil},
		{"one kind at once", atOnce(asked("You are a desk."), asked("You are a desk.")),
			[]string{"{name: chat, together: true}"}},
		{"no system message", []*request{asked(""), asked("", tool("find"))},
			[]string{"{name: find, when: {tools: ^find$}}", "{name: main}"}},
		{"formats first", []*request{asked("You route mails.", format("Route")),
			asked("You are the shop's voice.", tool("price"))},
			[]string{"{name: route, when: {format: ^Route$}}", "{name: voice, when: {tools: ^price$}}"}},
		{"endpoints", []*request{asked("You sum up.", at(app.OllamaGenerate)), asked("You are a desk.")},
			[]string{`{name: sum, when: {endpoint: "^ollama\\.generate$"}}`,
				"{name: desk, when: {endpoint: \"^chat\\\\.completions$\"}}"}},
		{"words", []*request{asked("You are the reception of a small harbour."),
			asked("You are the weather desk of a small harbour.")},
			[]string{"{name: reception, when: {system: reception}}", "{name: weather}"}},
		{"several at once", append(experts, asked("# Role\nYou are the shop's voice.")),
			[]string{"{name: expert, when: {system: expert}, together: true}", "{name: voice}"}},
		{"at once, but not alike", append(atOnce(asked("Judge the style."), asked("Count the words.")),
			asked("Write a page.")),
			[]string{"{name: judge, when: {system: Judge}}", "{name: count, when: {system: Count}}", "{name: write}"}},
		{"words and nothing else", []*request{asked("You are a desk for one."), asked("You are a desk for all of us.")},
			[]string{"{name: one, when: {system: one}}", "{name: all}"}},
		{"one prompt begins another", []*request{asked("You are a desk."), asked("You are a desk. Be brief today.")},
			nil},
		{"names", []*request{asked("你是路由器，负责分流。"), asked("你是客服，回答问题。"),
			asked("Antworte knapp.")},
			[]string{`{name: main, when: {system: "你是路由器"}}`, `{name: main2, when: {system: "你是客服"}}`,
				"{name: antworte}"}},
	} {
		if got := rulesIn(rules(stagesOf(tt.requests))); !cmp.Equal(got, tt.want) {
			t.Errorf("%s:\n%s", tt.name, cmp.Diff(tt.want, got))
		}
	}
}

// rulesIn returns the rules of a suite's lines, without comments.
func rulesIn(lines string) []string {
	var all []string
	for line := range strings.Lines(lines) {
		if rule, is := strings.CutPrefix(line, "    - "); is {
			rule, _, _ = strings.Cut(rule, "  #")
			all = append(all, rule)
		}
	}
	return all
}

// The tool that a request demands is called, with arguments that fit, until it has answered.
func TestAnswerTo(t *testing.T) {
	find := pipeline.Tool{Name: "find",
		Parameters: json.RawMessage(`{"required":["id"],"properties":{"id":{"type":"integer"}}}`)}
	const schema = `{"type":"object","properties":{"lane":{"enum":["a","b"]}},"required":["lane"]}`
	user := pipeline.Text(pipeline.RoleUser, app.Content, "hi")
	for _, tt := range []struct {
		name, parameters, format, want string
		tools                          []pipeline.Tool
		messages                       []pipeline.Message
	}{
		{name: "text", want: `Hi there`},
		{name: "schema", format: schema, want: `{json: {"lane":"a"}}`},
		{name: "any JSON", format: `"json"`, want: `{json: {}}`},
		{name: "tools", tools: []pipeline.Tool{find}, parameters: `{"tool_choice":"auto"}`, want: `Hi there`},
		{name: "required", tools: []pipeline.Tool{find}, parameters: `{"tool_choice":"required"}`,
			want: `[{when: {step: 1}, tool_calls: [{name: find, arguments: {"id":1}}]}, Hi there]`},
		{name: "a function", tools: []pipeline.Tool{{Name: "x"}, find},
			parameters: `{"tool_choice":{"type":"function","function":{"name":"find"}}}`,
			want:       `[{when: {step: 1}, tool_calls: [{name: find, arguments: {"id":1}}]}, Hi there]`},
		{name: "Anthropic's", tools: []pipeline.Tool{find}, parameters: `{"tool_choice":{"type":"any"}}`,
			want: `[{when: {step: 1}, tool_calls: [{name: find, arguments: {"id":1}}]}, Hi there]`},
		{name: "after its result", tools: []pipeline.Tool{find}, parameters: `{"tool_choice":"required"}`, want: `Hi there`,
			messages: []pipeline.Message{user, pipeline.Text(pipeline.RoleTool, app.Content, "found")}},
		{name: "in the next turn", tools: []pipeline.Tool{find}, parameters: `{"tool_choice":{"type":"tool","name":"find"}}`,
			messages: []pipeline.Message{pipeline.Text(pipeline.RoleTool, app.Content, "found"), user},
			want:     `[{when: {step: 1}, tool_calls: [{name: find, arguments: {"id":1}}]}, Hi there]`},
	} {
		b := &app.Body{Request: pipeline.Request{Messages: tt.messages, Tools: tt.tools}}
		if tt.parameters != "" {
			b.Request.Parameters = json.RawMessage(tt.parameters)
		}
		if tt.format != "" {
			b.Request.Format = json.RawMessage(tt.format)
		}
		if got := answerTo(b).yaml("Hi there"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// The reply of a service is where the model's text is, else its only text.
func TestReplyPath(t *testing.T) {
	for answer, want := range map[string]string{
		`{"id":"7","answer":"` + modelText + `"}`:                   "$.answer",
		`{"choices":[{"message":{"content":"` + modelText + `"}}]}`: "$.choices[0].message.content",
		`{"the reply":"` + modelText + `","x":"y"}`:                 "$['the reply']",
		`{"n":1,"text":"other"}`:                                    "$.text",
		`{"a":"x","b":"y"}`:                                         "",
		`"` + modelText + `"`:                                       "$",
		modelText:                                                   "",
	} {
		if got := replyPath(answer); got != want {
			t.Errorf("%s: %q, want %q", answer, got, want)
		}
	}
}
