package app_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// A provider's ids are replaced by names in later requests, as those of the proxy are.
func TestHear(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		endpoint           app.Endpoint
		first, heard, next string
	}{
		"chat": {app.ChatCompletions, `{"messages":[{"role":"user","content":"a"}]}`,
			`{"id":"chatcmpl-abcdefgh","choices":[{"message":{"role":"assistant","content":null,"tool_calls":[
			{"id":"call_abcdefgh","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`,
			`{"messages":[{"role":"tool","tool_call_id":"call_abcdefgh","content":"of chatcmpl-abcdefgh"}]}`},
		"messages": {app.Messages, `{"messages":[{"role":"user","content":"a"}],"stream":true}`,
			`data: {"type":"message_start","message":{"id":"msg_abcdefgh","type":"message","role":"assistant","content":[]}}

data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_abcdefgh","name":"f","input":{}}}

data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}

data: {"type":"message_stop"}

`, `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_abcdefgh","content":"of msg_abcdefgh"}]}]}`},
	} {
		s := app.NewStore()
		b, err := s.Read(c.endpoint, []byte(c.first))
		if err != nil {
			t.Fatal(name, err)
		}
		resp, err := s.Receive(b, []byte(c.heard))
		if err != nil || len(resp.ToolCalls) != 1 || !strings.HasSuffix(resp.ToolCalls[0].ID, "_abcdefgh") {
			t.Errorf("%s: %+v, %v", name, resp, err)
		}
		next, err := s.Read(c.endpoint, []byte(c.next))
		if err != nil {
			t.Fatal(name, err)
		}
		m := s.Canonical(next.Request).Messages[0]
		if m.ToolCallID != "<call-1>" || m.Content() != "of <response-1>" {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

// Later requests continue an answer of a provider as they continue one of the proxy, and it is known which one.
func TestHearReferences(t *testing.T) {
	t.Parallel()
	s := app.NewStore()
	read := func(body string) *app.Body {
		t.Helper()
		b, err := s.Read(app.Responses, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	first := read(`{"model":"m","instructions":"Be short.","input":"Hello"}`)
	if _, err := s.Receive(first, []byte(`{"id":"resp_of_them","object":"response","status":"completed","output":[
		{"type":"reasoning","id":"rs_of_them","summary":[],"encrypted_content":"x"},
		{"type":"message","id":"msg_of_them","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}]}`)); err != nil {
		t.Fatal(err)
	}
	said := func(b *app.Body) (all []string) {
		for _, m := range b.Request.Messages {
			all = append(all, m.Role+": "+m.Content())
		}
		return all
	}
	next := read(`{"model":"m","previous_response_id":"resp_of_them","input":"And?"}`)
	want := []string{"user: Hello", "assistant: ", "assistant: Hi.", "user: And?"}
	if d := cmp.Diff(want, said(next)); d != "" || s.UnknownID(next) != "" {
		t.Errorf("unheard %q (-want +got):\n%s", s.UnknownID(next), d)
	}
	item := read(`{"model":"m","input":[{"type":"item_reference","id":"msg_of_them"}]}`)
	if d := cmp.Diff([]string{"assistant: Hi."}, said(item)); d != "" || s.UnknownID(item) != "" {
		t.Errorf("unheard %q (-want +got):\n%s", s.UnknownID(item), d)
	}

	own, err := s.Write(first, app.Reply{Response: pipeline.Response{Content: "Hi."}, Seed: "x"})
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := strings.Cut(string(own.Pieces[0]), `"id":"resp_`)
	id, _, _ = strings.Cut(id, `"`)
	if of := s.UnknownID(read(`{"model":"m","previous_response_id":"resp_` + id + `","input":"And?"}`)); of != "resp_"+id {
		t.Errorf("unheard %q, want the proxy's own answer resp_%s", of, id)
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		endpoint   app.Endpoint
		base, want string
	}{
		{app.ChatCompletions, "https://a.example/v1", "https://a.example/v1/chat/completions"},
		{app.Responses, "https://a.example/v1/", "https://a.example/v1/responses"},
		{app.Messages, "https://a.example", "https://a.example/v1/messages"},
		{app.Messages, "https://a.example/v1/", "https://a.example/v1/messages"},
		{app.OllamaChat, "http://127.0.0.1:11434/", "http://127.0.0.1:11434/api/chat"},
		{app.OllamaGenerate, "http://127.0.0.1:11434", "http://127.0.0.1:11434/api/generate"},
	} {
		if got := c.endpoint.URL(c.base); got != c.want {
			t.Errorf("%s below %s: %s, want %s", c.endpoint, c.base, got, c.want)
		}
	}
}
