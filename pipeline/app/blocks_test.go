package app_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

const thoughtful = `{"id":"msg_abcdefgh","type":"message","role":"assistant","model":"m","content":[
{"type":"thinking","thinking":"First.","signature":"c2lnMQ=="},{"type":"text","text":"Let me look."},
{"type":"redacted_thinking","data":"AAAA<"},{"type":"tool_use","id":"toolu_abcdefgh","name":"f","input":{"a":1}},
{"type":"thinking","thinking":"Then.","signature":"c2lnMg=="},{"type":"text","text":" Done."}],
"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}}`

// contentOf returns the blocks that a client gets of an answer, as the provider's own reader would build them.
func contentOf(t *testing.T, stream bool, sent app.Sent) string {
	t.Helper()
	said := bytes.Join(sent.Pieces, nil)
	if !stream {
		var whole struct{ Content json.RawMessage }
		if err := json.Unmarshal(said, &whole); err != nil {
			t.Fatal(err)
		}
		return sortedJSON(t, whole.Content)
	}
	var blocks []map[string]any
	for line := range strings.Lines(string(said)) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var e struct {
			Type  string
			Index int
			Block map[string]any `json:"content_block"`
			Delta map[string]string
		}
		if json.Unmarshal([]byte(data), &e) != nil {
			continue
		}
		switch e.Type {
		case "content_block_start":
			blocks = append(blocks, e.Block)
		case "content_block_delta":
			for key, piece := range e.Delta {
				if text, ok := blocks[e.Index][key].(string); key != "type" && (ok || key == "partial_json") {
					blocks[e.Index][key] = text + piece
				}
			}
		}
	}
	for _, b := range blocks {
		if input, ok := b["partial_json"].(string); ok {
			b["input"] = json.RawMessage(input)
			delete(b, "partial_json")
		}
	}
	raw, err := json.Marshal(blocks)
	if err != nil {
		t.Fatal(err)
	}
	return sortedJSON(t, raw)
}

func sortedJSON(t *testing.T, raw []byte) string {
	t.Helper()
	v, err := jsonvalue.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jsonvalue.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Thinking that a provider gave in several blocks, each with its signature, comes in them again, whole and streamed,
// and a streamed answer reads like the same answer in one piece.
func TestBlocksOfThinkingStayApart(t *testing.T) {
	t.Parallel()
	var was struct{ Content json.RawMessage }
	if err := json.Unmarshal([]byte(thoughtful), &was); err != nil {
		t.Fatal(err)
	}
	want := sortedJSON(t, was.Content)
	for name, stream := range map[string]bool{`"max_tokens":9`: false, `"stream":true`: true} {
		s := app.NewStore()
		b, err := s.Read(app.Messages, []byte(`{"messages":[{"role":"user","content":"a"}],`+name+`}`))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := s.Receive(b, []byte(thoughtful))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := s.Write(b, app.Reply{Response: resp, Seed: "s"})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, contentOf(t, stream, sent)); d != "" {
			t.Errorf("stream %v: -want +got:\n%s", stream, d)
		}
		again, err := s.Receive(b, bytes.Join(sent.Pieces, nil))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(sortedJSON(t, resp.Blocks), sortedJSON(t, again.Blocks)); d != "" {
			t.Errorf("stream %v: -heard +heard again:\n%s", stream, d)
		}
		resp.Content = "Edited by a person."
		if sent, err = s.Write(b, app.Reply{Response: resp, Seed: "s"}); err != nil {
			t.Fatal(err)
		}
		if got := contentOf(t, stream, sent); !strings.Contains(got, "Edited by") || strings.Contains(got, "look") {
			t.Errorf("an answer that was edited: %s", got)
		}
	}
}
