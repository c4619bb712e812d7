package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// mostSent is how many cases are cached with their requests.
const mostSent = 8

// SentCases returns cases with their requests. They run again for that, offline, one at a time, on demand: to keep the
// requests of all cases would take too much memory.
type SentCases struct {
	loaded   []*project.Suite
	systems  map[string]pipeline.System
	exchange runner.Exchange
	ctx      context.Context
	cancel   func()

	asked atomic.Int64 // number of calls of Of
	mu    sync.Mutex   // a case runs
	cases *recent.Values[SentCase]
}

// SentCase is a case with its requests.
type SentCase struct {
	known  bool // it has run
	old    *goldens.File
	turns  []*fixtures.Turn
	places []string // of the turns
	suite  *project.Suite
	*result.Result
}

// NewSentCases returns the cases of suites; it works until ctx ends. The exchange is that of runner.Options.
func NewSentCases(ctx context.Context, loaded []*project.Suite, systems map[string]pipeline.System,
	exchange runner.Exchange) *SentCases {
	s := &SentCases{loaded: loaded, systems: systems, exchange: exchange, cases: recent.New[SentCase](mostSent)}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s
}

// Stop ends a run in progress, and waits for its end: nothing else may run beside it.
func (s *SentCases) Stop() {
	s.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
}

// Of returns a case by its reported name. A call made while another case runs returns nil if a later call arrives
// before that ends: nobody waits for it any more.
func (s *SentCases) Of(suite, id string) (*SentCase, error) {
	asked := s.asked.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked.Load() != asked || s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	c := s.cases.Get(suite + "/" + id)
	if c.known {
		return c, nil
	}
	found, err := s.run(suite, id)
	if err != nil {
		return nil, err
	}
	*c = *found
	c.known = true
	return c, nil
}

// run runs a case, offline, and reads its golden. A removed case has only that.
func (s *SentCases) run(suite, id string) (*SentCase, error) {
	at := slices.IndexFunc(s.loaded, func(l *project.Suite) bool { return l.Name == suite })
	if at < 0 {
		return nil, fmt.Errorf("the suite %s no longer exists", suite)
	}
	c := &SentCase{suite: s.loaded[at], Result: &result.Result{}}
	claimed, err := c.find(s.ctx, id, slices.Sorted(maps.Keys(s.systems)))
	if err != nil {
		return nil, err
	}
	c.old, err = goldenOf(c.suite, cmp.Or(claimed, id))
	if err != nil || claimed == "" {
		return c, err
	}
	only := map[filter.CaseName]bool{{Suite: suite, ID: claimed}: true}
	o := runner.Options{Cases: filter.Cases{Only: only}, Compare: true, Exchange: s.exchange}
	err = runner.Run(s.ctx, []*project.Suite{c.suite}, s.systems, o, func(r *result.Result) error {
		c.Result = r
		return nil
	})
	return c, err
}

// goldenOf reads the golden of a case; nil: it has none.
func goldenOf(s *project.Suite, id string) (*goldens.File, error) {
	store := s.Project().Store()
	if s.Packed() {
		g, err := packed.Open(store, s.Name)
		if err != nil {
			return nil, err
		}
		defer g.Close()
		if f, err := g.Golden(id); f != nil || err != nil {
			return f, err
		}
	}
	return store.Load(store.Path(s.Name, fixtures.FileName(id)))
}

// find reads a case, and returns its id. Empty: it is gone.
func (c *SentCase) find(ctx context.Context, id string, systems []string) (claimed string, err error) {
	stop := errors.New("found")
	err = c.suite.Sources().Each(ctx, func(src fixtures.Source) error {
		h, err := src.Head()
		if err != nil || h.ID != id {
			return err
		}
		of, err := src.Decode(systems)
		if err != nil {
			return err
		}
		claimed, c.turns = h.ID, of.AllTurns()
		for i := range of.Turns {
			c.places = append(c.places, fixtures.TurnPlace(i))
		}
		c.places = append(c.places, fixtures.EndPlace)
		return stop
	})
	if errors.Is(err, stop) {
		err = nil
	}
	return claimed, err
}

// Call returns one call of the case, without groups; nil if neither side has it.
func (c *SentCase) Call(path string) *ArrayCall {
	found := &ArrayCall{Input: c.input(path)}
	if c.old != nil {
		if i := slices.IndexFunc(c.old.Calls, func(o goldens.Call) bool { return o.Path == path }); i >= 0 {
			found.Old = masked(c.old.Calls[i], c.suite.Masker())
		}
	}
	if c.Trace != nil {
		calls := c.Trace.Calls()
		if i := slices.IndexFunc(calls, func(o *trace.Call) bool { return o.Path == path }); i >= 0 {
			found.Sent = calls[i]
		}
	}
	if found.Old == nil && found.Sent == nil {
		return nil
	}
	return found
}

// masked returns an accepted call with its secrets masked: an older golden may hold some.
func masked(c goldens.Call, m *secrets.Masker) *goldens.Call {
	req := model.Masked(m, pipeline.Request{Messages: c.Messages, Tools: c.Tools, Format: c.Format,
		Parameters: c.Parameters})
	c.Messages, c.Tools, c.Format, c.Parameters = req.Messages, req.Tools, req.Format, req.Parameters
	return &c
}

// input returns the input of a call's turn.
func (c *SentCase) input(path string) ArrayInput {
	place, _, _ := strings.Cut(path, "/")
	i := slices.Index(c.places, place)
	if i < 0 || i >= len(c.turns) {
		return ArrayInput{}
	}
	in := c.turns[i].Input()
	return ArrayInput{Place: place, Kind: in.Kind, Text: c.suite.Masker().Text(in.Text)}
}

// Paths returns the paths of all calls of the case: those that it sends, then those that only the golden has.
func (c *SentCase) Paths() []string {
	var all []string
	if c.Trace != nil {
		for _, call := range c.Trace.Calls() {
			all = append(all, call.Path)
		}
	}
	if c.old != nil {
		for _, call := range c.old.Calls {
			if !slices.Contains(all, call.Path) {
				all = append(all, call.Path)
			}
		}
	}
	return all
}
