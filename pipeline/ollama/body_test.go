package ollama_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

const schema = `{"type":"object","properties":{"n":{"type":"number","minimum":1.0,"maximum":12345678901234567890,` +
	`"oneOf":[{"multipleOf":5}]},"s":{"pattern":"^<a&b>$"}},"additionalProperties":false}`

func fullRequest() pipeline.Request {
	return pipeline.Request{
		Model: "tiny:latest", Think: "true", Format: json.RawMessage(schema),
		Options: pipeline.Options{Temperature: new(0.0), Seed: new(7), NumCtx: new(4096), Stop: []string{"END"}},
		Messages: []pipeline.Message{
			{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "Content", Text: "a <b> & \u2028"}}},
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{
				{ID: "1", Name: "look", Arguments: `{"z":1.0,"a":12345678901234567890}`},
				{ID: "2", Name: "look", Arguments: `not JSON`},
			}},
			{Role: pipeline.RoleTool, ToolCallID: "1", Name: "look",
				Sections: []pipeline.Section{{Name: "Content", Text: "found"}}},
		},
		Tools: []pipeline.Tool{{Name: "look", Description: "Look.", Parameters: json.RawMessage(schema)}},
	}
}

// sent returns the body of a request as a server gets it, and the same without keys unknown to the form.
func sent(t *testing.T, req pipeline.Request) (raw, known []byte, keys map[string]string) {
	t.Helper()
	s := ollamatest.New(t, always(ollamatest.Answer{}))
	if _, err := newClient(t, s.URL).Chat(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	raw = s.Requests()[0].Raw
	var body map[string]json.RawMessage
	if err := json.Unmarshal(raw, &body); err != nil {
		t.Fatal(err)
	}
	keys = map[string]string{}
	for _, key := range []string{"stream", "truncate", "shift", "keep_alive", "think"} {
		if value, ok := body[key]; ok {
			keys[key] = string(value)
		}
		delete(body, key)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		t.Fatal(err)
	}
	return raw, b.Bytes(), keys
}

// a server gets the request as package wire writes it, to the byte.
func TestBody_X1_X2(t *testing.T) {
	req := fullRequest()
	raw, known, keys := sent(t, req)
	got, err := wire.Read(wire.Ollama, known)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(req, got, cmpopts.IgnoreFields(pipeline.Request{}, "Think"), cmpopts.EquateEmpty(),
		cmpopts.IgnoreUnexported(pipeline.Section{})); d != "" {
		t.Errorf("request (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]string{
		"stream": "true", "truncate": "false", "shift": "false", "keep_alive": `"30m0s"`, "think": "true",
	}, keys); d != "" {
		t.Errorf("keys (-want +got):\n%s", d)
	}
	for _, part := range []string{
		`"model":"tiny:latest"`, `"parameters":` + schema, `"format":` + schema, `"temperature":0,`,
		`"arguments":{"z":1.0,"a":12345678901234567890}`, `"arguments":{"_raw":"not JSON"}`, `"tool_name":"look"`,
		"a <b> & \u2028",
	} {
		if !bytes.Contains(raw, []byte(part)) {
			t.Errorf("the body lacks %s:\n%s", part, raw)
		}
	}
}

func TestBodyThink(t *testing.T) {
	for think, want := range map[pipeline.Think]string{"": "", "false": "false", "high": `"high"`} {
		req := hello()
		req.Think = think
		if _, _, keys := sent(t, req); keys["think"] != want {
			t.Errorf("think %q: %s, want %s", think, keys["think"], want)
		}
	}
}

// A request that is too large is not sent.
func TestBodyTooLarge(t *testing.T) {
	s := ollamatest.New(t, always(ollamatest.Answer{}))
	req := hello()
	req.Messages[0] = pipeline.Text(pipeline.RoleUser, "Message", strings.Repeat("a", 64<<20+1))
	_, err := newClient(t, s.URL).Chat(t.Context(), req)
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok || f.Reason != pipeline.Unavailable || f.Err != server.RequestTooLarge || len(s.Requests()) > 0 {
		t.Errorf("%v, %d requests", err, len(s.Requests()))
	}
}
