// Package beaver is the Beaver pipeline: an intent router in front of a main agent that works on Tasks, with a tool loop and
// sessions over many turns. docs/systems/beaver.md describes it; the rule ids in comments (S-1, R-6, …) are those of that
// page.
//
// A file holds one part. A Conversation keeps the session (session.go), the Tasks (task.go) and the memory (memory.go); a
// turn goes through service.go to the router (router.go) and on to a run of the agent (run.go, toolloop.go).
package beaver

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// Stage names, as they stand in call paths and in a suite's settings.
const (
	stageRouter    = "router"
	stageMain      = "main"
	stageFinalizer = "finalizer"
)

// reasonToolBudget is the reason of the fallback from main to finalizer.
const reasonToolBudget pipeline.Reason = "tool_budget"

// System is the Beaver pipeline with one set of prompts.
type System struct {
	prompts *prompts
}

// New is the system with its own prompts.
func New() (*System, error) {
	sub, err := fs.Sub(embedded, "prompts")
	if err != nil {
		return nil, err
	}
	p, err := loadPrompts(sub)
	if err != nil {
		return nil, err
	}
	return &System{prompts: p}, nil
}

// Name implements pipeline.System.
func (s *System) Name() string { return "beaver" }

// Prompts implements pipeline.Prompted.
func (s *System) Prompts() fs.FS { return s.prompts.source }

// WithPrompts implements pipeline.Prompted.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	p, err := loadPrompts(fsys)
	if err != nil {
		return nil, err
	}
	return &System{prompts: p}, nil
}

// Stages implements pipeline.System.
func (s *System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{Name: stageRouter, Calls: true, Fallback: "continue_task with an active Task, else simple_chat (R-6, R-7)"},
		{Name: "session", Fallback: ""},
		{Name: "memory", Fallback: ""},
		{Name: "tools", Fallback: ""},
		{Name: stageMain, Calls: true, Fallback: "the run has failed and the user gets one fixed sentence; over the tool budget: the finalizer (FB-3, M-6)", Reasons: []pipeline.Reason{reasonToolBudget}},
		{Name: "tool-loop", Fallback: "a tool message that says what went wrong (T-3)"},
		{Name: stageFinalizer, Calls: true, Fallback: "the last answer of the run that has text, else the fixed sentence (FB-3)"},
	}
}

// Blocks implements pipeline.System.
func (s *System) Blocks() (ofCase, ofTurn any) { return &Block{}, nil }

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	if !ok {
		b = &Block{}
	}
	if b.Entry != "" && b.Entry != entryRouter && b.Entry != entryMain {
		return nil, &pipeline.InputError{What: fmt.Sprintf("beaver: entry: want %s or %s, got %q", entryRouter, entryMain, b.Entry)}
	}
	return &conversation{
		prompts: s.prompts, block: *b, session: c.Session, tools: c.Tools,
		history: pipeline.CloneMessages(c.History), memory: memory{sections: slices.Clone(c.Memory)},
	}, nil
}
