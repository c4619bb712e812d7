package anthropic

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// merge assembles the events of a stream.
type merge struct {
	message map[string]json.RawMessage
	usage   map[string]json.RawMessage
	blocks  []*mergeBlock
	ended   bool
}

type mergeBlock struct {
	index   int
	members map[string]json.RawMessage
	texts   map[string][]byte // the text that came in pieces, by member
}

// event has the members of all kinds of events.
type event struct {
	Type    string                     `json:"type"`
	Message map[string]json.RawMessage `json:"message"`
	Index   int                        `json:"index"`
	Block   map[string]json.RawMessage `json:"content_block"`
	Delta   map[string]json.RawMessage `json:"delta"`
	Usage   map[string]json.RawMessage `json:"usage"`
}

// merged returns the message, or the error, in a stream.
func merged(stream []byte) ([]byte, error) {
	var m merge
	for _, data := range provider.ReceivedEvents(stream) {
		var e event
		if err := json.Unmarshal(data, &e); err != nil {
			return nil, fmt.Errorf("an event that is not JSON: %w", err)
		}
		if e.Type == "error" {
			return data, nil
		}
		if err := m.add(e); err != nil {
			return nil, err
		}
	}
	if !m.ended {
		return nil, errors.New("it is cut off: there is no message_stop")
	}
	return m.whole()
}

func (m *merge) add(e event) error {
	switch e.Type {
	case "message_start":
		m.message, m.usage = e.Message, map[string]json.RawMessage{}
		var usage map[string]json.RawMessage
		if json.Unmarshal(e.Message["usage"], &usage) == nil {
			m.count(usage)
		}
	case "content_block_start":
		if e.Block == nil {
			return errors.New("content_block_start without a block")
		}
		m.blocks = append(m.blocks, &mergeBlock{e.Index, e.Block, map[string][]byte{}})
	case "content_block_delta":
		return m.delta(e)
	case "message_delta":
		if m.message == nil {
			return errors.New("message_delta before message_start")
		}
		m.message["stop_reason"] = e.Delta["stop_reason"]
		m.count(e.Usage)
	case "message_stop":
		m.ended = true
	}
	return nil // unknown events may come at any time
}

// count takes over token counts: later ones are for the whole message.
func (m *merge) count(usage map[string]json.RawMessage) {
	for key, value := range usage {
		if string(value) != "null" {
			m.usage[key] = value
		}
	}
}

// ofDeltas maps the kinds of pieces to the members of a block that come in pieces.
var ofDeltas = map[string]string{
	"text": "text", "thinking": "thinking", "signature": "signature", "partial_json": "input",
}

// delta adds a piece to the newest block of its index.
func (m *merge) delta(e event) error {
	for i := len(m.blocks) - 1; i >= 0; i-- {
		if b := m.blocks[i]; b.index == e.Index {
			for from, to := range ofDeltas {
				b.texts[to] = append(b.texts[to], jsonvalue.TextOf(e.Delta[from])...)
			}
			return nil
		}
	}
	return fmt.Errorf("content_block_delta of block %d, which has not begun", e.Index)
}

// whole returns the message as it would be in one piece.
func (m *merge) whole() ([]byte, error) {
	if m.message == nil {
		return nil, errors.New("there is no message_start")
	}
	content := []map[string]json.RawMessage{}
	for _, b := range m.blocks {
		for key, text := range b.texts {
			if err := b.say(key, text); err != nil {
				return nil, err
			}
		}
		content = append(content, b.members)
	}
	var err error
	if m.message["content"], err = provider.Marshal(content); err != nil {
		return nil, err
	}
	if m.message["usage"], err = provider.Marshal(m.usage); err != nil {
		return nil, err
	}
	return provider.Marshal(m.message)
}

// say appends the text that came in pieces to the block's initial text. Arguments replace their empty initial value;
// invalid JSON stays whole, as a text.
func (b *mergeBlock) say(key string, text []byte) (err error) {
	switch {
	case len(text) == 0:
	case key == "input" && json.Valid(text):
		b.members[key] = text
	case key == "input":
		b.members[key] = provider.Wrap(string(text))
	default:
		b.members[key], err = provider.Marshal(jsonvalue.TextOf(b.members[key]) + string(text))
	}
	return err
}
