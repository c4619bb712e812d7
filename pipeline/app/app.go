// Package app is the system whose code is somebody else's: any program, in any language, that talks to a model over
// HTTP and takes the base URL from outside. A suite says how it is started. Its requests come in through a proxy, are
// answered as they arrive, and are named at the end of the turn, once it is known which call continues which. Logs of
// requests are read as the proxy reads, and prompts are split into the sections that their writer gave them.
package app

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// Name is the name of the system.
const Name = "app"

// System is an application. It implements pipeline.Configured; the zero value is one without a suite's description.
type System struct {
	block *Block
	setup pipeline.Setup
	rules []rule
	entry *entry
	log   *asked // nil: the program is run

	driven *driven // the requests of an external driver; nil: the system's own turns run the program
}

// New returns the system as it is before a suite describes it.
func New() (*System, error) { return &System{}, nil }

// Name implements pipeline.System.
func (*System) Name() string { return Name }

// Blocks implements pipeline.System: only a suite describes an application, so no case can run a command.
func (*System) Blocks() (ofCase, ofTurn any) { return nil, nil }

// Stages implements pipeline.System: the suite's stages in its order, and chat for requests that match none.
func (s *System) Stages() []pipeline.Stage {
	if s.block == nil {
		return nil
	}
	var all []pipeline.Stage
	for _, name := range stageNames(s.rules) {
		all = append(all, pipeline.Stage{Name: name, Calls: true, Reads: pipeline.ReadsText})
	}
	return all
}

// Describe implements pipeline.Configured.
func (*System) Describe() any { return &Block{} }

// As implements pipeline.Configured.
func (*System) As(block any, at pipeline.Setup) (pipeline.System, error) {
	b, ok := block.(*Block)
	if !ok {
		return nil, errors.New("no block of an application")
	}
	rules, err := b.check()
	if err != nil {
		return nil, err
	}
	return &System{block: b, setup: at, rules: rules, entry: newEntry(b, at)}, nil
}

// Refused implements pipeline.Guarded.
func (s *System) Refused() []string {
	if s.entry == nil {
		return nil
	}
	return s.entry.strays.all()
}

// Lasts implements pipeline.Lasting.
func (s *System) Lasts() bool {
	return s.block != nil && s.block.Keep == program.KeepSuite && s.log == nil
}

// End implements pipeline.Lasting.
func (s *System) End() error {
	if s.entry == nil {
		return nil
	}
	return s.entry.discard()
}

// Scrub implements pipeline.Scrubbed.
func (s *System) Scrub() []pipeline.Volatile {
	if s.block == nil {
		return nil
	}
	return s.block.Scrub
}

// Open implements pipeline.System. The program is started with the first turn.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	switch {
	case s.block == nil:
		return nil, &pipeline.InputError{What: "no suite says what program it is"}
	case s.log != nil:
		return s.log.open(newSession(s.block, s.rules), c.ID, c.Users)
	case s.setup.Dir == "" && s.driven == nil:
		return nil, &pipeline.InputError{What: "a program runs in a project's folder, and this project lies in none"}
	case len(c.History) > 0:
		return nil, &pipeline.Unsupported{What: "a history (the program keeps its own)"}
	}
	if s.driven != nil {
		return s.driven.open(c.ID)
	}
	if err := s.block.runs(); err != nil {
		return nil, &pipeline.InputError{What: err.Error()}
	}
	return open(newSession(s.block, s.rules).passing(s.setup), s.setup, s.entry, c)
}

// Isolated implements pipeline.Isolating.
func (s *System) Isolated() bool { return s.block != nil && s.block.Isolate }

// Writes implements pipeline.Writing.
func (s *System) Writes() []string {
	if s.block == nil {
		return nil
	}
	return s.block.Writes
}

// Together reports whether the requests of a stage are sent concurrently.
func (s *System) Together(stage string) bool { return together(s.rules, stage) }
