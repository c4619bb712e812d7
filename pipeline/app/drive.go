package app

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Driven implements pipeline.Drivable.
func (s *System) Driven() bool { return s.block != nil && s.block.runs() != nil }

// Tests implements pipeline.Drivable.
func (s *System) Tests() []string {
	if s.block == nil {
		return nil
	}
	return s.block.Tests
}

// Drive implements pipeline.Drivable: it opens the proxy.
func (s *System) Drive(with func(name string) (pipeline.Asking, error)) (pipeline.Drive, error) {
	if s.block == nil {
		return nil, errors.New("no suite says what program it is")
	}
	if s.block.Isolate {
		return nil, errors.New("isolate: true is for the suite's own command, and the application's own tests run " +
			"where they are started: give them a suite of their own")
	}
	d, err := OpenProxy(s.entry.setup)
	if err != nil {
		return nil, err
	}
	at := &driven{block: s.block, rules: s.rules, with: with, proxy: d, cases: map[string]*drivenCase{},
		last: map[string]string{}}
	d.DriveBy(at)
	return &drive{at, s}, nil
}

// drive is a driven application. It implements pipeline.Drive.
type drive struct {
	*driven
	of *System
}

// System implements pipeline.Drive.
func (d *drive) System() pipeline.System {
	s := *d.of
	s.driven = d.driven
	return &s
}
