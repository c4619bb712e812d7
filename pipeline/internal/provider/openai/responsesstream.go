package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// responsesStream is an answer in events, numbered from 0.
type responsesStream struct {
	provider.Events
	n int
}

func (e *responsesStream) event(kind string, members map[string]any) {
	members["type"], members["sequence_number"] = kind, e.n
	e.n++
	e.Add(kind, members)
}

func (a responsesAnswer) stream() (provider.Sent, error) {
	var e responsesStream
	for _, kind := range []string{"response.created", "response.in_progress"} {
		e.event(kind, map[string]any{"response": a.base})
	}
	for i, it := range a.items {
		e.event("response.output_item.added", map[string]any{"output_index": i, "item": it.value(false)})
		e.item(i, it)
		e.event("response.output_item.done", map[string]any{"output_index": i, "item": it.value(true)})
	}
	e.event("response."+a.status(), map[string]any{"response": a.done()})
	return e.Sent()
}

// item adds the events of an item that comes piece by piece.
func (e *responsesStream) item(at int, it responsesItem) {
	switch it.kind {
	case responsesReasoning:
		e.part(at, it, "response.reasoning_summary_part", "response.reasoning_summary_text", "summary_index")
	case responsesMessage:
		text := "response.output_text"
		if it.refusal {
			text = "response.refusal"
		}
		e.part(at, it, "response.content_part", text, "content_index")
	case responsesCustom:
		const name = "response.custom_tool_call_input"
		for _, piece := range provider.Split(it.text) {
			e.event(name+".delta", map[string]any{"item_id": it.id, "output_index": at, "delta": piece})
		}
		e.event(name+".done", map[string]any{"item_id": it.id, "output_index": at, "input": it.text})
	case responsesCall:
		const name = "response.function_call_arguments"
		for _, piece := range provider.Split(it.text) {
			e.event(name+".delta", map[string]any{"item_id": it.id, "output_index": at, "delta": piece})
		}
		e.event(name+".done", map[string]any{"item_id": it.id, "output_index": at, "name": it.call.Name,
			"arguments": it.text})
	}
}

// part adds the events of an item's only part; index is the key under which they give its place.
func (e *responsesStream) part(at int, it responsesItem, part, text, index string) {
	event := func(kind, key string, value any) {
		members := map[string]any{"item_id": it.id, "output_index": at, index: 0, key: value}
		if it.kind == responsesMessage && !it.refusal && key != "part" {
			members["logprobs"] = []any{}
		}
		e.event(kind, members)
	}
	event(part+".added", "part", it.part(""))
	for _, piece := range provider.Split(it.text) {
		event(text+".delta", "delta", piece)
	}
	whole := "text"
	if it.refusal {
		whole = "refusal"
	}
	event(text+".done", whole, it.text)
	event(part+".done", "part", it.part(it.text))
}
