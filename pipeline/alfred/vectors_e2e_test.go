package alfred

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// saidTurn is a turn of a vector: the user's text, and each model's answers, in order.
type saidTurn struct {
	Message string              `json:"message"`
	Mode    string              `json:"mode"`
	LLM     [][]json.RawMessage `json:"llm"` // [name of the answer's model, answer]
}

// peerModels are the program's names for the answers of the stages, and the difficulty of their work (F2). Summarize is
// not in the vectors.
func peerModels() map[string][2]string {
	return map[string][2]string{
		stageUnderstand: {"UnderstandOutput", medium}, stageThink: {"ThinkOutput", medium},
		stageAct: {"ActDecision", ""}, stageQuick: {"ActQuickDecision", low}, stageReply: {"ReplyOutput", low},
	}
}

// script answers with a vector's answers, in order.
type script struct {
	t     testing.TB
	left  [][]json.RawMessage
	asked [][2]string // model and complexity
}

func (s *script) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	peer, ok := peerModels()[req.Stage]
	if !ok {
		return pipeline.Response{Content: "A summary."}, nil
	}
	if req.Stage == stageAct {
		peer[1] = req.Variant
	}
	s.asked = append(s.asked, peer)
	if len(s.left) == 0 {
		return pipeline.Response{}, fmt.Errorf("%s: the vector has no answer left", req.Path)
	}
	name, answer := s.left[0][0], s.left[0][1]
	s.left = s.left[1:]
	if string(name) != strconv.Quote(peer[0]) {
		return pipeline.Response{}, fmt.Errorf("%s asks for %s, the vector has %s", req.Path, peer[0], name)
	}
	if string(answer) == "null" || failing(answer) {
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Unavailable}
	}
	if req.Stage == stageReply {
		var text struct{ Response string }
		if err := json.Unmarshal(answer, &text); err != nil {
			return pipeline.Response{}, err
		}
		return pipeline.Response{Content: text.Response}, nil
	}
	return pipeline.Response{Content: string(answer)}, nil
}

// failing reports whether an answer of a vector stands for a failing model.
func failing(answer json.RawMessage) bool {
	var o map[string]json.RawMessage
	return json.Unmarshal(answer, &o) == nil && (o["raises"] != nil || o["error"] != nil)
}

// noTools has no results: the tables answer.
type noTools struct{}

func (noTools) Call(context.Context, string, []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	return pipeline.ToolResult{}, false, nil
}

// opened returns a conversation over tables, as the program would hold it, and its root.
func opened(t *trial, tables json.RawMessage, m pipeline.Model) (*conversation, *pipeline.Runtime) {
	t.Helper()
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	c, err := sys.Open(pipeline.Case{Block: &Block{Compat: t.compat(), Tables: tables}})
	if err != nil {
		t.Fatal(err)
	}
	root := pipeline.NewRuntime(&pipeline.Env{
		Model: m, Tools: noTools{},
		Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Deadline: time.Minute} },
	}, time.Date(2026, 1, 25, 9, 0, 0, 0, time.UTC))
	return c.(*conversation), root
}

// TestVectorE2E takes whole conversations through the graph: the visited nodes, the calls of models, the replies, and
// the database operations (F2, F4, F7, F8).
func compareE2E(t *trial, raw rawVector) {
	type input struct {
		Tables json.RawMessage `json:"tables"`
		Turns  []saidTurn      `json:"turns"`
	}
	type output struct {
		Nodes    []string          `json:"nodes"`
		LLM      [][2]string       `json:"llm"`
		Response string            `json:"response"`
		DB       []json.RawMessage `json:"db_log"`
	}
	v := vectorAs[input, []output](t, raw)
	m := &script{t: t}
	c, root := opened(t, v.Input.Tables, m)
	for i, said := range v.Input.Turns {
		m.left, m.asked = said.LLM, nil
		rt := root.At("turn-"+strconv.Itoa(i+1), "")
		c.Log = nil
		out, err := c.Turn(t.Context(), rt, pipeline.Input{
			Kind: pipeline.UserMessage, Text: said.Message, Block: &TurnBlock{Mode: said.Mode},
		})
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		want := v.Output[i]
		if d := cmp.Diff(want.Nodes, visited(rt)); d != "" {
			t.Errorf("turn %d: nodes (-want +got):\n%s", i+1, d)
		}
		if d := cmp.Diff(want.LLM, m.asked); d != "" {
			t.Errorf("turn %d: calls (-want +got):\n%s", i+1, d)
		}
		if got := out.Replies[0].Text; want.Response != got && said.says(t, want.Response) {
			t.Errorf("turn %d: response %q, want %q", i+1, got, want.Response)
		}
		sameJSON(t, fmt.Sprintf("turn %d: database log", i+1), logged(c), want.DB)
	}
}

// says reports whether a model of the turn gave the response, whole or in parts. Any other response is the program's
// own text, which no specification has.
func (s saidTurn) says(t *trial, response string) bool {
	t.Helper()
	for _, answer := range s.LLM {
		for _, text := range textsIn(into[any](t, answer[1])) {
			if text != "" && strings.HasPrefix(response, text) {
				return true
			}
		}
	}
	return false
}

// textsIn returns the texts in a value, at any depth.
func textsIn(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			all = append(all, textsIn(e)...)
		}
	case map[string]any:
		for _, e := range v {
			all = append(all, textsIn(e)...)
		}
	}
	return all
}

// visited returns the nodes that a turn passed through.
func visited(rt *pipeline.Runtime) []string {
	var nodes []string
	for _, e := range rt.Log() {
		if e.Kind == pipeline.EntryEvent && e.Stage == "node" {
			var name string
			_ = json.Unmarshal(e.Value, &name)
			nodes = append(nodes, name)
		}
	}
	return nodes
}

// logged returns the database operations in the vectors' form.
func logged(c *conversation) []any {
	log := []any{}
	for _, e := range c.Log {
		log = append(log, e.List())
	}
	return log
}
