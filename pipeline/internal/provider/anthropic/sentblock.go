package anthropic

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// The kinds of blocks that are made from a response.
const (
	textBlock     = "text"
	thinkingBlock = "thinking"
	callBlock     = "tool_use"
)

// block has the members of all kinds of blocks; each kind has its own.
type block struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text,omitempty"`
	Thinking  *string         `json:"thinking,omitempty"`
	Signature *string         `json:"signature,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      *string         `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`

	streamed string          // the input as the text of a stream
	whole    json.RawMessage // an unknown block, as its provider gave it; nil: the members have it
}

// MarshalJSON implements json.Marshaler.
func (b block) MarshalJSON() ([]byte, error) {
	if b.whole != nil {
		return b.whole, nil
	}
	type members block
	return provider.Marshal(members(b))
}
