package ollamatest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

func post(t *testing.T, url, body string) (status int, answer string) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

func TestServerStreams(t *testing.T) {
	s := ollamatest.New(t, func(r ollamatest.Request) ollamatest.Answer {
		return ollamatest.Answer{Thinking: "hm so", Content: r.Last("user") + " it is", DoneReason: "length",
			ToolCalls: json.RawMessage(`[{"function":{"name":"f","arguments":{"z":1.0}}}]`)}
	})
	status, body := post(t, s.URL+"/api/chat", `{"model":"m","messages":[{"role":"user","content":"Paris"}],
		"tools":[{"function":{"name":"f"}}]}`)
	var got []string
	for l := range strings.Lines(body) {
		var line struct {
			Message    json.RawMessage `json:"message"`
			Done       bool            `json:"done"`
			DoneReason string          `json:"done_reason"`
			Tokens     int             `json:"eval_count"`
		}
		if err := json.Unmarshal([]byte(l), &line); err != nil {
			t.Fatal(err)
		}
		got = append(got, string(line.Message))
		if line.Done != (line.DoneReason == "length") || line.Done != (line.Tokens == 3) {
			t.Errorf("a line's end: %s", l)
		}
	}
	want := []string{
		`{"role":"assistant","content":"","thinking":"hm "}`, `{"role":"assistant","content":"","thinking":"so"}`,
		`{"role":"assistant","content":"Paris "}`, `{"role":"assistant","content":"it "}`,
		`{"role":"assistant","content":"is"}`,
		`{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"z":1.0}}}]}`,
		`{"role":"assistant","content":""}`,
	}
	if d := cmp.Diff(want, got); status != http.StatusOK || d != "" {
		t.Errorf("status %d, lines (-want +got):\n%s", status, d)
	}
	if r := s.Requests(); len(r) != 1 || r[0].Model != "m" || !r[0].Stream || !cmp.Equal(r[0].Tools, []string{"f"}) {
		t.Errorf("requests %+v", r)
	}
}

func TestServerAnswersInOne(t *testing.T) {
	s := ollamatest.New(t, func(r ollamatest.Request) ollamatest.Answer {
		if r.Last("user") == "fail" {
			return ollamatest.Answer{Status: 503, Body: `{"error":"busy"}`}
		}
		return ollamatest.Answer{}
	}, ollamatest.Model{Name: "tiny"})
	letters, err := json.Marshal([][]float32{ollamatest.Letters("Abba"), ollamatest.Letters("")})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, body string
		status     int
		want       string // part of the answer
	}{
		{"/api/chat", `{"model":"tiny","messages":[]}`, 200, `"done_reason":"load"`},
		{"/api/chat", `{"model":"other","messages":[]}`, 404, `{"error":"model 'other' not found"}`},
		{"/api/chat", `{"model":"tiny:latest","messages":[{"role":"user","content":"fail"}]}`, 503, `busy`},
		{"/api/chat", `{"model":7}`, 400, `cannot unmarshal number`},
		{"/api/embed", `{"model":"tiny","input":["Abba",""]}`, 200, string(letters)},
		{"/api/embed", `{"model":"tiny","input":""}`, 200, `"embeddings":[]`},
		{"/api/show", `{"model":"tiny"}`, 200, `"llama.context_length":131072`},
		{"/api/show", `{"model":"other"}`, 404, `{"error":"model 'other' not found"}`},
	} {
		status, body := post(t, s.URL+tt.path, tt.body)
		if status != tt.status || !strings.Contains(body, tt.want) {
			t.Errorf("%s %s: %d %s, want %d and %s", tt.path, tt.body, status, body, tt.status, tt.want)
		}
	}
	resp, err := http.Get(s.URL + "/api/tags")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if raw, err := io.ReadAll(resp.Body); err != nil || !bytes.Contains(raw, []byte(`"name":"tiny:latest"`)) {
		t.Errorf("tags %s, %v", raw, err)
	}
}
