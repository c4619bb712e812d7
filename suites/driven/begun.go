package driven

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// begun is what the tests said of a case.
type begun struct {
	at      []string // the lines at which it begins; none: only URLs name it
	ended   bool
	answers []byte  // a JSON mapping by stage; nil: none
	fault   *broken // nil: none
	err     error   // why the lines are wrong; nil: they are not
}

// take reads the answers and the fault of a case. What cannot be is an error of the case, like a mistake in a fixture.
func (c *begun) take(ctx context.Context, s *project.Suite, systems []string, l *Line) {
	if l.Answers != nil {
		c.err = c.takeAnswers(ctx, s, systems, l)
	}
	if l.Fault != "" {
		var err error
		if c.fault, err = parseFault(s, l.Begin, l.Fault); err != nil {
			c.err = errors.Join(c.err, fmt.Errorf("%s: %w", l.at, err))
		}
	}
}

// takeAnswers reads the answers of a case, as strictly as those of a fixture.
func (c *begun) takeAnswers(ctx context.Context, s *project.Suite, systems []string, l *Line) error {
	src, err := fixture(ctx, s, l.Begin)
	if err != nil {
		return err
	}
	if src.Data != nil {
		return fmt.Errorf("%s: answers: the case has a fixture, %s: its answers belong there", l.at, src.File)
	}
	src = implied(l.Begin, l.Answers.JSON())
	src.File, src.Line = l.Answers.File(), l.Answers.Line
	decoded, err := src.Decode(systems)
	if err == nil {
		err = s.CheckCase(decoded)
	}
	if err == nil {
		c.answers = l.Answers.JSON()
	}
	return err
}

// twice returns the error that several tests share the case; nil: one has it.
func (c *begun) twice(name string) error {
	if len(c.at) < 2 {
		return nil
	}
	return fmt.Errorf("two tests are the case %q: it begins at %s: give each a name of its own", name,
		strings.Join(c.at, " and at "))
}

// asking returns what answers the requests of the case. A name without a fixture is a case too, answered by its begin,
// by recordings and the suite's otherwise.
func (c *begun) asking(ctx context.Context, s *project.Suite, systems []string, name string) (pipeline.Asking, error) {
	if err := s.CheckID(name); err != nil {
		return nil, &pipeline.InputError{What: err.Error()}
	}
	if c.err != nil {
		return nil, &pipeline.InputError{What: c.err.Error(), Err: c.err}
	}
	src, err := source(ctx, s, name, c.answers)
	if err != nil {
		return nil, err
	}
	decoded, err := src.Decode(systems)
	if err != nil {
		return nil, err
	}
	rec, err := s.Recording(name)
	if err != nil {
		return nil, err
	}
	embedder, err := runner.EmbedderOf(s)
	if err != nil {
		return nil, err
	}
	accepted := sync.OnceValue(func() []pipeline.Request {
		return runner.Accepted(s.Project().Store(), s.Name, name)
	})
	answers := runner.NewArrivingAnswers(decoded, s.Otherwise, rec)
	return &asking{c.fault.before(answers), embedder, s, accepted}, nil
}
