package anthropic

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// keptOf returns the blocks of an answer as its provider gave them, for pipeline.Response.Blocks: thinking has a
// signature, and may come in several blocks, between texts and calls, or encrypted. A call is its type alone, since the
// response has the rest. nil: text and calls say all.
func keptOf(answer []byte) json.RawMessage {
	var said struct {
		Content []json.RawMessage `json:"content"`
	}
	if json.Unmarshal(answer, &said) != nil {
		return nil
	}
	texts, calls, more := 0, 0, false
	for i, raw := range said.Content {
		switch kindOf(raw) {
		case textBlock:
			texts++
			more = more || texts > 1 || calls > 0
		case callBlock:
			calls++
			said.Content[i] = json.RawMessage(`{"type":"` + callBlock + `"}`)
		default:
			more = true
		}
	}
	if !more {
		return nil
	}
	all, err := provider.Marshal(said.Content)
	if err != nil {
		return nil
	}
	kept, err := jsonvalue.Canonical(all)
	if err != nil {
		return nil
	}
	return kept
}

func kindOf(raw json.RawMessage) string {
	var b struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(raw, &b) != nil {
		return ""
	}
	return b.Type
}

// kept returns the original blocks of a response, with the calls under their present ids; ok is false if there are
// none, or if they contradict the response, which somebody has edited then.
func kept(resp pipeline.Response, calls []block) (all []block, ok bool) {
	var said []json.RawMessage
	if json.Unmarshal(resp.Blocks, &said) != nil || len(said) == 0 {
		return nil, false
	}
	var texts []json.RawMessage
	for _, raw := range said {
		switch kind := kindOf(raw); kind {
		case callBlock:
			if len(calls) == 0 {
				return nil, false
			}
			all, calls = append(all, calls[0]), calls[1:]
			continue
		case textBlock, thinkingBlock:
			var b block
			if json.Unmarshal(raw, &b) != nil || b.Text == nil && b.Thinking == nil {
				return nil, false
			}
			all, texts = append(all, b), append(texts, raw)
		default:
			all = append(all, block{Type: kind, whole: raw})
		}
	}
	return all, len(calls) == 0 && says(texts, resp)
}

// says reports whether blocks contain the text and the thinking of a response.
func says(blocks []json.RawMessage, resp pipeline.Response) bool {
	message, err := provider.Marshal(map[string]any{"type": "message", "role": "assistant", "content": blocks})
	if err != nil {
		return false
	}
	told, err := wire.Answer(wire.Anthropic, message)
	return err == nil && told.Content == resp.Content && told.Reasoning == resp.Reasoning
}
