package project

import (
	"errors"
	"strconv"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// IsApplication reports whether the suite's system is an external program that the suite describes.
func (s *Suite) IsApplication() bool {
	_, described := s.Pipeline().(pipeline.Configured)
	return described
}

// describe lets the suite's block describe its system, if the system leaves that to suites.
func (s *Suite) describe(n *strict.Node) error {
	sys, ok := s.system.(pipeline.Configured)
	if !ok {
		return nil
	}
	if s.block == nil {
		return n.Get("system").Errorf("system: a suite of %s needs a block of that name, which says what to run",
			s.System)
	}
	of := sys.Describe()
	if err := s.block.Decode(of); err != nil {
		return err
	}
	described, err := sys.As(of, pipeline.Setup{
		Suite: s.Name, Dir: s.project.Dir, Passes: s.project.Passes,
		Except: []string{s.project.Goldens, s.project.Reports, disk.LockName},
	})
	if bad := keyError(s.block, err); bad != nil {
		return bad
	}
	if err != nil {
		return s.block.Errorf("%w", err)
	}
	if w, ok := described.(pipeline.Writing); ok {
		if err := filter.Check(w.Writes()); err != nil {
			return s.block.Get("writes").Errorf("%s.writes: %w", s.System, err)
		}
	}
	if v, ok := described.(pipeline.Scrubbed); ok {
		s.Scrub, s.blockScrub = append(v.Scrub(), s.Scrub...), s.block.Get("scrub")
	}
	s.system, s.describes, s.block = described, s.block, nil
	return nil
}

// OfBlock returns the error at a key of the suite's block that is among the errors of a case: no case can run with that
// key. nil: there is none.
func (s *Suite) OfBlock(errs ...error) error {
	return keyError(s.describes, errors.Join(errs...))
}

// keyError returns a *pipeline.KeyError at its place in a block; nil: err is none.
func keyError(block *strict.Node, err error) error {
	bad, ok := errors.AsType[*pipeline.KeyError](err)
	if !ok {
		return nil
	}
	at := below(block, bad.Keys)
	return at.Errorf("%s: %w", at.Path(), bad.Err)
}

// below returns the value below keys of which some are indexes, as deep as there is one.
func below(n *strict.Node, keys []string) *strict.Node {
	for _, key := range keys {
		next := n.Get(key)
		if i, err := strconv.Atoi(key); err == nil && n.Kind == strict.List && i < len(n.Items) {
			next = n.Items[i]
		}
		if next == nil {
			break
		}
		n = next
	}
	return n
}
