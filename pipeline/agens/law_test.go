package agens

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// oracle answers every call from its path and a seed: with good answers and bad ones, none at all, and late ones.
type oracle struct {
	seed uint64
	mu   sync.Mutex
	sent []pipeline.Request
}

// chance returns a number below n that depends only on the seed and the words.
func (o *oracle) chance(n uint64, words ...string) int {
	h := fnv.New64a()
	fmt.Fprint(h, o.seed, words)
	return int(h.Sum64() >> 8 % n)
}

// Chat implements pipeline.Model.
func (o *oracle) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = append(o.sent, req)
	takes := time.Duration(o.chance(70, req.Path, "takes")) * time.Second
	if o.chance(25, req.Path, "fails") == 0 {
		return pipeline.Response{Takes: takes}, &pipeline.Failure{Reason: pipeline.Transport}
	}
	return pipeline.Response{Content: o.says(req.Path), Takes: takes}, nil
}

func (o *oracle) says(at string) string {
	if o.chance(8, at, "bad") == 0 {
		bad := []string{
			"", "no", "[]", `{"body":7,"next":[]}`, `{"body":"","next":[]}`, `{"body":"x","next":[{"type":"go"}]}`,
		}
		return bad[o.chance(uint64(len(bad)), at, "which")]
	}
	next := []map[string]string{}
	for i := range o.chance(3, at, "next") {
		word := fmt.Sprint(i)
		kind := []string{"route", "route", "yield", "sub", "end", "retry"}[o.chance(6, at, word, "type")]
		value := []string{"a", "b", "c", "nowhere", "s", strings.Repeat("../", 99)}[o.chance(6, at, word, "value")]
		next = append(next, map[string]string{"type": kind, "value": value})
	}
	calls := []map[string]any{}
	if strings.Contains(path.Base(at), "serving-1") || o.chance(4, at, "more tools") == 0 {
		for i := range o.chance(4, at, "calls") {
			id := []string{"x", "y", "z/../é"}[o.chance(3, at, fmt.Sprint(i))]
			calls = append(calls, map[string]any{"id": id, "name": "t", "arguments": []any{}})
		}
	}
	raw, err := json.Marshal(map[string]any{
		"body": "said at " + at, "next": next, "tool_calls": calls,
		"outputs": map[string]any{"k": o.chance(9, at, "k")},
	})
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// Call implements pipeline.Tools.
func (o *oracle) Call(_ context.Context, path string, _ []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	return pipeline.ToolResult{Content: "given at " + path, Failed: o.chance(3, path) == 0}, o.chance(9, path) > 0, nil
}

// someJob generates a block with three nodes and a sub-job that may run itself.
func someJob(t *rapid.T) *Block {
	instruction := rapid.Custom(func(t *rapid.T) router.Instruction {
		n := rapid.IntRange(0, 3).Draw(t, "count")
		return rapid.SampledFrom([]router.Instruction{
			{Type: "route", Value: "a", Count: &n}, {Type: "route", Value: "b"}, {Type: "yield", Value: "c"},
			{Type: "sub", Value: "s"}, {Type: "end"}, {Type: "retry"},
		}).Draw(t, "instruction")
	})
	node := func(name string) Node {
		n := Node{Serving: "main", Objective: name, Tools: []string{"*"}, Resources: []Resource{{URI: "f"}}}
		if rapid.Bool().Draw(t, name+" routes") {
			n.Outputs = []router.Output{{Key: "k", Type: "int"}}
			n.Routes = []Route{{
				When: []router.Condition{{Key: "k", Op: "gt", Value: "3"}},
				Next: rapid.SliceOfN(instruction, 1, 3).Draw(t, name+" next"),
			}}
		}
		if rapid.IntRange(0, 5).Draw(t, name+" sub") == 0 {
			n.Sub = "s"
		}
		return n
	}
	below := Job{Start: "a", Nodes: map[string]Node{"a": node("sub a"), "b": node("sub b"), "c": node("sub c")}}
	return &Block{
		Job:  Job{Start: "a", Description: "d", Nodes: map[string]Node{"a": node("a"), "b": node("b"), "c": node("c")}},
		Subs: map[string]Job{"s": below}, Limits: Limits{Visits: rapid.IntRange(1, 40).Draw(t, "visits")},
		Compat: rapid.SampledFrom([]string{"", compatProgram}).Draw(t, "compat"),
	}
}

// For any job and any answers of a model: the turn ends within its visits with a reply, all reports are declared, and
// the behaviour does not depend on scheduling. The system messages of all requests for one answer are equal (G0), and
// what they tell of the past is true (G3).
func TestEveryJobEndsG0(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		block, seed := someJob(t), rapid.Uint64().Draw(t, "seed")
		var logs [2][]pipeline.Entry
		sent := [2]map[string][]pipeline.Message{{}, {}}
		for i := range logs {
			model := &oracle{seed: seed}
			logs[i] = turnOf(t, sys, block, model)
			systems := map[string]string{}
			for _, req := range model.sent {
				if len(req.Messages) != 2 || !json.Valid(req.Format) {
					t.Fatalf("%s: %d messages, format %s", req.Path, len(req.Messages), req.Format)
				}
				decision, system := pipeline.DecisionOf(req.Path), req.Messages[0].Content()
				if was, asked := systems[decision]; asked && was != system {
					t.Fatalf("%s: the system message has changed: %s", req.Path, cmp.Diff(was, system))
				}
				systems[decision], sent[i][req.Path] = system, req.Messages
				checkPast(t, req)
			}
		}
		if !reflect.DeepEqual(logs[0], logs[1]) {
			t.Fatalf("a second run differs:\n%s", cmp.Diff(fmt.Sprint(logs[0]), fmt.Sprint(logs[1])))
		}
		if !reflect.DeepEqual(sent[0], sent[1]) {
			t.Fatal("a second run sends something else")
		}
	})
}

