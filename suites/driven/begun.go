package driven

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// begun is what the tests said of a case.
type begun struct {
	times   int      // that it began; 0: only URLs name it
	at      []string // the lines where, but for posted ones
	ended   bool
	answers []byte  // a JSON mapping by stage; nil: none
	fault   *broken // nil: none
	err     error   // why the lines are wrong; nil: they are not

	mu       sync.Mutex
	arriving pipeline.Arrivals // nil: the case has no requests yet
	asked    map[string]bool   // the stages with requests
}

// begins notes a begin of the case.
func (c *begun) begins(l *Line) {
	c.times++
	if !l.posted {
		c.at = append(c.at, l.at)
	}
}

// places returns the lines at which the case begins, in parentheses after a space; empty: they were posted.
func (c *begun) places() string {
	if len(c.at) == 0 {
		return ""
	}
	return " (" + strings.Join(c.at, ", ") + ")"
}

// take reads the answers and the fault of a case. What cannot be is an error of the case, like a mistake in a fixture.
func (c *begun) take(ctx context.Context, s *project.Suite, systems []string, l *Line) {
	if l.Answers != nil {
		c.err = errors.Join(c.err, c.takeAnswers(ctx, s, systems, l))
	}
	if l.Fault == "" {
		return
	}
	broken, err := parseFault(s, l.name(), l.Fault)
	switch {
	case err == nil && c.asked[broken.stage]:
		err = fmt.Errorf("fault: %s comes after the first request of the stage", l.Fault)
	case err == nil && c.fault != nil:
		err = fmt.Errorf("fault: the case has one, %s", c.fault.text)
	}
	if err != nil {
		c.err = errors.Join(c.err, fmt.Errorf("%s: %w", l.at, err))
		return
	}
	c.fault = broken
}

// more takes answers and a fault of the case after its begin. Answers of a stage replace those that it had.
func (c *begun) more(ctx context.Context, s *project.Suite, systems []string, l *Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.take(ctx, s, systems, l)
	if c.err != nil || c.arriving == nil {
		return
	}
	arriving, err := c.arrivals(ctx, s, systems, l.name())
	if err != nil {
		c.err = err
		return
	}
	c.arriving = arriving
}

// Arrived implements pipeline.Arrivals.
func (c *begun) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	c.mu.Lock()
	c.asked[a.Stage] = true
	arriving := c.arriving
	c.mu.Unlock()
	return arriving.Arrived(ctx, a)
}

// takeAnswers reads the answers of a case, as strictly as those of a fixture.
func (c *begun) takeAnswers(ctx context.Context, s *project.Suite, systems []string, l *Line) error {
	src, err := fixture(ctx, s, l.name())
	if err != nil {
		return err
	}
	if src.Data != nil {
		return fmt.Errorf("%s: answers: the case has a fixture, %s: its answers belong there", l.at, src.File)
	}
	for _, key := range l.Answers.Keys {
		if c.asked[key.Name] {
			return fmt.Errorf("%s: answers: those of %s come after the first request of the stage", l.at, key.Name)
		}
	}
	answers, err := overlaid(c.answers, l.Answers.JSON())
	if err != nil {
		return err
	}
	src = implied(l.name(), answers)
	src.File, src.Line = l.Answers.File(), l.Answers.Line
	decoded, err := src.Decode(systems)
	if err == nil {
		err = s.CheckCase(decoded)
	}
	if err == nil {
		c.answers = answers
	}
	return err
}

// overlaid returns a JSON mapping with the keys of another one in place of its own.
func overlaid(under, over []byte) ([]byte, error) {
	if under == nil {
		return over, nil
	}
	all := map[string]json.RawMessage{}
	for _, mapping := range [][]byte{under, over} {
		if err := json.Unmarshal(mapping, &all); err != nil {
			return nil, err
		}
	}
	return jsonvalue.Marshal(all)
}

// twice returns the error that several tests share the case; nil: one has it.
func (c *begun) twice(name string) error {
	if c.times < 2 {
		return nil
	}
	return fmt.Errorf("two tests, or two runs of one test, began the case %q%s: give each test a name of its own", name,
		c.places())
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
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	if c.arriving, err = c.arrivals(ctx, s, systems, name); err != nil {
		return nil, err
	}
	c.asked = map[string]bool{}
	embedder, err := runner.EmbedderOf(s)
	if err != nil {
		return nil, err
	}
	accepted := sync.OnceValue(func() []pipeline.Request {
		return runner.Accepted(s.Project().Store(), s.Name, name)
	})
	return &asking{c, embedder, s, accepted}, nil
}

// arrivals returns what answers the requests of the case now.
func (c *begun) arrivals(ctx context.Context, s *project.Suite, systems []string, name string) (pipeline.Arrivals,
	error) {
	src, err := source(ctx, s, name, c.answers)
	if err != nil {
		return nil, err
	}
	decoded, err := src.Decode(systems)
	if err != nil {
		return nil, err
	}
	rec, _, err := s.Recording(name)
	if err != nil {
		return nil, err
	}
	return c.fault.before(runner.NewArrivingAnswers(decoded, s.Otherwise, rec)), nil
}
