package beaver

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// script answers by path, and by stage where it has nothing for a path: of skills it takes the last that is offered. It keeps
// every request, in the order of the calls.
type script struct {
	answers map[string]pipeline.Response
	kept    []pipeline.Request
}

// byStage is what a call gets that the script does not name.
var byStage = map[string]string{stageRouter: `{"action":"simple_chat"}`, stageMain: "All right.", stageFinalizer: "That is all."}

func (s *script) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	s.kept = append(s.kept, req)
	if resp, ok := s.answers[base(req.Path)]; ok {
		return resp, nil
	}
	if req.Stage == stageShortlist || req.Stage == stageFinal {
		return says(namesJSON(last(offeredSkills(req)))), nil
	}
	return pipeline.Response{Content: byStage[req.Stage]}, nil
}

// noTools has no results: the system's own executors answer.
type noTools struct{}

func (noTools) Call(context.Context, string, pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	return pipeline.ToolResult{}, false, nil
}

func says(text string) pipeline.Response { return pipeline.Response{Content: text} }

// asks is an answer that wants tools, each without arguments and without an id.
func asks(text string, tools ...string) pipeline.Response {
	r := says(text)
	for _, name := range tools {
		r.ToolCalls = append(r.ToolCalls, pipeline.ToolCall{Name: name, Arguments: "{}"})
	}
	return r
}

func users(texts ...string) []pipeline.Input {
	var in []pipeline.Input
	for _, text := range texts {
		in = append(in, pipeline.Input{Kind: pipeline.UserMessage, Text: text})
	}
	return in
}

// loaded is the system under test. It keeps only libraries from one conversation to the next, so its templates are read once.
var loaded = sync.OnceValues(New)

func open(t *testing.T, c pipeline.Case) pipeline.Conversation {
	t.Helper()
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	conv, err := sys.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	return conv
}

// converse takes a case through a conversation of its own, turn by turn. Each call may take a minute.
func converse(t *testing.T, c pipeline.Case, m pipeline.Model, turns []pipeline.Input) (*pipeline.Runtime, []pipeline.Outcome) {
	t.Helper()
	conv := open(t, c)
	root := pipeline.NewRuntime(&pipeline.Env{
		Model: m, Tools: noTools{}, Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Deadline: time.Minute} },
	}, time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC))
	var outcomes []pipeline.Outcome
	for i, in := range turns {
		out, err := conv.Turn(t.Context(), root.At("turn-"+strconv.Itoa(i+1), ""), in)
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		root.After(root.Latest())
		outcomes = append(outcomes, out)
	}
	return root, outcomes
}

// base is the path of a decision: all asks for it share it.
func base(path string) string {
	b, _, _ := strings.Cut(path, "#")
	return b
}

// fallbacks are those of a run, in order.
func fallbacks(root *pipeline.Runtime) []pipeline.Fallback {
	var all []pipeline.Fallback
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryFallback {
			all = append(all, *e.Fallback)
		}
	}
	return all
}

// decided is what a stage decided last in a place.
func decided(root *pipeline.Runtime, place, stage string) string {
	last := ""
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryDecided && e.Stage == stage && strings.HasPrefix(e.Path, place+"/") {
			last = string(e.Value)
		}
	}
	return last
}
