package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

var anthropicTextGen = rapid.OneOf(rapid.StringN(0, 60, 300), rapid.SampledFrom([]string{"", "hi",
	"Grüße, 世界 <&>\u2028\n\"\\", strings.Repeat("a long answer with many words. ", 40), strings.Repeat("世", 100)}))

var anthropicArgumentGen = rapid.OneOf(rapid.StringN(0, 30, 90), rapid.SampledFrom([]string{"", "{}", "null", `"x"`,
	"[1]",
	` {"city": "Par\u0069s", "n": 1.50} `, `{"city": "Par`, `{"_raw":"x"}`, `{ "_raw" : "x" }`, `{"_raw":"x","y":1}`,
	`{"a":{"b":[` + strings.Repeat("[", 1200) + strings.Repeat("]", 1200) + `]}}`, "{\"a\":\"<&>\u2028\"}"}))

var anthropicResponses = rapid.Custom(func(t *rapid.T) pipeline.Response {
	tokens, finish := rapid.IntRange(0, 9), []string{"", "stop", "length", "tool_calls", "content_filter", "odd"}
	r := pipeline.Response{
		Content: anthropicTextGen.Draw(t, "content"), Reasoning: anthropicTextGen.Draw(t, "reasoning"),
		Finish:   rapid.SampledFrom(finish).Draw(t, "finish"),
		Usage:    pipeline.Usage{Prompt: tokens.Draw(t, "in"), Completion: tokens.Draw(t, "out")},
		Duration: time.Duration(rapid.IntRange(1, 1e9).Draw(t, "duration")),
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "calls") {
		r.ToolCalls = append(r.ToolCalls, pipeline.ToolCall{
			ID:        rapid.SampledFrom([]string{"", fmt.Sprintf("call_of_case_%d", i)}).Draw(t, "id"),
			Name:      rapid.SampledFrom([]string{"weather", "", "größe"}).Draw(t, "name"),
			Arguments: anthropicArgumentGen.Draw(t, "arguments"),
		})
	}
	return r
})

// anthropicBodies ask for an answer in each form, whole and streamed.
var anthropicBodies = map[app.Endpoint]string{
	app.Messages:       `{"model":"m1","messages":[{"role":"user","content":"hi"}],"stream":%v}`,
	app.OllamaChat:     `{"model":"m1","messages":[{"role":"user","content":"hi"}],"stream":%v}`,
	app.OllamaGenerate: `{"model":"m1","prompt":"hi","stream":%v}`,
}

// A written answer reads back as the response, whole and streamed; so does the message that a client sends back.
func TestAnthropicOllamaAnswersReadBack(t *testing.T) {
	t.Parallel()
	for endpoint := range anthropicBodies {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprint(endpoint, "/", stream), func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, func(t *rapid.T) { anthropicReadsBack(t, endpoint, stream) })
			})
		}
	}
}

