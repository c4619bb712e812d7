// Package beaver is the Beaver pipeline: an intent router in front of a main agent that works on Tasks, with a tool
// loop and sessions over many turns. docs/systems/beaver.md describes it; the rule ids in comments (S-1, R-6, …) are
// those of that page.
//
// A file holds one part. A Conversation keeps the session (session.go), the Tasks (task.go) and the memory (memory.go);
// a turn goes through service.go to the router (router.go) and on to a run of the agent (run.go, toolloop.go).
package beaver

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// System is the Beaver pipeline with one set of prompts.
type System struct {
	prompt.Folder[*prompts]
	libraries *libraries
}

// New returns the system with its own prompts.
func New() (*System, error) {
	own, err := prompt.Own("beaver", embedded, loadPrompts)
	if err != nil {
		return nil, err
	}
	return &System{Folder: own, libraries: newLibraries()}, nil
}

// Name implements pipeline.System.
func (s *System) Name() string { return "beaver" }

// PromptSource implements pipeline.Sourced.
func (s *System) PromptSource() string { return "pipeline/beaver/prompts" }

// WithPrompts implements pipeline.Prompted. Templates missing in the folder stay as they are.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	folder, err := s.With(fsys)
	if err != nil {
		return nil, err
	}
	return &System{Folder: folder, libraries: s.libraries}, nil
}

// Blocks implements pipeline.System.
func (s *System) Blocks() (ofCase, ofTurn any) { return &Block{}, &TurnBlock{} }

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	if !ok {
		b = &Block{}
	}
	if !slices.Contains([]string{"", entryRouter, entryMain, entryScheduled}, b.Entry) {
		return nil, &pipeline.InputError{What: fmt.Sprintf("beaver: entry: want %s, %s or %s, got %q", entryRouter,
			entryMain, entryScheduled, b.Entry)}
	}
	if f := b.Retrieval.Fail; f != "" && f != pipeline.PartLoader && f != pipeline.PartEmbedder {
		const want = "beaver: retrieval: fail: want %s or %s, got %q"
		return nil, &pipeline.InputError{What: fmt.Sprintf(want, pipeline.PartLoader, pipeline.PartEmbedder, f)}
	}
	if err := b.ActiveTask.check(); err != nil {
		return nil, err
	}
	base := s.libraries.get(c)
	return &conversation{
		prompts: s.Loaded(), libraries: s.libraries, base: base, digest: c.Library, block: *b,
		session: c.Session, tools: c.Tools,
		history: reply.WithOwnIDs(c.History), tasks: b.ActiveTask.tasks(),
		memory: &memory{sections: slices.Clone(c.Memory)}, learning: learning{library: base},
	}, nil
}

// SkillPolicy implements pipeline.SkillReader.
func (s *System) SkillPolicy() pipeline.SkillPolicy { return skillPolicy }
