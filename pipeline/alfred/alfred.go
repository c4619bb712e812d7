// Package alfred is the Alfred system: a kitchen assistant over a small database, whose models see references instead
// of ids. A turn walks through a graph of nodes: Understand, then Think and a loop of steps (or one quick look-up),
// then Reply and Summarize. docs/systems/alfred.md describes it; the rule ids in comments (F0 to F10) are those of that
// page.
//
// A Conversation (conversation.go) walks the graph in a turn (graph.go), with one file per node: understand.go,
// think.go, act.go and step.go, quick.go, reply.go, summarize.go. A node's view is assembled in seen.go and views.go.
// The packages below hold the data: memory the references and the layers that prompts show, database the tables and
// queries, record their values.
package alfred

import (
	"embed"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// System is Alfred with one set of prompts.
type System struct{ prompt.Folder[*prompts] }

// New returns the system with its own prompts.
func New() (*System, error) {
	own, err := prompt.Own("alfred", embedded, loadPrompts)
	if err != nil {
		return nil, err
	}
	return &System{Folder: own}, nil
}

// Name implements pipeline.System.
func (*System) Name() string { return "alfred" }

// PromptSource implements pipeline.Sourced.
func (*System) PromptSource() string { return "pipeline/alfred/prompts" }

// WithPrompts implements pipeline.Prompted. Templates missing in the folder stay as they are.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	folder, err := s.With(fsys)
	if err != nil {
		return nil, err
	}
	return &System{Folder: folder}, nil
}

// Blocks implements pipeline.System.
func (*System) Blocks() (ofCase, ofTurn any) { return &Block{}, &TurnBlock{} }