func anthropicReadsBack(t *rapid.T, endpoint app.Endpoint, stream bool) {
	s, resp := app.NewStore(), anthropicResponses.Draw(t, "response")
	b, err := s.Read(endpoint, fmt.Appendf(nil, anthropicBodies[endpoint], stream))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := s.Write(b, app.Reply{Response: resp, Seed: "seed", Created: time.Unix(1e9, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if !stream && len(sent.Pieces) != 1 || sent.Status != 200 || slices.ContainsFunc(sent.Pieces, notUTF8) {
		t.Fatalf("%d, %d pieces: %q", sent.Status, len(sent.Pieces), sent.Pieces)
	}
	whole := bytes.Join(sent.Pieces, nil)
	got, err := app.Answer(endpoint, stream, whole)
	if err != nil {
		t.Fatalf("%v\n%s", err, whole)
	}
	want := anthropicNormal(t, endpoint, resp, got)
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(pipeline.Response{}, "Blocks")); d != "" {
		t.Fatalf("(-want +got):\n%s\n%s", d, whole)
	}
	for _, c := range got.ToolCalls { // the ids are known: goldens name them
		m := s.Canonical(pipeline.Request{Messages: []pipeline.Message{{Role: "tool", ToolCallID: c.ID}}}).Messages[0]
		if m.ToolCallID != "<call-1>" {
			t.Fatalf("%q was not given", c.ID)
		}
	}
	if !stream && endpoint != app.OllamaGenerate {
		anthropicComesBack(t, s, endpoint, whole, got)
	}
	for cut := range sent.Pieces { // a stream that ends early is an error
		if got, err := app.Answer(endpoint, stream, bytes.Join(sent.Pieces[:cut], nil)); err == nil {
			t.Fatalf("%d of %d pieces: %+v, want an error", cut, len(sent.Pieces), got)
		}
	}
}

func notUTF8(b []byte) bool { return !utf8.Valid(b) }

// anthropicNormal is a response as it reads back from its answer: with the generated ids, and estimates for usage.
func anthropicNormal(t *rapid.T, e app.Endpoint, r, got pipeline.Response) pipeline.Response {
	r.Origin.Model = "m1"
	if r.Finish == "" || r.Finish == "tool_calls" && e != app.Messages {
		r.Finish = "stop"
	}
	if r.Finish == "stop" && len(r.ToolCalls) > 0 {
		r.Finish = "tool_calls"
	}
	if e == app.Messages {
		r.Duration = 0
	}
	r.ToolCalls = slices.Clone(r.ToolCalls)
	for i, c := range r.ToolCalls {
		if c.ID == "" && i < len(got.ToolCalls) {
			prefix := map[bool]string{true: "toolu_", false: "call_"}[e == app.Messages]
			r.ToolCalls[i].ID = got.ToolCalls[i].ID
			if id, ok := strings.CutPrefix(r.ToolCalls[i].ID, prefix); !ok || len(id) != 24 {
				t.Fatalf("id %q", id)
			}
		}
		r.ToolCalls[i].Arguments = anthropicCompact(c.Arguments)
	}
	if r.Usage.Prompt == 0 && got.Usage.Prompt > 0 {
		r.Usage.Prompt = got.Usage.Prompt
	}
	if r.Usage.Completion == 0 && got.Usage.Completion > 0 {
		r.Usage.Completion = got.Usage.Completion
	}
	empty := r.Content+r.Reasoning == "" && !slices.ContainsFunc(r.ToolCalls,
		func(c pipeline.ToolCall) bool { return c.Name+c.Arguments != "" })
	if r.Usage.Prompt == 0 || r.Usage.Completion == 0 && !empty {
		t.Fatal("no estimate of usage")
	}
	return r
}

// anthropicCompact returns arguments as an object holds them: without blanks.
func anthropicCompact(arguments string) string {
	var b bytes.Buffer
	deep := strings.Count(arguments, "[") > 1000
	if !strings.HasPrefix(strings.TrimSpace(arguments), "{") || deep || arguments == `{ "_raw" : "x" }` ||
		json.Compact(&b, []byte(arguments)) != nil {
		return arguments
	}
	return b.String()
}

// anthropicComesBack sends an answer's message back, as clients do, and checks that it reads as the response.
func anthropicComesBack(t *rapid.T, s *app.Store, e app.Endpoint, whole []byte, resp pipeline.Response) {
	var answer struct{ Content, Message json.RawMessage }
	if err := json.Unmarshal(whole, &answer); err != nil {
		t.Fatal(err)
	}
	message := answer.Message
	if e == app.Messages {
		message = fmt.Appendf(nil, `{"role":"assistant","content":%s}`, answer.Content)
	}
	b, err := s.Read(e, fmt.Appendf(nil, `{"messages":[{"role":"user","content":"hi"},%s]}`, message))
	if err != nil {
		t.Fatal(err)
	}
	want := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: resp.ToolCalls}
	if resp.Reasoning != "" {
		want.Sections = append(want.Sections, pipeline.Section{Name: "Reasoning", Text: resp.Reasoning})
	}
	if resp.Content != "" {
		want.Sections = append(want.Sections, pipeline.Section{Name: "Content", Text: resp.Content})
	}
	got := b.Request.Messages[1]
	if e == app.Messages && resp.Reasoning != "" {
		if !bytes.HasPrefix(got.Fields, []byte(`{"content":[{"signature":"`)) {
			t.Fatalf("fields %s", got.Fields)
		}
		got.Fields = nil
	}
	if e == app.Messages && resp.Reasoning == "" && resp.Content == "" && len(resp.ToolCalls) == 0 {
		got.Fields = nil // {"content":[]}
	}
	if !want.Equal(got) {
		t.Fatalf("want %+v\ngot %+v\n%s", want, got, message)
	}
}

// Whatever a provider sends is read as an answer in UTF-8 or refused with an error.
func FuzzAnthropicOllamaAnswer(f *testing.F) {
	endpoints := []app.Endpoint{app.Messages, app.OllamaChat, app.OllamaGenerate}
	for i, endpoint := range endpoints {
		for _, stream := range []bool{false, true} {
			s := app.NewStore()
			b, err := s.Read(endpoint, fmt.Appendf(nil, anthropicBodies[endpoint], stream))
			if err != nil {
				f.Fatal(err)
			}
			sent, err := s.Write(b, app.Reply{Response: anthropicSample})
			if err != nil {
				f.Fatal(err)
			}
			f.Add(i, stream, bytes.Join(sent.Pieces, nil))
		}
	}
	f.Fuzz(func(t *testing.T, n int, stream bool, body []byte) {
		resp, err := app.Answer(endpoints[uint(n)%uint(len(endpoints))], stream, body)
		if err == nil && (!utf8.ValidString(resp.Content) || !utf8.ValidString(resp.Reasoning)) {
			t.Errorf("not UTF-8: %+v", resp)
		}
		if err != nil && err.Error() == "" {
			t.Error("an error that says nothing")
		}
	})
}
