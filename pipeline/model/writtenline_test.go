package model

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// everyMember is a line in which no member is missing.
func everyMember() Line {
	f, n := 0.25, 7
	calls := []pipeline.ToolCall{{ID: "1", Name: "find", Arguments: "{\"a\":\"\u2028<\"}"}}
	return Line{
		Path: "turn-1/main-1", Repeat: 2, Source: pipeline.SourceOllama, From: "f", Model: "m:latest",
		ModelDigest: "d", Context: 4096, Server: "1.2", At: time.Unix(1e9, 0), Digest: "0", CarriedFrom: "1",
		Request: &pipeline.Request{Stage: "main", Model: "m", Think: "low", Timeout: 1500 * time.Microsecond,
			Messages: []pipeline.Message{{Role: "assistant", ToolCalls: calls, ToolCallID: "1", Name: "n",
				Fields: json.RawMessage(`{"a": [1, "]"]}`), Sections: []pipeline.Section{{Text: "é\n\"\\\x01😀"}}}},
			Tools: []pipeline.Tool{{Name: "find", Description: "x", Parameters: json.RawMessage(`{"type":"object"}`)}},
			Options: pipeline.Options{Temperature: &f, TopP: &f, TopK: &n, MinP: &f, RepeatPenalty: &f, Seed: &n,
				NumCtx: &n, NumPredict: &n, Stop: []string{"a", "b"}},
			Format: json.RawMessage(`"json"`)},
		Response: pipeline.Response{Content: "c", ToolCalls: calls, Reasoning: "r", Blocks: json.RawMessage(`[{}]`),
			Finish: "stop", Usage: pipeline.Usage{Prompt: 3, Completion: 4}, Duration: time.Second},
		Failure: &pipeline.Failure{Reason: pipeline.Transport},
	}
}

// What Encode writes is read quickly, down to the last member.
func TestWrittenLine(t *testing.T) {
	other := everyMember()
	other.Request.Format, other.Request.Parameters = nil, json.RawMessage(`{"n":1}`)
	bare := Line{Path: "p", Source: pipeline.SourceImported, From: "f", Model: "m"}
	for _, l := range []Line{everyMember(), other, bare} {
		text, err := l.Encode()
		if err != nil {
			t.Fatal(err)
		}
		text = []byte(strings.TrimSpace(string(text)))
		if _, ok := writtenLine(text); !ok {
			t.Errorf("refused: %s", text)
		}
		sameAsDecoded(t, text)
		for i := range text { // each line that is cut off, or lacks a byte, is refused, or read as the decoder does
			sameAsDecoded(t, text[:i])
			sameAsDecoded(t, append(append([]byte{}, text[:i]...), text[i+1:]...))
		}
	}
}

// sameAsDecoded checks that a line is refused, or read as the general decoder reads it.
func sameAsDecoded(t *testing.T, line []byte) {
	t.Helper()
	got, ok := writtenLine(line)
	if !ok {
		return
	}
	var want lineJSON
	if err := newLineDecoder().decode(line, &want); err != nil {
		t.Fatalf("read, though it is an error: %v\n%s", err, line)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("(-decoded +read):\n%s\n%s", d, line)
	}
}

// Whatever a line holds, it is refused, or read as the general decoder reads it.
func FuzzWrittenLine(f *testing.F) {
	text, err := everyMember().Encode()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		strings.TrimSpace(string(text)), `{"path":"a","path":"b","response":{}}`, `{"response":{"duration_ms":1e999}}`,
		`{"repeat":1.0}`, `{"repeat":-0}`, `{"path":"\ud800"}`, "{\"path\":\"\xff\"}", `{"path":null}`, `{"request":null}`,
		`{"request":{"format":null,"messages":null}}`, `{"Path":"a"}`, `{"request":{"messages":[]}}`, `{}`, `{"path":"a",}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(sameAsDecoded)
}
