package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// DrivenCases returns a function that finds the answers for a case of a suite by name. A name without a fixture is a
// case too, answered by recordings and the suite's otherwise.
func DrivenCases(ctx context.Context, s *project.Suite, systems []string) func(name string) (pipeline.Asking, error) {
	return func(name string) (pipeline.Asking, error) {
		if err := s.CheckID(name); err != nil {
			return nil, &pipeline.InputError{What: err.Error()}
		}
		c, err := find(ctx, s, systems, name)
		if err != nil {
			return nil, err
		}
		rec, err := s.Recording(name)
		if err != nil {
			return nil, err
		}
		embedder, err := EmbedderOf(s)
		if err != nil {
			return nil, err
		}
		accepted := sync.OnceValue(func() []pipeline.Request { return Accepted(s.Project().Store(), s.Name, name) })
		return &asking{NewArrivingAnswers(c, s.Otherwise, rec), embedder, s, accepted}, nil
	}
}

// asking serves the requests of one case.
type asking struct {
	*ArrivingAnswers
	pipeline.Embedder
	suite    *project.Suite
	accepted func() []pipeline.Request // of the case's golden
}

// Masked implements pipeline.Asking.
func (a *asking) Masked(req pipeline.Request) pipeline.Request {
	return model.Masked(a.suite.Masker(), req)
}

// Accepted implements pipeline.Asking.
func (a *asking) Accepted(place string) []pipeline.Request {
	return pipeline.InPlace(a.accepted(), place)
}

// find returns the case of a name; an empty one if it has no fixture.
func find(ctx context.Context, s *project.Suite, systems []string, name string) (*fixtures.Case, error) {
	found := errors.New("found")
	var c *fixtures.Case
	err := s.Sources().Each(ctx, func(src fixtures.Source) (err error) {
		head, err := src.Head()
		if err != nil || head.ID != name {
			return err
		}
		if c, err = src.Decode(systems); err != nil {
			return err
		}
		return found
	})
	if c != nil || err != nil && !errors.Is(err, found) {
		if errors.Is(err, found) {
			err = nil
		}
		return c, err
	}
	if d, ok := s.Pipeline().(pipeline.Drivable); !ok || !d.Driven() {
		return nil, &pipeline.InputError{What: fmt.Sprintf("no fixture of %s has the case %q (a suite without a "+
			"command needs none: then every case is one that its tests name)", s.Name, name)}
	}
	return project.Implied([]string{name})[0].Decode(systems)
}

// UnknownCases returns the named cases that are not known.
func UnknownCases(known map[string]bool, names []string) []fixtures.Source {
	return project.Implied(slices.DeleteFunc(names, func(name string) bool { return known[name] }))
}
