package driven

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
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

// source returns the case of a name: that of a fixture, else one with the answers of its begin.
func source(ctx context.Context, s *project.Suite, name string, answers []byte) (fixtures.Source, error) {
	src, err := fixture(ctx, s, name)
	if err != nil || src.Data != nil {
		return src, err
	}
	if d, ok := s.Pipeline().(pipeline.Drivable); !ok || !d.Driven() {
		return src, &pipeline.InputError{What: fmt.Sprintf("no fixture of %s has the case %q (a suite without a "+
			"command needs none: then every case is one that its tests name)", s.Name, name)}
	}
	return implied(name, answers), nil
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
