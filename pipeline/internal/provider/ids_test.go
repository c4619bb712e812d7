package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// given is a set of two calls, one of which begins with the other, an answer, an item, and an id that is too short.
func given() *provider.Set {
	var s provider.Set
	s.Add(provider.Call, "call_00001")
	s.Add(provider.Call, "call_000012")
	s.Add(provider.Response, "resp_00001")
	s.Add(provider.Item, "msg_000001")
	s.Add(provider.Call, "c1")
	return &s
}

// said is an assistant message with a text, ids of calls and fields, or a tool message with the id that it answers.
func said(text, answers, fields string, calls ...string) pipeline.Message {
	m := pipeline.Text(pipeline.RoleAssistant, "Content", text)
	if m.ToolCallID = answers; answers != "" {
		m.Role = pipeline.RoleTool
	}
	if fields != "" {
		m.Fields = json.RawMessage(fields)
	}
	for _, id := range calls {
		m.ToolCalls = append(m.ToolCalls, pipeline.ToolCall{ID: id, Name: "f", Arguments: `{"see":"` + id + `"}`})
	}
	return m
}

// shown returns messages as lines.
func shown(req pipeline.Request) string {
	var b strings.Builder
	for _, m := range req.Messages {
		fmt.Fprintf(&b, "%s", m.Content())
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, " %s%s", c.ID, c.Arguments)
		}
		fmt.Fprintf(&b, " =%s %s\n", m.ToolCallID, m.Fields)
	}
	return b.String() + string(req.Parameters)
}

// Issued ids are replaced everywhere; ids of the client's own only in the positions of call ids.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		messages   []pipeline.Message
		parameters string
		want       string
	}{
		"given": {[]pipeline.Message{said("see resp_00001", "", `{"id":"msg_000001","x":"call_00001"}`, "call_000012"),
			said("", "call_000012", "")}, `{"x":"call_00001!"}`,
			`see <response-1> <call-1>{"see":"<call-1>"} = {"id":"<item-1>","x":"<call-2>"}` + "\n =<call-1> \n" +
				`{"x":"<call-2>!"}`},
		"the longest first": {[]pipeline.Message{said("call_000012call_00001call_000013", "", "")}, "",
			"<call-1><call-2><call-2>3 = \n"},
		"the client's own": {[]pipeline.Message{said("4f1c-77 is 4f1c-77", "", "", "4f1c-77", "9b"),
			said("9b", "9b", ""), said("", "4f1c-77", "")}, `{"id":"9b"}`,
			`4f1c-77 is 4f1c-77 <call-1>{"see":"4f1c-77"} <call-2>{"see":"9b"} = ` + "\n9b =<call-2> \n =<call-1> \n" +
				`{"id":"9b"}`},
		"one count for both": {[]pipeline.Message{said("", "", "", "run-1", "call_00001", "run-2")}, "",
			`  <call-1>{"see":"run-1"} <call-2>{"see":"<call-2>"} <call-3>{"see":"run-2"} = ` + "\n"},
		"a result without its call": {[]pipeline.Message{said("", "run-1", "")}, "", " =<call-1> \n"},
		"in fields": {[]pipeline.Message{said("", "", `{"id":"run-2","tool_calls":[{"call_id":"run-1","name":"run-1"},`+
			`{"id":"other"},{"id":["run-1"]},{"id":7}],"x":"run-1"}`, "run-1"), said("", "run-2", "")}, "",
			`  <call-1>{"see":"run-1"} = {"id":"<call-2>","tool_calls":[{"call_id":"<call-1>","name":"run-1"},` +
				`{"id":"other"},{"id":["run-1"]},{"id":7}],"x":"run-1"}` + "\n =<call-2> \n"},
		"in fields in order": {[]pipeline.Message{said("", "", `{"a":"call_00001","id":"run-1","z":"call_000012"}`),
			said("", "run-1", "")}, "", ` = {"a":"<call-1>","id":"<call-2>","z":"<call-3>"}` + "\n =<call-2> \n"},
		"in fields escaped": {[]pipeline.Message{said("", `a"b`, `{"id":"a\"b"}`)}, "",
			` =<call-1> {"id":"<call-1>"}` + "\n"},
		"a given one inside": {[]pipeline.Message{said("", "call_00001|msg_000001", "")}, "",
			" =<call-1>|<item-1> \n"},
		"a short one": {[]pipeline.Message{said("c1", "c1", "")}, "", "c1 =<call-1> \n"},
		"none": {[]pipeline.Message{said("hi", "", `{"id":"x"}`)}, `{"id":"y"}`,
			"hi = {\"id\":\"x\"}\n{\"id\":\"y\"}"},
	} {
		req := pipeline.Request{Messages: tt.messages, Parameters: json.RawMessage(tt.parameters)}
		before := shown(req)
		want := strings.ReplaceAll(tt.want, "  <", " <")
		if d := cmp.Diff(want, shown(given().Canonical(req))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if after := shown(req); after != before {
			t.Errorf("%s: the caller's request has changed: %s", name, after)
		}
	}
}

