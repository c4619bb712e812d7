package beaver

import (
	"context"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// script answers by path, else by stage: of skills it takes the last one offered. It keeps every request, in the order
// of the calls; those of concurrent nodes come in any order.
type script struct {
	answers map[string]pipeline.Response
	mu      sync.Mutex
	kept    []pipeline.Request
}

// byStage has the default answers.
var byStage = map[string]string{
	stageRouter: `{"action":"simple_chat"}`, stagePlanner: `{"mode":"single"}`, stageMain: "All right.",
	stageFinalizer: "That is all.",
	stageResolver:  "[]",
	stageGuidance:  `{"guidance_name":"steps","description":"How to do it.","content":"Do it step by step."}`,
	stageNode:      "My part is done.",
	stageDraft:     `{"frontmatter":{"description":"How it was done","tools":[]},"content":"Do it again."}`,
}

func (s *script) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	s.mu.Lock()
	s.kept = append(s.kept, req)
	s.mu.Unlock()
	if resp, ok := s.answers[base(req.Path)]; ok {
		return resp, nil
	}
	if req.Stage == stageShortlist || req.Stage == stageFinal {
		return says(namesJSON(last(offeredSkills(req)))), nil
	}
	return pipeline.Response{Content: byStage[req.Stage]}, nil
}

// at returns the request with a path.
func (s *script) at(t *testing.T, path string) pipeline.Request {
	t.Helper()
	i := slices.IndexFunc(s.kept, func(r pipeline.Request) bool { return r.Path == path })
	if i < 0 {
		t.Fatalf("no call at %s, only at %s", path, strings.Join(s.paths(), ", "))
	}
	return s.kept[i]
}

// paths returns those of all calls, sorted.
func (s *script) paths() []string {
	var all []string
	for _, r := range s.kept {
		all = append(all, r.Path)
	}
	slices.Sort(all)
	return all
}

// noTools has no results: the system's own executors answer.
type noTools struct{}

func (noTools) Call(context.Context, string, []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	return pipeline.ToolResult{}, false, nil
}

func says(text string) pipeline.Response { return pipeline.Response{Content: text} }

// asks returns an answer with tool calls, each without arguments and without an id.
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

// loaded is the system under test. Conversations share only its libraries, so its templates are read once.
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

// began is when every conversation of these tests begins.
var began = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// converse runs a case in a new conversation, turn by turn. Each call may take a minute.
func converse(t *testing.T, c pipeline.Case, m pipeline.Model, turns []pipeline.Input) (*pipeline.Runtime,
	[]pipeline.Outcome) {
	t.Helper()
	return converseUnder(t, pipeline.Strict, c, m, turns)
}

// converseUnder is converse with a reply policy for all stages.
func converseUnder(t *testing.T, replies pipeline.Policy, c pipeline.Case, m pipeline.Model,
	turns []pipeline.Input) (*pipeline.Runtime, []pipeline.Outcome) {
	t.Helper()
	var emb pipeline.Embedder = retrieval.BuiltIn{}
	if b, ok := c.Block.(*Block); ok { // break what the case breaks, as the harness does
		if slices.Contains(b.Broken(), pipeline.PartEmbedder) {
			emb = nil
		}
		if slices.Contains(b.Broken(), pipeline.PartLoader) {
			c.Skills = unreadable(c.Skills)
		}
	}
	conv := open(t, c)
	root := pipeline.NewRuntime(&pipeline.Env{
		Model: m, Embedder: emb, Tools: noTools{},
		Settings: func(string) pipeline.StageSettings {
			return pipeline.StageSettings{Deadline: time.Minute, Replies: replies}
		},
	}, began)
	var outcomes []pipeline.Outcome
	for i, in := range turns {
		if in.Library == "" { // the turn has no skills of its own
			in.Skills, in.Library = c.Skills, c.Library
		}
		out, err := conv.Turn(t.Context(), root.At("turn-"+strconv.Itoa(i+1), ""), in)
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		root.After(root.Latest())
		outcomes = append(outcomes, out)
	}
	return root, outcomes
}

// unreadable returns folders of skills with a file that cannot be opened.
func unreadable(dirs []pipeline.SkillDir) []pipeline.SkillDir {
	dirs = slices.Clone(dirs)
	for i := range dirs {
		dirs[i].Dir = noFiles{}
	}
	return dirs
}

type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// base returns the path shared by all requests for a decision.
func base(path string) string {
	b, _, _ := strings.Cut(path, "#")
	return b
}

// fallbacks returns the fallbacks of a run, in order.
func fallbacks(root *pipeline.Runtime) []pipeline.Fallback {
	var all []pipeline.Fallback
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryFallback {
			all = append(all, *e.Fallback)
		}
	}
	return all
}

// decided returns a stage's last decision in a place.
func decided(root *pipeline.Runtime, place, stage string) string {
	last := ""
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryDecided && e.Stage == stage && strings.HasPrefix(e.Path, place+"/") {
			last = string(e.Value)
		}
	}
	return last
}
