package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type anthropicMessage struct {
	Role    string           `json:"role"`
	Content anthropicContent `json:"content"`
}

// anthropicContent is a text, or a list of blocks.
type anthropicContent struct {
	text   text
	blocks []anthropicBlock
}

// anthropicBlock has the keys of every type of block; each type uses some of them.
type anthropicBlock struct {
	Type      string          `json:"type"`
	Text      text            `json:"text,omitempty"`        // text
	Thinking  text            `json:"thinking,omitempty"`    // thinking
	ID        text            `json:"id,omitempty"`          // tool_use
	Name      text            `json:"name,omitempty"`        // tool_use
	Input     json.RawMessage `json:"input,omitempty"`       // tool_use
	ToolUseID text            `json:"tool_use_id,omitempty"` // tool_result
	Content   text            `json:"content,omitempty"`     // tool_result; may be empty
}

// MarshalJSON implements json.Marshaler.
func (c anthropicContent) MarshalJSON() ([]byte, error) {
	if c.blocks == nil {
		return c.text.MarshalJSON()
	}
	return encode(c.blocks)
}

// UnmarshalJSON implements json.Unmarshaler. Blocks are read strictly.
func (c *anthropicContent) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("[")) {
		c.blocks = []anthropicBlock{}
		return decodeStrict(raw, &c.blocks)
	}
	return json.Unmarshal(raw, &c.text)
}

// isResults reports whether a turn has tool results.
func (c anthropicContent) isResults() bool {
	return len(c.blocks) > 0 && c.blocks[0].Type == "tool_result"
}

// system returns the text of a marked turn.
func (c anthropicContent) system() (text, bool) {
	if len(c.blocks) != 1 || c.blocks[0].Type != "text" {
		return "", false
	}
	inner, begins := strings.CutPrefix(string(c.blocks[0].Text), markBegin)
	inner, ends := strings.CutSuffix(inner, markEnd)
	return text(inner), begins && ends
}

// toolCall returns the call in a tool_use block.
func (b anthropicBlock) toolCall() pipeline.ToolCall {
	return pipeline.ToolCall{ID: string(b.ID), Name: string(b.Name), Arguments: argumentsOf(b.Input)}
}

// A mark surrounds a system message that is not the first message: it is sent as a user turn, the only one that is a
// list of one text block. The text between stays unchanged, and a user's own text that looks the same is no list.
const (
	markBegin = "<system>\n"
	markEnd   = "\n</system>"
)
