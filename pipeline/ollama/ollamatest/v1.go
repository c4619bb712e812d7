package ollamatest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
)

// chunk is a chunk of /v1/chat/completions.
type chunk struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index  int     `json:"index"`
	Delta  delta   `json:"delta"`
	Finish *string `json:"finish_reason"`
}

// delta calls the thinking as Ollama does.
type delta struct {
	Role      string `json:"role,omitempty"`
	Content   string `json:"content"`
	Reasoning string `json:"reasoning,omitempty"`
	ToolCalls []call `json:"tool_calls,omitempty"`
}

type call struct {
	Index    int    `json:"index"`
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

// events returns the answer as a stream of /v1/chat/completions: a comment, the lines of /api/chat as chunks, the
// tokens, and [DONE].
func (a Answer) events(req Request) []byte {
	b := bytes.NewBufferString(": keep-alive\n\n")
	event := func(c chunk) {
		c.ID, c.Object, c.Model = "chatcmpl-1", "chat.completion.chunk", req.Model
		fmt.Fprintf(b, "data: %s\n", encode(c))
	}
	lines := a.lines(req)
	for _, l := range lines[:len(lines)-1] {
		event(chunk{Choices: []choice{{Delta: delta{
			Role: l.Message.Role, Content: l.Message.Content, Reasoning: l.Message.Thinking,
			ToolCalls: callsOf(l.Message.ToolCalls),
		}}}})
	}
	end := lines[len(lines)-1]
	finish := end.DoneReason
	if len(a.ToolCalls) > 0 {
		finish = cmp.Or(a.DoneReason, "tool_calls")
	}
	event(chunk{Choices: []choice{{Finish: &finish}}})
	u := usage{end.PromptEvalCount, end.EvalCount, end.PromptEvalCount + end.EvalCount}
	event(chunk{Choices: []choice{}, Usage: &u})
	b.WriteString("data: [DONE]\n\n")
	return b.Bytes()
}

// callsOf returns the calls of a message of /api/chat as OpenAI's API has them.
func callsOf(raw json.RawMessage) []call {
	if len(raw) == 0 {
		return nil
	}
	var list []struct {
		Function struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"function"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		panic(fmt.Sprintf("ollamatest: the test's tool calls are no JSON: %v", err))
	}
	calls := make([]call, len(list))
	for i, c := range list {
		calls[i] = call{Index: i, ID: fmt.Sprintf("call_%d", i+1), Type: "function"}
		calls[i].Function.Name, calls[i].Function.Arguments = c.Function.Name, string(c.Function.Arguments)
	}
	return calls
}

// vectors returns the vectors of /v1/embeddings.
func (a Answer) vectors(req Request) any {
	type vector struct {
		Object    string    `json:"object"`
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	data := []vector{}
	for i, v := range a.embeddings(req).Embeddings {
		data = append(data, vector{"embedding", i, v})
	}
	return map[string]any{"object": "list", "data": data, "model": req.Model}
}

// list is /v1/models.
func (ms *models) list(w http.ResponseWriter, _ *http.Request) {
	type listed struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		OwnedBy string `json:"owned_by"`
	}
	all := []listed{}
	ms.mu.Lock()
	for _, m := range ms.all {
		if !ms.any {
			all = append(all, listed{full(m.Name), "model", "library"})
		}
	}
	ms.mu.Unlock()
	say(w, http.StatusOK, map[string]any{"object": "list", "data": all})
}
