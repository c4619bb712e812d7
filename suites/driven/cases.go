package driven

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// asking serves the requests of one case.
type asking struct {
	pipeline.Arrivals
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

// asked returns what answers the requests of a case. A name without a fixture is a case too, answered by its begin, by
// recordings and the suite's otherwise.
func (s *Session) asked(name string) (pipeline.Asking, error) {
	if err := s.suite.CheckID(name); err != nil {
		return nil, &pipeline.InputError{What: err.Error()}
	}
	of := s.known(name)
	if of.err != nil {
		return nil, of.err
	}
	src, err := s.source(name)
	if err != nil {
		return nil, err
	}
	c, err := src.Decode(s.systems)
	if err != nil {
		return nil, err
	}
	rec, err := s.suite.Recording(name)
	if err != nil {
		return nil, err
	}
	embedder, err := runner.EmbedderOf(s.suite)
	if err != nil {
		return nil, err
	}
	accepted := sync.OnceValue(func() []pipeline.Request {
		return runner.Accepted(s.suite.Project().Store(), s.suite.Name, name)
	})
	answers := runner.NewArrivingAnswers(c, s.suite.Otherwise, rec)
	return &asking{of.fault.before(answers), embedder, s.suite, accepted}, nil
}

// source returns the case of a name: that of a fixture, else one that its begin describes.
func (s *Session) source(name string) (fixtures.Source, error) {
	src, err := fixture(s.ctx, s.suite, name)
	if err != nil || src.Data != nil {
		return src, err
	}
	if d, ok := s.suite.Pipeline().(pipeline.Drivable); !ok || !d.Driven() {
		return src, &pipeline.InputError{What: fmt.Sprintf("no fixture of %s has the case %q (a suite without a "+
			"command needs none: then every case is one that its tests name)", s.suite.Name, name)}
	}
	return implied(name, s.known(name).answers), nil
}

// implied returns a case without a fixture; no answers: it has none of its own.
func implied(name string, answers []byte) fixtures.Source {
	src := project.Implied([]string{name})[0]
	if answers != nil {
		src = src.Answered(answers)
	}
	return src
}

// fixture returns the case of a name in the suite's fixtures; without data if there is none.
func fixture(ctx context.Context, s *project.Suite, name string) (found fixtures.Source, err error) {
	ended := errors.New("found")
	err = s.OfFixtures().Each(ctx, func(src fixtures.Source) error {
		head, err := src.Head()
		if err != nil || head.ID != name {
			return err
		}
		found = src
		return ended
	})
	if errors.Is(err, ended) {
		err = nil
	}
	return found, err
}
