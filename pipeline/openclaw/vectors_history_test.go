package openclaw

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// entry is a message of the program's sessions.
type entry struct{ message history.Message }

// UnmarshalJSON ignores the fields that no rule uses.
func (e *entry) UnmarshalJSON(raw []byte) error {
	var v struct {
		Role                     history.Role
		Content                  content
		Command, Output, Summary string
		ToolCallID               string
	}
	err := json.Unmarshal(raw, &v)
	e.message = history.Message(v.Content)
	e.message.Role, e.message.CallID = v.Role, v.ToolCallID
	e.message.Text += v.Command + v.Output + v.Summary
	return err
}

// content is a text, or blocks of text and others.
type content history.Message

// UnmarshalJSON accepts both.
func (c *content) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &c.Text) == nil {
		return nil
	}
	var blocks []struct {
		Type, Text, Thinking, ID, Name string
		Arguments                      json.RawMessage
	}
	err := json.Unmarshal(raw, &blocks)
	for _, b := range blocks {
		switch b.Type {
		case "text":
			c.Text += b.Text
		case "thinking":
			c.Thinking += b.Thinking
		case "image":
			c.Images++
		case "toolCall":
			c.Calls = append(c.Calls, history.Call{ID: b.ID, Name: b.Name, Arguments: string(b.Arguments)})
		}
	}
	return err
}

func messages(entries []entry) []history.Message {
	var all []history.Message
	for _, e := range entries {
		all = append(all, e.message)
	}
	return all
}

func TestVectorTokenEstimate_O32(t *testing.T) {
	eachCase(t, "token_estimate.json", func(t *testing.T, v vector[json.RawMessage, int], by func(string)) {
		if bytes.HasPrefix(v.Input, []byte(`"`)) {
			by("skipped: a sum of messages that are not all in the file")
			return
		}
		if got := history.ByLength(decoded[entry](t, v.Input).message); got != v.Expected {
			t.Errorf("%d tokens, want %d", got, v.Expected)
		}
	})
}

func TestVectorSplitByTokenShare_O34(t *testing.T) {
	type in struct {
		MessageTokens []int
		Parts         number
	}
	eachVector(t, "split_by_token_share.json", func(in in) []int {
		return orNone(history.SplitByShare(in.MessageTokens, float64(in.Parts)))
	})
}

func TestVectorChunkByMaxTokens_O36(t *testing.T) {
	type in struct {
		MessageTokens []int
		MaxTokens     int
	}
	eachVector(t, "chunk_by_max_tokens.json", func(in in) []int {
		return orNone(history.ChunkByMax(in.MessageTokens, in.MaxTokens))
	})
}

// orNone returns a slice that JSON encodes as empty, not as null.
func orNone(all []int) []int { return append([]int{}, all...) }

func TestVectorPruneHistory_O35(t *testing.T) {
	type in struct {
		Messages         []entry
		MaxContextTokens int
		MaxHistoryShare  *float64
	}
	type out struct {
		KeptIndexes, DroppedIndexes                                             []int
		DroppedChunks, DroppedMessages, DroppedTokens, KeptTokens, BudgetTokens int
	}
	eachVector(t, "prune_history.json", func(in in) out {
		share := history.DefaultShare
		if in.MaxHistoryShare != nil {
			share = *in.MaxHistoryShare
		}
		budget := history.Budget(in.MaxContextTokens, share)
		p := history.Prune(messages(in.Messages), budget, history.ByLength)
		return out{orNone(p.Kept), orNone(p.Dropped), p.Chunks, p.Messages, p.Tokens, p.KeptTokens, budget}
	})
}

func TestVectorAdaptiveRatio_O37(t *testing.T) {
	type in struct {
		MessageTokens []int
		ContextWindow int
	}
	type out struct {
		Ratio     float64
		Oversized []bool
	}
	eachVector(t, "adaptive_ratio.json", func(in in) out {
		v := out{Ratio: history.AdaptiveRatio(in.MessageTokens, in.ContextWindow), Oversized: []bool{}}
		for _, n := range in.MessageTokens {
			v.Oversized = append(v.Oversized, history.Oversized(n, in.ContextWindow))
		}
		return v
	})
}

func TestVectorPiCompaction_O31(t *testing.T) {
	type in struct {
		ContextTokens, ContextWindow int
		Settings                     *struct {
			Enabled       bool
			ReserveTokens int
		}

		Roles            []history.Role
		MessageTokens    []int
		KeepRecentTokens int
	}
	type point struct {
		FirstKeptEntryIndex, TurnStartIndex int
		IsSplitTurn                         bool
	}
	eachCase(t, "pi_compaction.json", func(t *testing.T, v vector[in, json.RawMessage], by func(string)) {
		if s := v.Input.Settings; s != nil { // the trigger, else a cut
			trigger := history.Trigger{Enabled: s.Enabled, Window: v.Input.ContextWindow, Reserve: s.ReserveTokens}
			if got, want := trigger.Due(v.Input.ContextTokens), decoded[bool](t, v.Expected); got != want {
				t.Errorf("due is %v, want %v", got, want)
			}
			return
		}
		var all []history.Message
		for i, role := range v.Input.Roles {
			all = append(all, history.Message{Role: role, Text: strings.Repeat("x", 4*v.Input.MessageTokens[i])})
		}
		p := history.Cut(all, v.Input.KeepRecentTokens, history.ByLength)
		got := point{p.First, p.TurnStart, p.TurnStart >= 0}
		if want := decoded[point](t, v.Expected); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}
