package api

import (
	"encoding/json"
	"net/http"
)

// anthropicEvents are the events of a stream.
type anthropicEvents struct {
	pieces [][]byte
	err    error
}

// add adds one event. The data begin with the type, which the line above says too.
func (e *anthropicEvents) add(kind string, data any) {
	raw, err := anthropicJSON(data)
	if err != nil {
		e.err = err
		return
	}
	e.pieces = append(e.pieces, []byte("event: "+kind+"\ndata: "+string(raw)+"\n\n"))
}

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
	var e anthropicEvents
	start := a
	start.Content, start.StopReason, start.Usage.Output = []anthropicBlock{}, nil, 1
	e.add("message_start", anthropicStart{"message_start", start})
	e.add("ping", anthropicPlain{"ping"})
	for i, block := range a.Content {
		e.block(i, block)
	}
	e.add("message_delta", anthropicDelta{"message_delta", anthropicStopDelta{a.StopReason, nil}, a.Usage})
	e.add("message_stop", anthropicPlain{"message_stop"})
	if e.err != nil {
		return Sent{}, e.err
	}
	sent := anthropicSent(http.StatusOK, "text/event-stream; charset=utf-8", e.pieces...)
	sent.Header.Set("Cache-Control", "no-cache")
	return sent, nil
}

// block is a block that begins empty and comes in pieces.
func (e *anthropicEvents) block(i int, block anthropicBlock) {
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
	for _, piece := range anthropicTexts(text) {
		e.delta(i, kind, key, piece)
	}
	if block.Signature != nil {
		e.delta(i, "signature_delta", "signature", *block.Signature)
	}
	e.add("content_block_stop", anthropicBlockStop{"content_block_stop", i})
}

func (e *anthropicEvents) delta(i int, kind, key, piece string) {
	e.add("content_block_delta", anthropicBlockDelta{"content_block_delta", i,
		map[string]string{"type": kind, key: piece}})
}
