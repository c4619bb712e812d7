package api

import (
	"encoding/json"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// responsesAnswer is an answer: all of it but what changes while it is given.
type responsesAnswer struct {
	base   map[string]any
	items  []responsesItem
	finish string
	usage  pipeline.Usage
}

func (responses) write(s *Store, b *Body, r Reply) (Sent, error) {
	r.Response.ToolCalls = chatCalls(s, r)
	id := chatID("resp_", r.Seed, 0)
	a := responsesAnswer{
		base: responsesBase(b), items: responsesItems(r.Seed, r.Response), finish: chatFinish(r.Response),
		usage: chatUsage(b, r.Response),
	}
	a.base["id"], a.base["created_at"] = id, r.Created.Unix()
	if err := keepOutput(s, b, id, a.items); err != nil {
		return Sent{}, err
	}
	if b.Stream {
		return a.stream()
	}
	return chatSent(http.StatusOK, a.done())
}

// responsesBase says again what the client has asked for, as clients look there for what was meant by default.
func responsesBase(b *Body) map[string]any {
	base := map[string]any{
		"object": "response", "model": b.Model, "status": "in_progress", "output": []any{}, "error": nil,
		"incomplete_details": nil, "instructions": nil, "metadata": map[string]any{}, "parallel_tool_calls": true,
		"temperature": 1, "tool_choice": "auto", "tools": []any{}, "top_p": 1,
	}
	var said map[string]json.RawMessage
	if json.Unmarshal(b.Request.Parameters, &said) != nil {
		return base
	}
	for _, key := range []string{"metadata", "parallel_tool_calls", "temperature", "tool_choice", "top_p"} {
		if raw := said[key]; raw != nil && string(raw) != "null" {
			base[key] = raw
		}
	}
	return base
}

// done is the whole answer.
func (a responsesAnswer) done() map[string]any {
	output := make([]any, 0, len(a.items))
	for _, it := range a.items {
		output = append(output, it.value(true))
	}
	return a.with(map[string]any{
		"status": a.status(), "incomplete_details": a.incomplete(), "output": output,
		"usage": map[string]any{
			"input_tokens": a.usage.Prompt, "output_tokens": a.usage.Completion,
			"total_tokens":          a.usage.Prompt + a.usage.Completion,
			"input_tokens_details":  map[string]any{"cached_tokens": 0, "cache_write_tokens": 0},
			"output_tokens_details": map[string]any{"reasoning_tokens": 0},
		},
	})
}

// with is the answer with other members.
func (a responsesAnswer) with(members map[string]any) map[string]any {
	for key, value := range a.base {
		if _, there := members[key]; !there {
			members[key] = value
		}
	}
	return members
}

func (a responsesAnswer) status() string {
	if a.incomplete() != nil {
		return "incomplete"
	}
	return "completed"
}

// incomplete is why the answer is not whole; nil: it is.
func (a responsesAnswer) incomplete() any {
	switch a.finish {
	case chatLength:
		return map[string]any{"reason": "max_output_tokens"}
	case chatFiltered:
		return map[string]any{"reason": a.finish}
	}
	return nil
}
