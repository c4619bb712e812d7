package agens

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// blockOf returns a block with one node, changed by the test.
func blockOf(change func(b *Block, n *Node)) *Block {
	n := Node{Serving: "main", Outputs: []router.Output{{Key: "k", Type: "int"}}}
	b := &Block{Job: Job{Start: "a"}}
	change(b, &n)
	if b.Job.Nodes == nil {
		b.Job.Nodes = map[string]Node{"a": n}
	}
	return b
}

func open(t *testing.T, c pipeline.Case) (pipeline.Conversation, error) {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return s.Open(c)
}

// An invalid block is an error of the case before anything runs (G5, G6, G7).
func TestBlockErrors(t *testing.T) {
	next := func(i router.Instruction) []Route { return []Route{{Next: []router.Instruction{i}}} }
	one, below := 1, -1
	reason := "why"
	low, high := number("5"), number("4")
	for want, change := range map[string]func(b *Block, n *Node){
		"agens: job: nodes: a: serving: missing (every node has one, a node with a sub-job too)": func(_ *Block,
			n *Node) {
			n.Serving, n.Sub = "", "s"
		},
		`agens: job: nodes: a: serving: "main" stands not among the servings`: func(b *Block, _ *Node) {
			b.Servings = map[string]Serving{"mian": {}}
		},
		`agens: servings: x: build_prompt: want pair or chat, got "chatty"`: func(b *Block, _ *Node) {
			b.Servings = map[string]Serving{"x": {BuildPrompt: "chatty"}}
		},
		"agens: servings: x: timeout: -1s is below 0": func(b *Block, _ *Node) {
			b.Servings = map[string]Serving{"x": {Timeout: -time.Second}}
		},
		`agens: compat: want program or nothing, got "all"`:      func(b *Block, _ *Node) { b.Compat = "all" },
		`agens: job: start: there is no node "b" (there are: a)`: func(b *Block, _ *Node) { b.Job.Start = "b" },
		`agens: job: nodes: a: sub: there is no job "s" (there are: t)`: func(b *Block, n *Node) {
			n.Sub, b.Subs = "s", map[string]Job{"t": {Start: "u", Nodes: map[string]Node{"u": {Serving: "main"}}}}
		},
		`agens: job: nodes: a: routes: there is no node "c" (there are: a)`: func(_ *Block, n *Node) {
			n.Routes = next(router.Instruction{Type: router.TypeYield, Value: "c"})
		},
		"agens: job: max_retries: -1 is below 0": func(b *Block, _ *Node) { b.Job.MaxRetries = &below },
		`agens: subs.s: nodes: x: tools: "t" is no tool of the case`: func(b *Block, _ *Node) {
			b.Subs = map[string]Job{"s": {Nodes: map[string]Node{"x": {Serving: "main", Tools: []string{"t"}}}}}
		},
		"agens: job: nodes: a: outputs[0]: key: empty": func(_ *Block, n *Node) { n.Outputs[0].Key = "" },
		`agens: job: nodes: a: output k: unknown type "float" (there are int, bool, string, enum)`: func(_ *Block,
			n *Node) {
			n.Outputs[0].Type = "float"
		},
		"agens: job: nodes: a: output k: an enum without meta: choices": func(_ *Block, n *Node) {
			n.Outputs[0].Type = "enum"
		},
		"agens: job: nodes: a: output k: no number is from 5 to 4": func(_ *Block, n *Node) {
			n.Outputs[0].Meta = router.Meta{Min: low, Max: high}
		},
		`agens: job: nodes: a: routes[0]: condition on k: unknown op "is" (there are eq, neq, gt, lt, gte, lte)`: func(
			_ *Block, n *Node) {
			n.Routes = []Route{{When: []router.Condition{{Key: "k", Op: "is", Value: "1"}}}}
		},
		`agens: job: nodes: a: routes[0]: condition on k: "x" is no whole number, and the output is an int`: func(
			_ *Block, n *Node) {
			n.Routes = []Route{{When: []router.Condition{{Key: "k", Op: "eq", Value: "x"}}}}
		},
		`agens: job: nodes: a: routes[0]: condition on "z", which is no output of the node`: func(_ *Block, n *Node) {
			n.Routes = []Route{{When: []router.Condition{{Key: "z", Op: "eq"}}}}
		},
		`agens: job: nodes: a: routes[0]: next[0]: no instruction: type "route", value "" (there are route, yield and sub ` +
			`with a value, end, retry)`: func(_ *Block, n *Node) {
			n.Routes = next(router.Instruction{Type: "route"})
		},
		"agens: job: nodes: a: routes[0]: next[0]: count: only of a route, and not below 0": func(_ *Block, n *Node) {
			n.Routes = next(router.Instruction{Type: "yield", Value: "a", Count: &one})
		},
		"agens: job: nodes: a: routes[0]: next[0]: reason: only of a retry": func(_ *Block, n *Node) {
			n.Routes = next(router.Instruction{Type: "end", Reason: &reason})
		},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := open(t, pipeline.Case{Block: blockOf(change)})
			if _, ok := errors.AsType[*pipeline.InputError](err); !ok || err.Error() != want {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := open(t, pipeline.Case{Block: blockOf(func(*Block, *Node) {})}); err != nil {
		t.Error(err)
	}
}

// Unsupported inputs are skipped, and a conversation ends without a reply.
func TestUnsupported(t *testing.T) {
	good := blockOf(func(*Block, *Node) {})
	said := []pipeline.Message{pipeline.Text(pipeline.RoleUser, "", "Before.")}
	for _, c := range []pipeline.Case{{}, {Block: &Block{}}, {Block: good, History: said}} {
		_, err := open(t, c)
		if _, ok := errors.AsType[*pipeline.Unsupported](err); !ok {
			t.Errorf("%+v: got %v", c, err)
		}
	}
	c, err := open(t, pipeline.Case{Block: good})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []pipeline.Input{
		{Kind: pipeline.Scheduled}, {Kind: pipeline.Heartbeat},
		{Kind: pipeline.UserMessage, Acceptance: pipeline.Accepted},
		{Kind: pipeline.End, Acceptance: pipeline.Rejected},
	} {
		_, err := c.Turn(t.Context(), nil, in)
		if _, ok := errors.AsType[*pipeline.Unsupported](err); !ok {
			t.Errorf("%+v: got %v", in, err)
		}
	}
	got, err := c.Turn(t.Context(), nil, pipeline.Input{Kind: pipeline.End})
	if err != nil || got.Status != pipeline.StatusDone || len(got.Replies) > 0 {
		t.Errorf("the end: got %+v, %v", got, err)
	}
}

// A model's names are shortened in paths and reports, and stay valid texts.
func TestShortNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                                    "",
		"a":                                   "a",
		strings.Repeat("x", pipeline.MaxName): strings.Repeat("x", pipeline.MaxName),
		strings.Repeat("x", 1<<20):            strings.Repeat("x", pipeline.MaxName) + "…",
		strings.Repeat("海", 21):               strings.Repeat("海", 20) + "…",
	} {
		if got := pipeline.ShortName(name); got != want {
			t.Errorf("%.80q: got %q", name, got)
		}
	}
	if got := placeName(strings.Repeat("a/", 1000)); len(got) > pipeline.MaxName {
		t.Errorf("a place is named %q", got)
	}
}

func number(s string) *json.Number {
	n := json.Number(s)
	return &n
}
