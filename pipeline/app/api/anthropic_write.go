package api

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// anthropicReply is the message of an answer.
type anthropicReply struct {
	ID           string               `json:"id"`
	Type         string               `json:"type"`
	Role         string               `json:"role"`
	Model        string               `json:"model"`
	Content      []anthropicBlock     `json:"content"`
	StopReason   *string              `json:"stop_reason"`
	StopSequence *string              `json:"stop_sequence"`
	Usage        anthropicReplyTokens `json:"usage"`
}

type anthropicReplyTokens struct {
	Input        int `json:"input_tokens"`
	CacheWritten int `json:"cache_creation_input_tokens"`
	CacheRead    int `json:"cache_read_input_tokens"`
	Output       int `json:"output_tokens"`
}

// anthropicBlock has the members of all kinds of blocks; each kind has its own.
type anthropicBlock struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text,omitempty"`
	Thinking  *string         `json:"thinking,omitempty"`
	Signature *string         `json:"signature,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      *string         `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
}

// anthropicReplyOf is the answer to a body, with the ids that are given out for it.
func anthropicReplyOf(s *Store, b *Body, r Reply) anthropicReply {
	used, stop := chatUsage(b, r.Response), anthropicStop(r.Response)
	a := anthropicReply{
		ID: chatID("msg_", r.Seed, 0), Type: "message", Role: pipeline.RoleAssistant,
		Model: cmp.Or(b.Model, r.Response.Origin.Model), Content: []anthropicBlock{}, StopReason: &stop,
		Usage: anthropicReplyTokens{Input: used.Prompt, Output: used.Completion},
	}
	s.give(answerID, a.ID)
	if text := r.Response.Reasoning; text != "" {
		signature := anthropicSignature(text)
		a.Content = append(a.Content, anthropicBlock{Type: "thinking", Thinking: &text, Signature: &signature})
	}
	if text := r.Response.Content; text != "" {
		a.Content = append(a.Content, anthropicBlock{Type: "text", Text: &text})
	}
	for _, call := range anthropicCalls(s, r) {
		a.Content = append(a.Content, anthropicBlock{Type: "tool_use", ID: call.ID, Name: &call.Name,
			Input: anthropicInput(call.Arguments)})
	}
	return a
}

// anthropicCalls are the tool calls of an answer, each with an id: its own, or one made here.
func anthropicCalls(s *Store, r Reply) []pipeline.ToolCall {
	calls := slices.Clone(r.Response.ToolCalls)
	for i := range calls {
		calls[i].ID = cmp.Or(calls[i].ID, chatID("toolu_", r.Seed, i))
		s.give(callID, calls[i].ID)
	}
	return calls
}

// anthropicSignature stands for what a provider signs its model's thinking with. Clients send it back, and some leave
// thinking without one out; the same thinking always has the same.
func anthropicSignature(thinking string) string {
	sum := sha256.Sum256([]byte(thinking))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// anthropicStop is the provider's word for how an answer ended; one that is not known stays.
func anthropicStop(resp pipeline.Response) string {
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