// checkPast holds what a request tells of the past against its visit: a complaint stands behind an answer that could
// not be used, and behind no other; each call has its result, and each result its call.
func checkPast(t *rapid.T, req pipeline.Request) {
	values := map[string]string{}
	for _, s := range req.Messages[1].Sections {
		_, values[s.Name], _ = strings.Cut(strings.TrimRight(s.Text, "\n"), ":\n\n")
	}
	if _, complains := values["Retry"]; complains != req.Again {
		t.Fatalf("%s: a Retry section is %t, want %t", req.Path, complains, req.Again)
	}
	var calls []struct{ ID string }
	var results map[string]any
	for name, into := range map[string]any{"Tool Calls": &calls, "Tool Results": &results} {
		if said, has := values[name]; has && json.Unmarshal([]byte(said), into) != nil {
			t.Fatalf("%s: %s is no JSON: %s", req.Path, name, said)
		}
	}
	for _, c := range calls {
		delete(results, c.ID)
	}
	if len(results) > 0 || (values["Tool Calls"] == "") != (values["Tool Results"] == "") {
		t.Fatalf("%s: the calls %v, and besides the results %v", req.Path, calls, results)
	}
}

func turnOf(t *rapid.T, sys *System, block *Block, model *oracle) []pipeline.Entry {
	c, err := sys.Open(pipeline.Case{
		Block: block, Tools: []pipeline.Tool{{Name: "t"}}, Files: fstest.MapFS{"f": {Data: []byte("file")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)
	rt := pipeline.NewRuntime(&pipeline.Env{Model: model, Tools: model, Stages: sys.Stages()}, start)
	out, err := c.Turn(context.Background(), rt, pipeline.Input{Kind: pipeline.UserMessage, Text: "go"})
	if err := errors.Join(append(rt.Errs(), err)...); err != nil {
		t.Fatal(err)
	}
	silent := len(out.Replies) != 1 || out.Replies[0].Text == "" && block.Compat == "" // the program takes a blank body
	if silent || out.Check() != nil {
		t.Fatalf("the turn ends with %+v", out)
	}
	visits := 0
	for _, e := range rt.Log() {
		if e.Kind == pipeline.EntryEvent && e.Stage == eventNodeStarted {
			visits++
		}
	}
	if most := block.Limits.Visits * (defaultRetries + 1); visits > most {
		t.Fatalf("%d runs of nodes, want at most %d", visits, most)
	}
	return rt.Log()
}
