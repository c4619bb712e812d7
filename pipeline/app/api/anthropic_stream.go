package api

import "encoding/json"

type (
	anthropicPlain struct {
		Type string `json:"type"`
	}
	anthropicStart struct {
		Type    string         `json:"type"`
		Message anthropicReply `json:"message"`
	}
	anthropicBlockStart struct {
		Type  string         `json:"type"`
		Index int            `json:"index"`
		Block anthropicBlock `json:"content_block"`
	}
	anthropicBlockDelta struct {
		Type  string            `json:"type"`
		Index int               `json:"index"`
		Delta map[string]string `json:"delta"`
	}
	anthropicBlockStop struct {
		Type  string `json:"type"`
		Index int    `json:"index"`
	}
	anthropicStopDelta struct {
		Reason   *string `json:"stop_reason"`
		Sequence *string `json:"stop_sequence"`
	}
	anthropicDelta struct {
		Type  string               `json:"type"`
		Delta anthropicStopDelta   `json:"delta"`
		Usage anthropicReplyTokens `json:"usage"`
	}
)

// anthropicStream is an answer as a stream of events.
func anthropicStream(a anthropicReply) (Sent, error) {
	e := &chatEvents{}
	start := a
	start.Content, start.StopReason, start.Usage.Output = []anthropicBlock{}, nil, 1
	e.add("message_start", anthropicStart{"message_start", start})
	e.add("ping", anthropicPlain{"ping"})
	for i, block := range a.Content {
		anthropicStreamBlock(e, i, block)
	}
	e.add("message_delta", anthropicDelta{"message_delta", anthropicStopDelta{a.StopReason, nil}, a.Usage})
	e.add("message_stop", anthropicPlain{"message_stop"})
	return e.sent()
}

// anthropicStreamBlock sends a block that begins empty and comes in pieces.
func anthropicStreamBlock(e *chatEvents, i int, block anthropicBlock) {
	delta := func(kind, key, piece string) {
		e.add("content_block_delta", anthropicBlockDelta{"content_block_delta", i,
			map[string]string{"type": kind, key: piece}})
	}
	begin, none := block, ""
	var kind, key, text string
	switch block.Type {
	case "thinking":
		kind, key, text = "thinking_delta", "thinking", *block.Thinking
		begin.Thinking, begin.Signature = &none, &none
	case "tool_use":
		kind, key, text = "input_json_delta", "partial_json", string(block.Input)
		begin.Input = json.RawMessage("{}")
	default:
		kind, key, text = "text_delta", "text", *block.Text
		begin.Text = &none
	}
	e.add("content_block_start", anthropicBlockStart{"content_block_start", i, begin})
	for _, piece := range chatSplit(text) {
		delta(kind, key, piece)
	}
	if block.Signature != nil {
		delta("signature_delta", "signature", *block.Signature)
	}
	e.add("content_block_stop", anthropicBlockStop{"content_block_stop", i})
}
