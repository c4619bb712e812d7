package openai

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// openAISend reads a body made of values.
func openAISend(t rapid.TB, s openAIStore, e provider.Endpoint, body map[string]any) *provider.Body {
	raw, err := provider.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Read(e, raw)
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return b
}

// openAISaid decodes the answer to a body.
func openAISaid(t rapid.TB, s openAIStore, b *provider.Body, resp pipeline.Response, seed string, v any) {
	sent, err := s.Write(b, provider.Reply{Response: resp, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(bytes.Join(sent.Pieces, nil), v); err != nil {
		t.Fatal(err)
	}
}

// The message of an answer, which a client of chat completions sends back unchanged, is what the model said.
func TestChatConversationLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, resp := newStore(), openAIResponses.Draw(t, "response")
		hi := map[string]any{"role": "user", "content": "hi"}
		var said struct {
			Choices []struct{ Message json.RawMessage }
		}
		b := openAISend(t, s, provider.ChatCompletions, map[string]any{"messages": []any{hi}})
		openAISaid(t, s, b, resp, "seed", &said)
		next := openAISend(t, s, provider.ChatCompletions,
			map[string]any{"messages": []any{hi, said.Choices[0].Message, hi}})
		want := pipeline.Message{Role: "assistant", Sections: provider.Sections(nil, "Content", resp.Content),
			ToolCalls: provider.Calls(s.Ledger, provider.Reply{Response: resp, Seed: "seed"}, "call_")}
		user := b.Request.Messages[0]
		fields := map[string]any{"refusal": nil, "annotations": []any{}}
		if refused(resp) {
			want.Sections, fields["refusal"] = nil, resp.Content
		}
		if resp.Reasoning != "" {
			fields["reasoning_content"] = resp.Reasoning
		}
		want.Fields = next.Request.Messages[1].Fields
		var got map[string]any
		if err := json.Unmarshal(want.Fields, &got); err != nil || !cmp.Equal(fields, got) {
			t.Fatalf("%v: (-want +got):\n%s", err, cmp.Diff(fields, got))
		}
		if d := cmp.Diff([]pipeline.Message{user, want, user}, next.Request.Messages, openAISame); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
	})
}

// A client of responses continues by sending the items back, by naming each, or by naming the answer: the messages are
// the same, whatever came before.
func TestResponsesConversationLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := newStore()
		type said struct {
			ID     string
			Output []json.RawMessage
		}
		var input []any
		last := map[string]any{"input": "hi", "instructions": "be kind"}
		input = append(input, map[string]any{"role": "user", "content": "hi"})
		for turn := range 3 {
			resp := openAIResponses.Draw(t, "response")
			b := openAISend(t, s, provider.Responses, last)
			items := openAISend(t, s, provider.Responses, map[string]any{"input": input, "instructions": "be kind"})
			if d := cmp.Diff(items.Request.Messages, b.Request.Messages, openAISame); d != "" {
				t.Fatalf("turn %d (-items +answer):\n%s", turn, d)
			}
			var a said
			openAISaid(t, s, b, resp, "turn"+strconv.Itoa(turn), &a)
			openAIHolds(t, s, a.Output, resp, "turn"+strconv.Itoa(turn))
			for _, item := range a.Output {
				var o struct{ ID string }
				if err := json.Unmarshal(item, &o); err != nil {
					t.Fatal(err)
				}
				if rapid.Bool().Draw(t, "named") {
					input = append(input, map[string]any{"type": "item_reference", "id": o.ID})
				} else {
					input = append(input, item)
				}
			}
			more := map[string]any{"role": "user", "content": "more"}
			input = append(input, more)
			last = map[string]any{"input": []any{more}, "previous_response_id": a.ID, "instructions": "be kind"}
		}
	})
}

// openAIHolds checks that the items of an answer contain what the model said.
func openAIHolds(t rapid.TB, s openAIStore, output []json.RawMessage, resp pipeline.Response, seed string) {
	p := responsesReader{store: s.Ledger}
	ms, err := p.items(output)
	if err != nil || p.err != nil {
		t.Fatal(err, p.err)
	}
	var content, reasoning string
	var calls []pipeline.ToolCall
	for _, m := range ms {
		calls = append(calls, m.ToolCalls...)
		for _, sec := range m.Sections {
			if sec.Name == provider.Reasoning {
				reasoning += sec.Text
			} else {
				content += sec.Text
			}
		}
	}
	if content != resp.Content || reasoning != resp.Reasoning ||
		!slices.Equal(calls, provider.Calls(s.Ledger, provider.Reply{Response: resp, Seed: seed}, "call_")) {
		t.Fatalf("%q, %q, %q of %v", content, reasoning, calls, resp)
	}
}

// A streamed answer can be referred to like an unstreamed one.
func TestResponsesStreamIsKept(t *testing.T) {
	t.Parallel()
	resp := pipeline.Response{Content: "let me look", Reasoning: "hm",
		ToolCalls: []pipeline.ToolCall{{Name: "f"}, {Name: "g"}}}
	var first []pipeline.Message
	for _, stream := range []bool{false, true} {
		s := newStore()
		b := openAIBody(t, s, provider.Responses, stream)
		if _, err := s.Write(b, provider.Reply{Response: resp, Seed: "s"}); err != nil {
			t.Fatal(err)
		}
		id := provider.ID("resp_", "s", 0)
		got, err := s.Ledger.Answer("previous_response_id", id)
		if err != nil || len(got) != 4 || got[0].Role != "user" || len(got[3].ToolCalls) != 2 {
			t.Fatalf("%v: %v", err, got)
		}
		if first != nil && !cmp.Equal(first, got) {
			t.Error(cmp.Diff(first, got))
		}
		first = got
		for id, k := range map[string]provider.Kind{id: provider.Response, provider.ID("msg_", "s", 0): provider.Item,
			provider.ID("rs_", "s", 0): provider.Item, provider.ID("fc_", "s", 1): provider.Item,
			provider.ID("call_", "s", 1): provider.Call} {
			if s.kind(id) != k {
				t.Errorf("%s is %q: want %q", id, s.kind(id), k)
			}
		}
	}
}
