// Package openclaw is the OpenClaw system: one assistant with a long session, a system prompt of conditional sections,
// skills that are read on demand, sub-agents that report back, heartbeats, and a history that is compacted.
// docs/systems/openclaw.md describes it; the rule ids in comments (O-1, O-22, …) are those of that page.
//
// A Conversation takes a turn by its kind (conversation.go), which is a run of the main session (run.go) and of the
// sub-agents that it starts (subagents.go). The pure rules are in the packages below.
package openclaw

import (
	"embed"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// System is OpenClaw with one set of prompts.
type System struct {
	prompt.Folder[*prompts]
	libraries *libraries
}

// New returns the system with its own prompts.
func New() (*System, error) {
	own, err := prompt.Own("openclaw", embedded, loadPrompts)
	if err != nil {
		return nil, err
	}
	return &System{Folder: own, libraries: newLibraries()}, nil
}

// Name implements pipeline.System.
func (*System) Name() string { return "openclaw" }

// PromptSource implements pipeline.Sourced.
func (*System) PromptSource() string { return "pipeline/openclaw/prompts" }

// WithPrompts implements pipeline.Prompted. Templates missing in the folder stay as they are.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	folder, err := s.With(fsys)
	if err != nil {
		return nil, err
	}
	return &System{Folder: folder, libraries: s.libraries}, nil
}

// SkillPolicy implements pipeline.SkillReader: a broken skill is dropped, and of two with one name the later source's
// counts (O-10, O-12).
func (*System) SkillPolicy() pipeline.SkillPolicy { return pipeline.SkillsStrict }

// Blocks implements pipeline.System.
func (*System) Blocks() (ofCase, ofTurn any) { return &Block{}, &TurnBlock{} }

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	if !ok {
		b = &Block{}
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	chosen, err := engines(b).Resolve(b.Context.Engine)
	if err != nil {
		return nil, wrong("context: engine: %v", err)
	}
	files := &workFiles{base: c.Files}
	return &conversation{
		prompts: s.Loaded(), libraries: s.libraries, block: *b, tools: c.Tools, at: c.Session, engine: chosen,
		files: files,
		main:  &session{history: reply.WithOwnIDs(c.History), files: files},
	}, nil
}

// engines returns the available context engines (O-30).
func engines(b *Block) history.Registry {
	return append(history.Default(), history.Recent{Estimate: b.estimate()})
}