// An id with characters that JSON escapes does not break the JSON.
func TestCanonicalKeepsJSON(t *testing.T) {
	t.Parallel()
	var s provider.Set
	s.Add(provider.Call, `":"aaaaaaaa`)
	raw := `{"k":"aaaaaaaa"}`
	got := s.Canonical(pipeline.Request{Parameters: json.RawMessage(raw)})
	if string(got.Parameters) != raw {
		t.Errorf("%s", got.Parameters)
	}
}

// Ids are found as if each were tried at each position.
func TestCanonicalLaw(t *testing.T) {
	t.Parallel()
	id := rapid.StringMatching(`(chatcmpl-|call_|[ab]{4})[ab]{3,6}`)
	rapid.Check(t, func(t *rapid.T) {
		var s provider.Set
		known := rapid.SliceOfN(id, 0, 12).Draw(t, "ids")
		for _, k := range known {
			s.Add(provider.Call, k)
		}
		piece := rapid.OneOf(id, rapid.StringMatching(`[ab_é]{0,5}`))
		if len(known) > 0 {
			piece = rapid.OneOf(piece, rapid.SampledFrom(known))
		}
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		got := s.Canonical(pipeline.Request{Messages: []pipeline.Message{said(text, "", "")}}).Messages[0].Content()
		if want := naive(known, text); got != want {
			t.Fatalf("%q with %q: %q, want %q", text, known, got, want)
		}
	})
}

func naive(known []string, text string) string {
	names, b := map[string]string{}, ""
	for text != "" {
		longest := ""
		for _, k := range known {
			if len(k) >= 8 && len(k) > len(longest) && strings.HasPrefix(text, k) {
				longest = k
			}
		}
		if longest == "" {
			b, text = b+text[:1], text[1:]
			continue
		}
		if names[longest] == "" {
			names[longest] = fmt.Sprintf("<call-%d>", len(names)+1)
		}
		b, text = b+names[longest], text[len(longest):]
	}
	return b
}

// Fields of any form, valid or not, are harmless, and valid ones stay JSON.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"id":"run-1"}`, `{"call_id" : "run\u002d1"}`, `{"id":"call_00001`, `["id":"`,
		`{"id":`, `"id`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, fields []byte) {
		m := said("", "run-1", string(fields))
		got := given().Canonical(pipeline.Request{Messages: []pipeline.Message{m}}).Messages[0].Fields
		if json.Valid(fields) && !json.Valid(got) {
			t.Errorf("%s became %s", fields, got)
		}
	})
}

// BenchmarkCanonical replaces ids in a body of 50 kB, with 2,000 issued ids of which 100 are mentioned.
func BenchmarkCanonical(b *testing.B) {
	for _, prefix := range []string{"call_", "chatcmpl-", "toolu_01"} {
		b.Run(prefix, func(b *testing.B) {
			var s provider.Set
			for i := range 2000 {
				s.Add(provider.Call, fmt.Sprintf("%s%024d", prefix, i))
			}
			var req pipeline.Request
			text := strings.Repeat("What is the call_weather in Oslo? ", 28)
			for i := range 50 {
				id := fmt.Sprintf("%s%024d", prefix, i*7)
				req.Messages = append(req.Messages, said(text, "", "", id), said("sunny", id, ""))
			}
			b.ReportAllocs()
			for b.Loop() {
				s.Canonical(req)
			}
		})
	}
}
