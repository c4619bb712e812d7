package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// chooser builds JSON from choices, so that a second request can differ from the first in one of them.
type chooser struct {
	t    *rapid.T
	made map[string]int
}

// none is a member that is left out.
const none = "-"

// pick returns one of the options, and the same one for the same name.
func (c *chooser) pick(name string, options ...string) string {
	i, made := c.made[name]
	if !made || i >= len(options) {
		i = rapid.IntRange(0, len(options)-1).Draw(c.t, name)
		c.made[name] = i
	}
	return options[i]
}

// other returns a chooser that makes the same choices but for a few.
func (c *chooser) other() *chooser {
	o := &chooser{c.t, maps.Clone(c.made)}
	names := slices.Sorted(maps.Keys(o.made))
	for range rapid.IntRange(1, 2).Draw(c.t, "changes") {
		delete(o.made, rapid.SampledFrom(names).Draw(c.t, "changed"))
	}
	return o
}

// object builds an object from alternating keys and values.
func object(members ...string) string {
	var all []string
	for i := 0; i < len(members); i += 2 {
		if members[i+1] != none {
			all = append(all, fmt.Sprintf("%q:%s", members[i], members[i+1]))
		}
	}
	return "{" + strings.Join(all, ",") + "}"
}

func list(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

// text is a part with some text, or with an empty one.
func (c *chooser) text(name, kind string) string {
	return object("type", c.pick(name+" type", kind, kind, kind, none, "null", `""`, `"odd"`),
		"text", c.pick(name+" text", `"A"`, `"B"`, `""`, `"absent"`, none, "null", "[]"),
		"cache_control", c.pick(name+" cache", none, none, "{}"))
}

// content is the content of a message.
func (c *chooser) content(name string, part func(name string) string) string {
	return c.pick(name, none, "null", `""`, `"A"`, `"absent"`, "[]", "{}", list(part(name+" 1")),
		list(part(name+" 1"), part(name+" 2")), list(`"A"`), list(`""`), list(`"A"`, `""`), list(`""`, `"A"`), "[null]")
}

func (c *chooser) role(name string) string {
	return c.pick(name+" role", `"user"`, `"assistant"`, `"system"`, `"tool"`, `"odd"`, none, "null", `""`, "[]")
}

func (c *chooser) word(name, word string) string {
	return c.pick(name, word, word, none, `""`, "null", "[]")
}

// parameters are members that are neither messages nor tools.
func (c *chooser) parameters() []string {
	return []string{
		"model", c.word("model", `"m"`), "temperature", c.pick("temperature", none, "1", "1.0", "1e0", "null"),
		"stop", c.pick("stop", none, `"x"`, `["x"]`, "[]", "null"), "odd", c.pick("odd", none, "null", "{}", `""`, "0"),
		"stream", c.pick("stream", none, "true", "false", "null"),
	}
}

func (c *chooser) chat() string {
	part := func(name string) string { return c.text(name, `"text"`) }
	call := func(name string) string {
		return object("id", c.word(name+" id", `"call_1"`), "type", c.word(name+" type", `"function"`),
			"function", c.pick(name+" function", none, "null", "{}", c.function(name), c.function(name)))
	}
	message := func(name string) string {
		return object("role", c.role(name), "content", c.content(name+" content", part),
			"tool_calls", c.pick(name+" calls", none, none, "null", "[]", list(call(name+" call 1")),
				list(call(name+" call 1"), call(name+" call 2"))),
			"name", c.pick(name+" name", none, `"n"`, `""`, "null"),
			"tool_call_id", c.pick(name+" of", none, `"call_1"`, `""`, "null"))
	}
	tool := object("type", c.word("tool type", `"function"`), "function", c.pick("tool function", none, "null", "{}",
		c.tool("tool in", "parameters")), "name", c.pick("flat", none, `"g"`))
	return object(append(c.parameters(),
		"messages", list(message("first"), c.pick("second", message("second"), "1", `"A"`)),
		"tools", c.pick("tools", none, "null", "[]", list(tool), list(tool, tool)),
		"functions", c.pick("functions", none, none, "[]", list(c.tool("old", "parameters"))))...)
}

func (c *chooser) function(name string) string {
	return object("name", c.word(name+" name", `"f"`),
		"arguments", c.pick(name+" arguments", `"{}"`, "{}", `""`, "null", none, `"[]"`, "[]", `"1"`, "1", `"as JSON"`))
}

func (c *chooser) tool(name, schema string) string {
	return object("name", c.word(name+" name", `"f"`), "description", c.word(name+" description", `"d"`),
		schema, c.pick(name+" schema", none, "{}", `{"type":"object"}`, "null", `""`))
}

func (c *chooser) responses() string {
	role := c.role("message")
	part := func(name string) string {
		return c.text(name, map[string]string{`"assistant"`: `"output_text"`}[role]+
			map[bool]string{true: `"input_text"`}[role != `"assistant"`])
	}
	message := object("type", c.pick("message type", `"message"`, none, "null", `""`), "role", role,
		"content", c.content("message content", part), "x", "1")
	call := object("type", `"function_call"`, "call_id", c.word("call id", `"call_1"`), "name", c.word("call name",
		`"f"`),
		"arguments", c.pick("call arguments", `"{}"`, "{}", `""`, "null", none, `"as JSON"`))
	result := object("type", `"function_call_output"`, "call_id", c.word("result of", `"call_1"`),
		"output", c.content("output", func(name string) string { return c.text(name, `"input_text"`) }))
	thought := object("type", `"reasoning"`, "summary", c.content("summary", func(name string) string {
		return c.text(name, `"summary_text"`)
	}), "content", c.pick("thought", none, "null", `""`, "[]"))
	odd := object("type", `"odd"`, "role", c.role("odd item"))
	tool := object("type", c.word("tool type", `"function"`), "name", c.word("tool name", `"f"`),
		"description", c.word("tool description", `"d"`), "function", c.pick("tool function", none, "{}",
			`{"name":"f"}`))
	return object(append(c.parameters(), "instructions", c.word("instructions", `"S"`),
		"input", list(message, call, result, thought, odd),
		"tools", c.pick("tools", none, "null", "[]", list(tool)))...)
}

func (c *chooser) anthropic() string {
	text := func(name string) string { return c.text(name, `"text"`) }
	block := func(name string) string {
		return c.pick(name+" kind", text(name), object("type", `"thinking"`,
			"thinking", c.word(name+" thinking", `"T"`), "signature", c.pick(name+" signature", none, `"s"`, `""`)),
			object("type", `"tool_use"`, "id", c.word(name+" id", `"t"`), "name", c.word(name+" name", `"f"`),
				"input", c.pick(name+" input", "{}", none, "null", `""`, `"{}"`, `{"_raw":""}`,
					`{"_raw":"{}"}`, `{"_raw":"null"}`, `{"_raw":"\"\""}`, "[]")),
			object("type", `"tool_result"`, "tool_use_id", c.word(name+" of", `"t"`),
				"content", c.content(name+" result", text)))
	}
	message := func(name string) string {
		return object("role", c.role(name), "content", c.content(name+" content", block))
	}
	return object(append(c.parameters(), "system", c.content("system", text),
		"messages", list(message("first"), c.pick("second", message("second"), "1", `"A"`)),
		"tools", c.pick("tools", none, "null", "[]", list(c.tool("tool", "input_schema"))))...)
}

func (c *chooser) ollama() string {
	call := func(name string) string {
		return object("id", c.word(name+" id", `"c"`), "function", c.pick(name+" function", none, "null", "{}",
			object("name", c.word(name+" name", `"f"`), "arguments", c.pick(name+" arguments", "{}", none, "null",
				`""`, `{"_raw":""}`, `{"_raw":"{}"}`, `{"_raw":"null"}`))))
	}
	message := func(name string) string {
		return object("role", c.role(name), "content", c.pick(name+" content", none, "null", `""`, `"A"`, `"absent"`,
			"[]"),
			"thinking", c.word(name+" thinking", `"T"`), "images", c.pick(name+" images", none, "null", "[]",
				`["AAAA"]`),
			"tool_calls", c.pick(name+" calls", none, none, "null", "[]", list(call(name+" call"))),
			"tool_name", c.pick(name+" tool", none, `"f"`, `""`, "null"))
	}
	return object(append(c.parameters(), "messages", list(message("first"), message("second")),
		"tools", c.pick("tools", none, "null", "[]", list(object("type", `"function"`, "function",
			c.tool("tool", "parameters")))))...)
}

func (c *chooser) generate() string {
	return object(append(c.parameters(), "prompt", c.word("prompt", `"A"`), "system", c.word("system", `"S"`),
		"images", c.pick("images", none, "null", "[]", `["AAAA"]`), "suffix", c.word("suffix", `"B"`))...)
}

// golden is everything that a golden holds of a request; empty if the request is refused.
func golden(e app.Endpoint, body string) string {
	b, err := app.NewStore().Read(e, []byte(body))
	if err != nil {
		return ""
	}
	var all bytes.Buffer
	for _, m := range b.Request.Messages {
		fmt.Fprintf(&all, "%q %q %q %s", m.Role, m.ToolCallID, m.Name, m.Fields)
		for _, s := range m.Sections {
			fmt.Fprintf(&all, " %q %q", s.Name, s.Text)
		}
		fmt.Fprintf(&all, " %q\n", m.ToolCalls)
	}
	for _, tool := range b.Request.Tools {
		fmt.Fprintf(&all, "%q %q %s\n", tool.Name, tool.Description, tool.Parameters)
	}
	fmt.Fprintf(&all, "%s\n%s\n", b.Request.Format, b.Request.Parameters)
	return all.String()
}

// meant is a request in a form in which everything that all providers treat alike is equal.
func meant(t *rapid.T, e app.Endpoint, body string) string {
	var v map[string]any
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"messages", "input"} {
		items, _ := v[key].([]any)
		for _, item := range items {
			if m, ok := item.(map[string]any); ok {
				alike(e, m)
			}
		}
	}
	if e == app.Messages {
		shorthand(v, "system", "text")
	}
	plain, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// alike normalizes a message where two forms mean the same.
func alike(e app.Endpoint, m map[string]any) {
	calls, _ := m["tool_calls"].([]any)
	if said, there := m["content"]; m["role"] == "assistant" && len(calls) > 0 {
		// only calls; Ollama's clients leave the content out, or send it empty
		if !there || said == "" || said == nil && e == app.ChatCompletions {
			delete(m, "content")
		}
	}
	switch e {
	case app.ChatCompletions:
		shorthand(m, "content", "text")
	case app.Responses:
		if m["type"] == "message" {
			delete(m, "type")
		}
		kind := "input_text"
		if m["role"] == "assistant" {
			kind = "output_text"
		}
		shorthand(m, "content", kind)
		shorthand(m, "output", "input_text")
		shorthand(m, "summary", "summary_text")
	case app.Messages:
		shorthand(m, "content", "text")
		blocks, _ := m["content"].([]any)
		for _, block := range blocks {
			if result, ok := block.(map[string]any); ok && result["type"] == "tool_result" {
				if result["content"] == "" {
					delete(result, "content")
				}
				shorthand(result, "content", "text")
			}
		}
	}
}

// shorthand replaces a list of one text by the text.
func shorthand(m map[string]any, key, kind string) {
	parts, _ := m[key].([]any)
	if len(parts) != 1 {
		return
	}
	part, _ := parts[0].(map[string]any)
	text, _ := part["text"].(string)
	if len(part) == 2 && part["type"] == kind && text != "" {
		m[key] = text
	}
}

// Two requests that a provider may distinguish never share a golden.
func TestRequestsAreToldApart(t *testing.T) {
	t.Parallel()
	for e, body := range map[app.Endpoint]func(*chooser) string{
		app.ChatCompletions: (*chooser).chat, app.Responses: (*chooser).responses, app.Messages: (*chooser).anthropic,
		app.OllamaChat: (*chooser).ollama, app.OllamaGenerate: (*chooser).generate,
	} {
		t.Run(string(e), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				first := &chooser{t, map[string]int{}}
				one := body(first)
				kept := golden(e, one)
				for range 30 {
					other := body(first.other())
					if kept != "" && kept == golden(e, other) && meant(t, e, one) != meant(t, e, other) {
						t.Fatalf("two requests have one golden:\n%s\n%s\n%s", one, other, kept)
					}
				}
			})
		})
	}
}
