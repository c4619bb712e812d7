package ollamatest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// message is one message of a chat, as Ollama reads and writes it.
type message struct {
	Role      string     `json:"role"`
	Content   string     `json:"content"`
	ToolCalls []toolCall `json:"tool_calls,omitempty"`
	ToolName  string     `json:"tool_name,omitempty"`
}

type toolCall struct {
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// asked is a request for a chat.
type asked struct {
	Model    ollamatest.ModelKind `json:"model"`
	Messages []message            `json:"messages"`
	Tools    []offered            `json:"tools,omitempty"`
	Stream   bool                 `json:"stream"`
	Format   any                  `json:"format,omitempty"`
	Options  map[string]any       `json:"options,omitempty"`
}

type offered struct {
	Type     string `json:"type"`
	Function struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Parameters  map[string]any `json:"parameters"`
	} `json:"function"`
}

func offer(names ...string) (all []offered) {
	for _, name := range names {
		o := offered{Type: "function"}
		o.Function.Name, o.Function.Description = name, "A tool."
		o.Function.Parameters = map[string]any{"type": "object", "properties": map[string]any{}}
		all = append(all, o)
	}
	return all
}

// chat returns the answer to a request, which must end by itself.
func chat(t *testing.T, url string, a asked) message {
	t.Helper()
	var reply struct {
		Message    message
		Done       bool
		DoneReason string `json:"done_reason"`
	}
	tinymodelPost(t, url+"/api/chat", a, &reply)
	if !reply.Done || reply.DoneReason != "stop" {
		t.Errorf("ended with %q (done: %t), want stop: %q", reply.DoneReason, reply.Done, reply.Message.Content)
	}
	return reply.Message
}

// tinymodelPost sends a value as JSON and decodes the JSON answer.
func tinymodelPost(t *testing.T, url string, value, answer any) {
	t.Helper()
	body, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

// prompt renders the templates of these files of Beaver, with these values instead of actions; other actions are empty.
func prompt(t *testing.T, values map[string]string, files ...string) string {
	t.Helper()
	return promptOf(t, "beaver", values, files...)
}

// promptOf is prompt for any system.
func promptOf(t *testing.T, system string, values map[string]string, files ...string) string {
	t.Helper()
	var b strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("..", "..", system, "prompts", file+".tmpl"))
		if err != nil {
			t.Fatal(err)
		}
		said := regexp.MustCompile(`(?s)\{\{.*?\}\}`).ReplaceAllStringFunc(string(text), func(action string) string {
			return values[action]
		})
		b.WriteString(said + "\n")
	}
	return b.String()
}
