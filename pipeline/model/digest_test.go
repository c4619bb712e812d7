package model_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// full returns a request with everything set.
func full() pipeline.Request {
	f, n := 0.5, 7
	return pipeline.Request{
		Stage: "main", Leaf: "main-1", Path: "turn-1/main-1", Try: 1, Model: "small", Timeout: time.Minute,
		Messages: []pipeline.Message{
			{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "Role", Text: "You are "},
				{Name: "Name", Text: "Beaver."}}, Fields: json.RawMessage(`{"cache":1}`)},
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{{ID: "c1", Name: "find", Arguments: "{}"}},
				Fields: json.RawMessage(`{"refusal":null}`)},
			{Role: pipeline.RoleTool, ToolCallID: "c1", Name: "find",
				Sections: []pipeline.Section{{Name: "Result", Text: "none"}}},
		},
		Tools: []pipeline.Tool{{Name: "find", Description: "Finds.",
			Parameters: json.RawMessage(`{"type":"object"}`)}},
		Format: json.RawMessage(`"json"`), Parameters: json.RawMessage(`{"n":1}`),
		Options: pipeline.Options{
			Temperature: &f, TopP: &f, MinP: &f, RepeatPenalty: &f, TopK: &n, Seed: &n, NumCtx: &n, NumPredict: &n,
			Stop: []string{"a", "b"},
		},
	}
}

// Every field that is sent is in the digest, and nothing else is.
func TestDigest(t *testing.T) {
	g, m := 0.25, 8
	want := model.Digest(full())
	if len(want) != 32 || want != model.Digest(full()) {
		t.Fatalf("digest %q, want 32 digits, twice the same", want)
	}
	sent := map[string]func(*pipeline.Request){
		"model":          func(r *pipeline.Request) { r.Model = "large" },
		"role":           func(r *pipeline.Request) { r.Messages[0].Role = pipeline.RoleUser },
		"text":           func(r *pipeline.Request) { r.Messages[0].Sections[1].Text = "Beaver!" },
		"tool call id":   func(r *pipeline.Request) { r.Messages[1].ToolCalls[0].ID = "" },
		"tool call name": func(r *pipeline.Request) { r.Messages[1].ToolCalls[0].Name = "get" },
		"arguments":      func(r *pipeline.Request) { r.Messages[1].ToolCalls[0].Arguments = "{ }" },
		"no tool call":   func(r *pipeline.Request) { r.Messages[1].ToolCalls = nil },
		"tool_call_id":   func(r *pipeline.Request) { r.Messages[2].ToolCallID = "c2" }, // of no call
		"think":          func(r *pipeline.Request) { r.Think = "false" },
		"name":           func(r *pipeline.Request) { r.Messages[2].Name = "get" },
		"a message less": func(r *pipeline.Request) { r.Messages = r.Messages[:2] },
		"other order":    func(r *pipeline.Request) { r.Messages[0], r.Messages[1] = r.Messages[1], r.Messages[0] },
		"tool":           func(r *pipeline.Request) { r.Tools[0].Name = "get" },
		"description":    func(r *pipeline.Request) { r.Tools[0].Description = "Gets." },
		"schema":         func(r *pipeline.Request) { r.Tools[0].Parameters = json.RawMessage(`{}`) },
		"no tools":       func(r *pipeline.Request) { r.Tools = nil },
		"parameters":     func(r *pipeline.Request) { r.Parameters = json.RawMessage(`{"n":2}`) },
		"no parameters":  func(r *pipeline.Request) { r.Parameters = nil },
		"fields":         func(r *pipeline.Request) { r.Messages[0].Fields = json.RawMessage(`{"cache":2}`) },
		"moved fields": func(r *pipeline.Request) {
			r.Messages[0].Fields, r.Messages[2].Fields = nil, r.Messages[0].Fields
		},
		"format":         func(r *pipeline.Request) { r.Format = nil },
		"temperature":    func(r *pipeline.Request) { r.Options.Temperature = &g },
		"top_p":          func(r *pipeline.Request) { r.Options.TopP = &g },
		"min_p":          func(r *pipeline.Request) { r.Options.MinP = &g },
		"repeat_penalty": func(r *pipeline.Request) { r.Options.RepeatPenalty = &g },
		"top_k":          func(r *pipeline.Request) { r.Options.TopK = &m },
		"seed":           func(r *pipeline.Request) { r.Options.Seed = &m },
		"num_ctx":        func(r *pipeline.Request) { r.Options.NumCtx = &m },
		"num_predict":    func(r *pipeline.Request) { r.Options.NumPredict = &m },
		"unset":          func(r *pipeline.Request) { r.Options.Seed = nil },
		"stop":           func(r *pipeline.Request) { r.Options.Stop = []string{"ab"} },
		"exchanged values": func(r *pipeline.Request) {
			r.Options.Temperature, r.Options.TopP = nil, nil
			r.Options.Temperature = &g
		},
	}
	seen := map[string]string{want: "the request itself"}
	for name, alter := range sent {
		r := full()
		alter(&r)
		got := model.Digest(r)
		if other, double := seen[got]; double {
			t.Errorf("%s: the digest of %s", name, other)
		}
		seen[got] = name
	}
	for name, alter := range map[string]func(*pipeline.Request){
		"stage": func(r *pipeline.Request) { r.Stage, r.Leaf = "node", "main-9" },
		"path":  func(r *pipeline.Request) { r.Path, r.Try, r.Again = "turn-2/main-1#2", 2, true },
		"another id of a call, in all places": func(r *pipeline.Request) {
			r.Messages[1].ToolCalls[0].ID, r.Messages[2].ToolCallID = "call_9", "call_9"
		},
		"the tag of the latest model": func(r *pipeline.Request) { r.Model += ":latest" },
		"timeout":                     func(r *pipeline.Request) { r.Timeout = 0 },
		"declared":                    func(r *pipeline.Request) { r.Declared = []pipeline.Declared{{Undone: true}} },
		"the name of a section":       func(r *pipeline.Request) { r.Messages[0].Sections[0].Name = "Renamed" },
		"the borders of sections": func(r *pipeline.Request) {
			r.Messages[0].Sections = []pipeline.Section{
				{Text: "You are Beaver."},
			}
		},
		"what an assistant's message says besides": func(r *pipeline.Request) { r.Messages[1].Fields = nil },
		"a message that holds nothing but that": func(r *pipeline.Request) {
			echo := pipeline.Message{Role: pipeline.RoleAssistant, Fields: json.RawMessage(`{"encrypted_content":"x"}`)}
			r.Messages = slices.Insert(r.Messages, 1, echo)
		},
		"a section without content": func(r *pipeline.Request) {
			r.Messages[1].Sections = []pipeline.Section{
				{Name: "Empty"},
			}
		},
	} {
		r := full()
		alter(&r)
		if model.Digest(r) != want {
			t.Errorf("%s is not sent and changes the digest", name)
		}
	}
}

