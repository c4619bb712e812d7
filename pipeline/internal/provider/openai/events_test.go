package openai

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// openAIReply has everything in which the events of a stream differ.
func openAIReply() provider.Reply {
	return provider.Reply{Seed: "s", Created: time.Unix(9, 500), Response: pipeline.Response{
		Content: "ab", Reasoning: "c",
		ToolCalls: []pipeline.ToolCall{{ID: "call_own1", Name: "f", Arguments: `{}`}},
		Usage:     pipeline.Usage{Prompt: 3, Completion: 4}}}
}

// Chunks to the byte: the role, the texts, the calls with the id first, the end, the tokens.
func TestChunks(t *testing.T) {
	t.Parallel()
	s := newStore()
	sent, err := s.Write(openAIBody(t, s, provider.ChatCompletions, true), openAIReply())
	if err != nil {
		t.Fatal(err)
	}
	const choice = `"choices":[{"index":0,"delta":{`
	want := []string{
		choice + `"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]`,
		choice + `"reasoning_content":"c"},"logprobs":null,"finish_reason":null}]`,
		choice + `"content":"a"},"logprobs":null,"finish_reason":null}]`,
		choice + `"content":"b"},"logprobs":null,"finish_reason":null}]`,
		choice + `"tool_calls":[{"index":0,"id":"call_own1","type":"function","function":{"name":"f","arguments":""}}]},` +
			`"logprobs":null,"finish_reason":null}]`,
		choice + `"tool_calls":[{"index":0,"function":{"arguments":"{"}}]},"logprobs":null,"finish_reason":null}]`,
		choice + `"tool_calls":[{"index":0,"function":{"arguments":"}"}}]},"logprobs":null,"finish_reason":null}]`,
		choice + `},"logprobs":null,"finish_reason":"tool_calls"}]`,
		`"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}`,
	}
	for i := range want {
		want[i] = `data: {"id":"` + provider.ID("chatcmpl-", "s",
			0) + `","object":"chat.completion.chunk","created":9,"model":"m",` +
			want[i] + "}\n\n"
	}
	var got []string
	for _, piece := range sent.Pieces {
		got = append(got, string(piece))
	}
	if d := cmp.Diff(append(want, "data: [DONE]\n\n"), got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if kind := sent.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/event-stream") {
		t.Error(kind)
	}
}

// Tokens come in a chunk of their own if the client asks for them, else not at all.
func TestChunksWithoutTokens(t *testing.T) {
	t.Parallel()
	s := newStore()
	for _, options := range []string{``, `,"stream_options":null`, `,"stream_options":{"include_usage":false}`,
		`,"stream_options":7`} {
		b, err := s.Read(provider.ChatCompletions, []byte(`{"messages":[{}],"stream":true`+options+`}`))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := s.Write(b, openAIReply())
		if err != nil || len(sent.Pieces) != 9 {
			t.Errorf("%s: %v, %q", options, err, sent.Pieces)
		}
	}
}

// Events in the order in which the API sends them, numbered.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := newStore()
	sent, err := s.Write(openAIBody(t, s, provider.Responses, true), openAIReply())
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(`response.created response.in_progress
		response.output_item.added:0 response.reasoning_summary_part.added:0 response.reasoning_summary_text.delta:0=c
		response.reasoning_summary_text.done:0=c response.reasoning_summary_part.done:0 response.output_item.done:0
		response.output_item.added:1 response.content_part.added:1 response.output_text.delta:1=a
		response.output_text.delta:1=b response.output_text.done:1=ab response.content_part.done:1
		response.output_item.done:1
		response.output_item.added:2 response.function_call_arguments.delta:2={ response.function_call_arguments.delta:2=}
		response.function_call_arguments.done:2={} response.output_item.done:2 response.completed`)
	var got []string
	for i, piece := range sent.Pieces {
		name, data, _ := strings.Cut(strings.TrimPrefix(string(piece), "event: "), "\ndata: ")
		var e struct {
			Type                   string
			Number                 int  `json:"sequence_number"`
			Output                 *int `json:"output_index"`
			Delta, Text, Arguments string
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatal(err)
		}
		if e.Type != name || e.Number != i || !strings.HasSuffix(data, "}\n\n") {
			t.Errorf("event %d: %s", i, piece)
		}
		if e.Output != nil {
			name += ":" + string(rune('0'+*e.Output))
		}
		if text := e.Delta + e.Text + e.Arguments; text != "" {
			name += "=" + text
		}
		got = append(got, name)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// An answer to the byte, repeating what the client asked for.
func TestResponseObject(t *testing.T) {
	t.Parallel()
	s := newStore()
	b, err := s.Read(provider.Responses,
		[]byte(`{"model":"m","input":"hi","temperature":0.50,"tool_choice":{"type":"function","name":"f"},`+
			`"metadata":null}`))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := s.Write(b, provider.Reply{Seed: "s", Created: time.Unix(9, 0), Response: pipeline.Response{
		Content: "<a>", Finish: "length"}})
	want := `{"created_at":9,"error":null,"id":"` + provider.ID("resp_", "s", 0) + `","incomplete_details":{"reason":` +
		`"max_output_tokens"},"instructions":null,"metadata":{},"model":"m","object":"response","output":[{"content":[` +
		`{"annotations":[],"logprobs":[],"text":"<a>","type":"output_text"}],"id":"` + provider.ID("msg_", "s", 0) +
		`","role":"assistant","status":"completed","type":"message"}],"parallel_tool_calls":true,"status":"incomplete",` +
		`"temperature":0.50,"tool_choice":{"type":"function","name":"f"},"tools":[],"top_p":1,"usage":{"input_tokens":1,` +
		`"input_tokens_details":{"cache_write_tokens":0,"cached_tokens":0},"output_tokens":1,"output_tokens_details":` +
		`{"reasoning_tokens":0},"total_tokens":2}}`
	if err != nil || len(sent.Pieces) != 1 || string(sent.Pieces[0]) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, sent.Pieces, want)
	}
}
