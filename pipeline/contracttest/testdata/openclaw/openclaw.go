// Package openclaw is an assistant with one long session, a prompt of sections that appear on their own conditions,
// skills and files that are read when they are wanted, sub-agents that report back, and a history that is made shorter.
package openclaw

import (
	"embed"
	"io/fs"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// Reasons of the system's own.
const (
	unreadable pipeline.Reason = "unreadable" // a SKILL.md that gives no skill
	toolError  pipeline.Reason = "tool_error"
)

// Block is what a case says of the assistant.
type Block struct {
	Window  int `json:"window" strict:"positive"` // tokens of the context
	Reserve int `json:"reserve"`                  // of these, for the answer
	Depth   int `json:"depth" strict:"positive"`  // levels of sub-agents
}

// System is the assistant with its templates.
type System struct {
	prompts fs.FS
	system  *prompt.Template
}

// data is what the system message is made of.
type data struct {
	Full      bool // the main session; sub-agents and scheduled runs get less
	Catalogue pipeline.Pieces
	Task      pipeline.Pieces
	Tools     []pipeline.Tool
	Files     []file
}

type file struct {
	Name string
	Text pipeline.Pieces
}

// New returns the system with its own templates.
func New() (*System, error) {
	own, err := fs.Sub(embedded, "prompts")
	if err != nil {
		return nil, err
	}
	return load(own)
}

func load(fsys fs.FS) (*System, error) {
	set, err := prompt.LoadAll(fsys, prompt.Spec{File: "system.tmpl", Sep: "\n\n", Data: data{}})
	if err != nil {
		return nil, err
	}
	return &System{fsys, set["system.tmpl"]}, nil
}

// Name implements pipeline.System.
func (*System) Name() string { return "openclaw" }

// Prompts implements pipeline.Prompted.
func (s *System) Prompts() fs.FS { return s.prompts }

// WithPrompts implements pipeline.Prompted.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	with, err := load(prompt.Over(fsys, s.prompts))
	if err != nil {
		return nil, err
	}
	return with, nil
}

// SkillPolicy implements pipeline.SkillReader: a broken skill is dropped, and of two with one name the last counts.
func (*System) SkillPolicy() pipeline.SkillPolicy { return pipeline.SkillsStrict }

// Blocks implements pipeline.System.
func (*System) Blocks() (ofCase, ofTurn any) {
	return &Block{Window: 100_000, Reserve: 1000, Depth: 2}, nil
}

// Stages implements pipeline.System.
func (*System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name: "skills", Fallback: "the skill is dropped and named", Reasons: []pipeline.Reason{unreadable},
			Decides: []pipeline.Decides{pipeline.DecidesSkills},
		},
		{
			Name: "compaction", Calls: true, Reads: pipeline.ReadsText, Leaf: "summary",
			Fallback: "the history stays as it was",
		},
		{
			Name: "main", Calls: true, Reads: pipeline.ReadsText, Tools: []string{"read", "sessions_spawn"},
			Fallback: "a reply that says so, and the session is as before; a blank answer is silence",
		},
		{Name: "tool", Fallback: "the model is told of the error", Reasons: []pipeline.Reason{toolError}},
		{Name: "normalise", Values: map[string][]string{"kind": pipeline.ReplyKinds()}},
	}
}

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b := c.Block.(*Block)
	if b.Reserve >= b.Window {
		what := "openclaw: reserve: want less than the window, got " + strconv.Itoa(b.Reserve)
		return nil, &pipeline.InputError{What: what}
	}
	return &conversation{
		system: s, block: b, tools: c.Tools, chat: c.Session.Chat,
		main: &session{full: true, history: pipeline.CloneMessages(c.History)},
	}, nil
}
