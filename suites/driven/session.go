// Package driven runs applications by their own tests: these say which case begins and ends, with which answers and
// which fault, and hear of each ended case whether it is as accepted.
package driven

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Judge runs a case that has ended, and compares it. The difference is text for people; empty: all is well.
type Judge func(ctx context.Context, s *project.Suite, src fixtures.Source) (ok bool, difference string, err error)

// Ended is the answer to the end of a case.
type Ended struct {
	Case string `json:"case"`
	OK   bool   `json:"ok"`
	Diff string `json:"diff"` // empty if it is
}

// Session is an application that its own tests drive. It can be used by many goroutines at once.
type Session struct {
	ctx     context.Context // of the whole session
	suite   *project.Suite
	systems []string
	drive   pipeline.Drive
	judge   Judge
	tell    func(warning string)

	mu    sync.Mutex
	cases map[string]*begun
}

// Open lets a suite's application be driven. tell is called with what people have to know at once.
func Open(ctx context.Context, s *project.Suite, systems []string, judge Judge, tell func(string)) (*Session, error) {
	sys, ok := s.Pipeline().(pipeline.Drivable)
	if !ok {
		return nil, fmt.Errorf("only an application (system: app) can be driven by its tests: %s has %s", s.Name,
			s.System)
	}
	d := &Session{ctx: ctx, suite: s, systems: systems, judge: judge, tell: tell, cases: map[string]*begun{}}
	var err error
	if d.drive, err = sys.Drive(d.asked); err != nil {
		return nil, err
	}
	d.drive.Control(d.control)
	s.RunOn(d.drive.System(), nil)
	return d, nil
}

// Before sets what is called before a request is given to its case: lines that were written before come first. It is
// set before the application starts.
func (s *Session) Before(f func()) { s.drive.Before(f) }

// URL returns the base URL of the application's models: below it, a case is at /case/NAME.
func (s *Session) URL() string { return s.drive.URL() }

// Key returns the key in that URL.
func (s *Session) Key() string { return s.drive.Key() }

// Vars returns the environment variables that lead the application there.
func (s *Session) Vars() map[string]string { return s.drive.Vars() }

// Shown removes that URL, a secret of this run, from a text.
func (s *Session) Shown(text string) string { return s.drive.Shown(text) }

// control takes a line that was sent to the address /control.
func (s *Session) control(text []byte) ([]byte, error) {
	l, err := ParseLine(Posted, 0, text)
	if err != nil {
		return nil, err
	}
	answer, err := s.Take(l)
	if answer == nil || err != nil {
		return nil, err
	}
	return jsonvalue.Marshal(answer)
}

// Take takes a line. The answer is a value for JSON; nil: there is none.
func (s *Session) Take(l *Line) (answer any, err error) {
	switch {
	case l.Begin != "":
		return nil, s.begin(l)
	case l.End != "":
		return s.end(l)
	case l.Goldens:
		return s.goldens()
	}
	c, err := s.open(l)
	switch {
	case err != nil:
		return nil, err
	case l.Drop != "":
		s.drop(l.Drop)
		return nil, nil
	case l.Calls != "":
		return callsOf(l.Calls, s.drive.Calls(l.Calls), (&asking{suite: s.suite}).Masked), nil
	}
	c.more(s.ctx, s.suite, s.systems, l)
	return nil, nil
}

// open returns the case of a line, which has to have begun.
func (s *Session) open(l *Line) (*begun, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cases[l.name()]
	switch {
	case c == nil:
		return nil, fmt.Errorf("%s: the case %q has not begun", l.at, l.name())
	case c.ended && l.Case != "":
		return nil, fmt.Errorf("%s: the case %q has ended before", l.at, l.Case)
	}
	return c, nil
}

// drop forgets a case: its test did not run to its end, or will run again.
func (s *Session) drop(name string) {
	s.mu.Lock()
	delete(s.cases, name)
	s.mu.Unlock()
	s.drive.Drop(name)
}

// goldens returns the cases that have a golden.
func (s *Session) goldens() (any, error) {
	known, err := s.suite.FixtureIDs(s.ctx)
	if err != nil {
		return nil, err
	}
	all, _, err := s.suite.WithGoldens(known)
	return Goldens{s.suite.Name, append([]string{}, all...)}, err
}

// asked returns what answers the requests of a case.
func (s *Session) asked(name string) (pipeline.Asking, error) {
	return s.known(name).asking(s.ctx, s.suite, s.systems, name)
}

// known returns what the tests said of a case; never nil.
func (s *Session) known(name string) *begun {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.cases[name]; c != nil {
		return c
	}
	return &begun{}
}

