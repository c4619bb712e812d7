package openai_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// A body is what package wire writes and `show --format openai` prints, streamed, with the tokens at the end.
func TestChatBody(t *testing.T) {
	req := pipeline.Request{
		Stage: "router", Model: "tiny", Think: "low",
		Messages: []pipeline.Message{
			pipeline.Text(pipeline.RoleSystem, "Rules", "<b>&\u2028"),
			pipeline.Text(pipeline.RoleUser, "Message", "hello"),
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{
				{ID: "t1", Name: "f", Arguments: `{"z": 1.0}`},
			}},
			{Role: pipeline.RoleTool, ToolCallID: "t1", Name: "f",
				Sections: []pipeline.Section{{Name: "Content", Text: "1"}}},
		},
		Tools: []pipeline.Tool{{
			Name: "f", Description: "F.", Parameters: json.RawMessage(`{"type":"object","minimum":1.0}`),
		}},
		Format: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}}}`),
		Options: pipeline.Options{
			Temperature: new(0.0), Seed: new(1), NumCtx: new(512), TopK: new(1), NumPredict: new(9),
			Stop: []string{"X"},
		},
	}
	s := ollamatest.New(t, always(ollamatest.Answer{Content: "a"}))
	if _, err := newClient(t, openai.Config{}, s.URL).Chat(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	sent := string(s.Requests()[0].Raw)
	compact, err := wire.Compact(wire.OpenAI, req)
	if err != nil {
		t.Fatal(err)
	}
	var want, got map[string]json.RawMessage
	if err := json.Unmarshal(compact, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(sent), &got); err != nil {
		t.Fatal(err)
	}
	want["stream"], want["stream_options"] = json.RawMessage("true"), json.RawMessage(`{"include_usage":true}`)
	want["reasoning_effort"] = json.RawMessage(`"low"`)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("body (-want +got):\n%s", d)
	}
	for _, text := range []string{
		`"response_format":{"type":"json_schema","json_schema":{"name":"router",` +
			`"schema":{"type":"object","properties":{"z":{},"a":{}}}}}`,
		"<b>&\u2028", `"arguments":"{\"z\": 1.0}"`, `"minimum":1.0`, `"max_tokens":9`, `"seed":1`,
	} {
		if !strings.Contains(sent, text) {
			t.Errorf("no %s in %s", text, sent)
		}
	}
}

// Levels of thinking have a key, true and false have none.
func TestChatThink(t *testing.T) {
	for think, has := range map[pipeline.Think]bool{"": false, "true": false, "false": false, "high": true} {
		s := ollamatest.New(t, always(ollamatest.Answer{Content: "a"}))
		req := hello()
		req.Think = think
		if _, err := newClient(t, openai.Config{}, s.URL).Chat(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(s.Requests()[0].Raw), "reasoning_effort"); got != has {
			t.Errorf("think %q: sent %v, want %v", think, got, has)
		}
	}
}

const key = "sk-a-key-of-the-user-1234"

// The key goes along as a bearer token, unless the host's URL has a user, and is not repeated in errors.
func TestKey(t *testing.T) {
	refused := ollamatest.Answer{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: ` + key + `"}}`}
	for _, tt := range []struct{ key, user, want string }{
		{"", "", ""}, {key, "", "Bearer " + key}, {key, "me:secret@", "Basic bWU6c2VjcmV0"},
	} {
		s := ollamatest.New(t, always(refused))
		host := strings.Replace(s.URL, "://", "://"+tt.user, 1) + "/v1"
		_, err := newClient(t, openai.Config{Key: tt.key}, host).Chat(t.Context(), hello())
		if got := s.Requests()[0].Header.Get("Authorization"); got != tt.want {
			t.Errorf("Authorization %q, want %q", got, tt.want)
		}
		if tt.key != "" && tt.user == "" && (err == nil || strings.Contains(err.Error(), key)) {
			t.Errorf("error %v", err)
		}
	}
}

// A redirect is not followed: neither the prompt nor the key get anywhere else.
func TestKeyStays(t *testing.T) {
	other := ollamatest.New(t, always(ollamatest.Answer{Content: "a"}))
	s := ollamatest.New(t, always(ollamatest.Answer{
		Status: 307, Header: http.Header{"Location": {other.URL + "/v1/chat/completions"}},
	}))
	if _, err := newClient(t, openai.Config{Key: key}, s.URL).Chat(t.Context(), hello()); err == nil {
		t.Error("the redirect was followed")
	}
	if n := len(other.Requests()); n != 0 {
		t.Errorf("%d requests elsewhere", n)
	}
}

func TestHosts(t *testing.T) {
	for _, tt := range []struct{ hosts, want, err string }{
		{"http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", ""},
		{"http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1", ""},
		{"localhost:8080", "http://localhost:8080/v1", ""},
		{"http://localhost:8080/api/openai", "http://localhost:8080/api/openai", ""},
		{"localhost", "", "its port is missing: write it as http://127.0.0.1:8080/v1"},
		{"https://api.openai.com/v1", "", "https://api.openai.com:443/v1 is not this machine, and prompts would go "},
		{"ftp://localhost", "", "neither http nor https"},
		{"", "", "entry 1 is empty"},
	} {
		c, err := openai.New(openai.Config{Hosts: tt.hosts})
		switch {
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%q: error %v, want %q", tt.hosts, err, tt.err)
		case tt.err == "" && err != nil:
			t.Errorf("%q: %v", tt.hosts, err)
		case err == nil && c.Hosts()[0] != tt.want:
			t.Errorf("%q: %q, want %q", tt.hosts, c.Hosts()[0], tt.want)
		}
	}
}
