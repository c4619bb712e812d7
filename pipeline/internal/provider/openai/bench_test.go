package openai

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// openAILong is a body of 50 kB: a system prompt, tools, and a conversation with calls.
func openAILong(e provider.Endpoint) []byte {
	var b strings.Builder
	if e == provider.Responses {
		b.WriteString(`{"model":"gpt-4o","stream":true,"input":[{"role":"system","content":"`)
	} else {
		b.WriteString(`{"model":"gpt-4o","stream":true,"messages":[{"role":"system","content":"`)
	}
	b.WriteString(strings.Repeat(`You are a helpful agent.\n# Rules\n- Be brief \"always\".\n`, 300) + `"}`)
	for i := range 40 {
		text := strings.Repeat("What is the weather in Oslo today? ", 5)
		if e == provider.Responses {
			fmt.Fprintf(&b,
				`,{"role":"user","content":[{"type":"input_text","text":%q}]},{"type":"function_call","id":"fc_%d",`+
					`"call_id":"c%d","name":"weather","arguments":"{\"city\":\"Oslo\"}","status":"completed"},`+
					`{"type":"function_call_output","call_id":"c%d","output":"%s"}`, text, i, i, i, text)
		} else {
			fmt.Fprintf(&b,
				`,{"role":"user","content":[{"type":"text","text":%q}]},{"role":"assistant","content":null,`+
					`"refusal":null,"annotations":[],"tool_calls":[{"id":"c%d","type":"function","function":{"name":"weather",`+
					`"arguments":"{\"city\":\"Oslo\"}"}}]},{"role":"tool","tool_call_id":"c%d","content":"%s"}`, text, i, i, text)
		}
	}
	b.WriteString(`],"tools":[`)
	for i := range 20 {
		fmt.Fprintf(&b,
			`%s{"type":"function","function":{"name":"tool%d","description":"Looks an order up.","parameters":`+
				`{"type":"object","properties":{"order":{"type":"string"},"limit":{"type":"number"}},"required":["order"]}}}`,
			strings.Repeat(",", min(i, 1)), i)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

// BenchmarkRead reads bodies of 50 kB.
func BenchmarkRead(b *testing.B) {
	for _, e := range []provider.Endpoint{provider.ChatCompletions, provider.Responses} {
		body := openAILong(e)
		b.Run(string(e), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			s := newStore()
			for b.Loop() {
				if _, err := s.Read(e, body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWrite writes an answer of 4 kB with a call to such a body, streamed.
func BenchmarkWrite(b *testing.B) {
	for _, e := range []provider.Endpoint{provider.ChatCompletions, provider.Responses} {
		s := newStore()
		body, err := s.Read(e, openAILong(e))
		if err != nil {
			b.Fatal(err)
		}
		reply := provider.Reply{Seed: "case/turn-1/chat", Created: time.Unix(1, 0), Response: pipeline.Response{
			Content: strings.Repeat("sunny ", 700), ToolCalls: []pipeline.ToolCall{{Name: "weather", Arguments: "{}"}},
		}}
		b.Run(string(e), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Write(body, reply); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
