package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// responsesAnswer is an answer without the members that change during a stream.
type responsesAnswer struct {
	base   map[string]any
	items  []responsesItem
	finish string
	usage  pipeline.Usage
}

// done returns the whole answer.
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

// with returns the answer with other members.
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

// incomplete returns why the answer is incomplete; nil: it is whole.
func (a responsesAnswer) incomplete() any {
	switch a.finish {
	case finishLength:
		return map[string]any{"reason": "max_output_tokens"}
	case finishFiltered:
		return map[string]any{"reason": a.finish}
	}
	return nil
}
