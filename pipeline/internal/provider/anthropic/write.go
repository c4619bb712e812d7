package anthropic

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// reply is the message of an answer.
type reply struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Model        string  `json:"model"`
	Content      []block `json:"content"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        tokens  `json:"usage"`
}

type tokens struct {
	Input        int `json:"input_tokens"`
	CacheWritten int `json:"cache_creation_input_tokens"`
	CacheRead    int `json:"cache_read_input_tokens"`
	Output       int `json:"output_tokens"`
}

// replyOf returns the answer to a body, with newly issued ids.
func replyOf(s *provider.Ledger, b *provider.Body, r provider.Reply) reply {
	used, stop := provider.Usage(b, r.Response), stopReason(r.Response)
	a := reply{
		ID: provider.ID("msg_", r.Seed, 0), Type: "message", Role: pipeline.RoleAssistant,
		Model: cmp.Or(b.Model, r.Response.Origin.Model), StopReason: &stop,
		Usage: tokens{Input: used.Prompt, Output: used.Completion},
	}
	s.Give(provider.Response, a.ID)
	var calls []block
	for _, call := range provider.Calls(s, r, "toolu_") {
		calls = append(calls, block{Type: callBlock, ID: call.ID, Name: &call.Name,
			Input: provider.Input(call.Arguments), streamed: provider.Streamed(call.Arguments)})
	}
	var ok bool
	if a.Content, ok = kept(r.Response, calls); !ok {
		a.Content = append(blocksOf(r.Response), calls...)
	}
	return a
}

// blocksOf returns the blocks of a response, without its calls.
func blocksOf(resp pipeline.Response) []block {
	all := []block{}
	if text := resp.Reasoning; text != "" {
		signature := signatureOf(text)
		all = append(all, block{Type: thinkingBlock, Thinking: &text, Signature: &signature})
	}
	if text := resp.Content; text != "" {
		all = append(all, block{Type: textBlock, Text: &text})
	}
	return all
}

// signatureOf returns a stand-in for the provider's signature of its model's thinking. Clients send it back, and some
// drop thinking without one; equal thinking has equal signatures.
func signatureOf(thinking string) string {
	sum := sha256.Sum256([]byte(thinking))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// stopReason returns the provider's word for how an answer ended; an unknown one stays.
func stopReason(resp pipeline.Response) string {
	switch resp.Finish {
	case "", "stop":
		if len(resp.ToolCalls) > 0 {
			return "tool_use"
		}
		return "end_turn"
	case "tool_calls":
		return "tool_use"
	case "length":
		return "max_tokens"
	case "content_filter":
		return "refusal"
	}
	return resp.Finish
}