// Text never moves from one field to the next: requests with equal digests send equal fields.
func TestDigestKeepsFieldsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9:a-b]{0,6}`)
		draw := func(name string) (fields [6]string, req pipeline.Request) {
			for i := range fields {
				fields[i] = text.Draw(t, name)
			}
			req.Model = fields[0]
			req.Messages = []pipeline.Message{{Role: fields[1], Sections: []pipeline.Section{{Text: fields[2]}},
				ToolCallID: fields[3], Name: fields[4]}}
			req.Format = json.RawMessage(fields[5])
			return fields, req
		}
		f, a := draw("a")
		g, b := draw("b")
		for _, fields := range []*[6]string{&f, &g} { // an id counts by its first occurrence
			if fields[3] != "" {
				fields[3] = "#1"
			}
		}
		if (f == g) != (model.Digest(a) == model.Digest(b)) {
			t.Fatalf("%q and %q", f, g)
		}
	})
}

// A recording answers a request whatever its texts' sources are.
func TestDigestIgnoresSources(t *testing.T) {
	request := func(source pipeline.TextSource) pipeline.Request {
		return pipeline.Request{Messages: []pipeline.Message{{
			Role: pipeline.RoleUser, Source: source,
			Sections: []pipeline.Section{pipeline.NewSection("A", source.Of("text"))},
		}}}
	}
	if a, b := model.Digest(request(pipeline.SkillText("a"))), model.Digest(request(pipeline.CaseText("b"))); a != b {
		t.Errorf("%s and %s", a, b)
	}
}