// begin begins a case. Answers or a fault that cannot be are an error of the case, like a mistake in a fixture.
func (s *Session) begin(l *Line) error {
	if err := s.suite.CheckID(l.Begin); err != nil {
		return fmt.Errorf("%s: %w", l.at, err)
	}
	c := &begun{}
	c.take(s.ctx, s.suite, s.systems, l)
	s.mu.Lock()
	before := s.cases[l.Begin]
	if before == nil {
		s.cases[l.Begin] = c
	} else {
		c = before
	}
	c.begins(l)
	err := c.twice(l.Begin)
	s.mu.Unlock()
	if err != nil {
		s.tell(err.Error())
	}
	asked := s.drive.Begin(l.Worker, l.Begin)
	if asked && before == nil && (l.Answers != nil || l.Fault != "") {
		s.drive.End(l.Begin, fmt.Errorf("%s: the case has had requests before it begins, so they missed its answers "+
			"and its fault", l.at))
	}
	return nil
}

// end ends a case, and judges it.
func (s *Session) end(l *Line) (any, error) {
	s.mu.Lock()
	c := s.cases[l.End]
	var shared error
	switch {
	case c == nil:
		s.mu.Unlock()
		return nil, fmt.Errorf("%s: the case %q ends, but it has not begun", l.at, l.End)
	case c.ended && c.times < 2:
		s.mu.Unlock()
		return nil, fmt.Errorf("%s: the case %q has ended before", l.at, l.End)
	}
	c.ended, shared = true, c.twice(l.End)
	s.mu.Unlock()
	if shared != nil {
		s.drive.End(l.End, nil)
		return &Ended{Case: l.End, Diff: shared.Error() + "\n"}, nil
	}
	s.drive.End(l.End, errors.Join(c.err, c.fault.unmet()))
	if !s.counts(l.End, c) {
		return &Ended{Case: l.End, OK: true}, nil
	}
	src, err := source(s.ctx, s.suite, l.End, c.answers)
	if err != nil {
		return &Ended{Case: l.End, Diff: err.Error() + "\n"}, nil
	}
	ok, diff, err := s.judge(s.ctx, s.suite, src)
	return &Ended{Case: l.End, OK: ok, Diff: diff}, err
}

// counts reports whether a case that begins is one of the suite: it asked its model, or it was expected to. Other tests
// that asked no model are none.
func (s *Session) counts(name string, c *begun) bool {
	if c.err != nil || c.answers != nil || c.fault != nil {
		return true
	}
	return slices.Contains(s.drive.Names(), name) || s.expected(name)
}

// expected reports whether a case has a golden.
func (s *Session) expected(name string) bool {
	data, err := s.suite.Project().Store().Read(s.suite.GoldenOf(name))
	return data != nil || err != nil
}

// Close ends the session, and makes its cases those of the suite; it returns their ids. Cases that have not ended are
// in error; if the session was interrupted, they are none.
func (s *Session) Close(interrupted bool) (ids []string, err error) {
	if err := s.drive.Close(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	counted := map[string]bool{}
	for _, name := range s.drive.Names() {
		counted[name] = s.cases[name] == nil || !interrupted || s.cases[name].ended
	}
	for name, c := range s.cases {
		open := !c.ended
		if open && interrupted || c.times < 2 && !s.counts(name, c) {
			continue
		}
		counted[name] = true
		s.drive.End(name, c.twice(name))
		if open {
			s.drive.End(name, fmt.Errorf("the test has not ended%s: it is judged as far as it came", c.places()))
		}
	}
	maps.DeleteFunc(counted, func(_ string, counts bool) bool { return !counts })
	ids = slices.Sorted(maps.Keys(counted))
	if s.drive.Unnamed() > 0 && counted[unnamed] {
		s.tell(fmt.Sprintf("requests that name no case are all of the case %s, of whatever test: name it in the URL, "+
			"$BEAVER_EVAL_URL/case/NAME/v1, or say when it begins", unnamed))
	}
	return ids, s.addCases(ids)
}

// unnamed is the case of requests that name none.
const unnamed = "tests"

// addCases makes the cases of the session those of the suite, unless fixtures have them.
func (s *Session) addCases(ids []string) error {
	known, err := s.suite.FixtureIDs(s.ctx)
	if err != nil {
		return err
	}
	var more []fixtures.Source
	for _, id := range ids {
		if c := s.cases[id]; !known[id] && c != nil {
			more = append(more, implied(id, c.answers))
		} else if !known[id] {
			more = append(more, implied(id, nil))
		}
	}
	s.suite.RunOn(s.drive.System(), more)
	return nil
}
