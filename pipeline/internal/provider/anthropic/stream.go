package anthropic

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

type (
	plainEvent struct {
		Type string `json:"type"`
	}
	startEvent struct {
		Type    string `json:"type"`
		Message reply  `json:"message"`
	}
	blockStart struct {
		Type  string `json:"type"`
		Index int    `json:"index"`
		Block block  `json:"content_block"`
	}
	blockDelta struct {
		Type  string            `json:"type"`
		Index int               `json:"index"`
		Delta map[string]string `json:"delta"`
	}
	blockStop struct {
		Type  string `json:"type"`
		Index int    `json:"index"`
	}
	stopDelta struct {
		Reason   *string `json:"stop_reason"`
		Sequence *string `json:"stop_sequence"`
	}
	deltaEvent struct {
		Type  string    `json:"type"`
		Delta stopDelta `json:"delta"`
		Usage tokens    `json:"usage"`
	}
)

// stream encodes an answer as a stream of events.
func stream(a reply) (provider.Sent, error) {
	e := &provider.Events{}
	start := a
	start.Content, start.StopReason, start.Usage.Output = []block{}, nil, 1
	e.Add("message_start", startEvent{"message_start", start})
	e.Add("ping", plainEvent{"ping"})
	for i, block := range a.Content {
		streamBlock(e, i, block)
	}
	e.Add("message_delta", deltaEvent{"message_delta", stopDelta{a.StopReason, nil}, a.Usage})
	e.Add("message_stop", plainEvent{"message_stop"})
	return e.Sent()
}

// streamBlock sends a block that starts empty and comes in pieces.
func streamBlock(e *provider.Events, i int, block block) {
	delta := func(kind, key, piece string) {
		e.Add("content_block_delta", blockDelta{"content_block_delta", i,
			map[string]string{"type": kind, key: piece}})
	}
	begin, none := block, ""
	var kind, key, text string
	switch {
	case block.whole != nil: // it comes in one piece
	case block.Type == thinkingBlock:
		kind, key, text = "thinking_delta", "thinking", *block.Thinking
		begin.Thinking, begin.Signature = &none, &none
	case block.Type == callBlock:
		kind, key, text = "input_json_delta", "partial_json", block.streamed
		begin.Input = json.RawMessage("{}")
	default:
		kind, key, text = "text_delta", "text", *block.Text
		begin.Text = &none
	}
	e.Add("content_block_start", blockStart{"content_block_start", i, begin})
	for _, piece := range provider.Split(text) {
		delta(kind, key, piece)
	}
	if block.Signature != nil {
		delta("signature_delta", "signature", *block.Signature)
	}
	e.Add("content_block_stop", blockStop{"content_block_stop", i})
}
