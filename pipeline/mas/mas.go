// Package mas is the MAS system: a team of agents. A task has stages, an agent in a stage plans steps and executes them
// in order, each a skill (a call of a model) or a tool; agents write to each other, and a message becomes a step of its
// receiver. docs/systems/mas.md describes it; the rule ids in comments (A0 to A9) are those of that page.
//
// A case's block is checked when a conversation opens (block.go, check.go). A turn has rounds (turn.go, round.go):
// every agent that has one executes a step (step.go, router.go) by a skill (execute.go, reading.go) or a tool
// (tool.go); then a barrier applies their outputs to all (barrier.go). Package state has their state, package syncstate
// its changes between the rounds.
package mas

import (
	"embed"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// System is MAS with one set of prompts.
type System struct {
	prompt.Folder[*message.Prompts]
}

// New returns the system with its own prompts.
func New() (*System, error) {
	own, err := prompt.Own("mas", embedded, message.Load)
	if err != nil {
		return nil, err
	}
	return &System{Folder: own}, nil
}

// Name implements pipeline.System.
func (s *System) Name() string { return "mas" }

// PromptSource implements pipeline.Sourced.
func (s *System) PromptSource() string { return "pipeline/mas/prompts" }

// WithPrompts implements pipeline.Prompted. Templates missing in the folder stay as they are.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	folder, err := s.With(fsys)
	if err != nil {
		return nil, err
	}
	return &System{Folder: folder}, nil
}

// Blocks implements pipeline.System.
func (s *System) Blocks() (ofCase, ofTurn any) { return &Block{}, &TurnBlock{} }

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	switch {
	case !ok || len(b.Team) == 0:
		return nil, &pipeline.Unsupported{What: "a case without mas: team"}
	case len(c.History) > 0:
		return nil, &pipeline.Unsupported{What: "a history: what agents know of each other are their steps"}
	}
	if err := (checker{b, c.Tools}).check(); err != nil {
		return nil, &pipeline.InputError{What: "mas: " + err.Error()}
	}
	t, err := newTeam(s.Loaded(), b, c.Tools)
	if err != nil {
		return nil, err
	}
	return t, nil
}
