package runner

import (
	"strconv"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Prepared is a case with all of its inputs, read once and run any number of times.
type Prepared struct {
	suite  *project.Suite
	src    fixtures.Source
	c      *fixtures.Case
	rec    *model.Recording // nil: there is none
	recSum string           // its digest
	worlds []world          // before the first turn, then by turn, the end last

	embedder pipeline.Embedder // the recorded one; nil until the case is read
	exchange Exchange          // nil: no transport fault can be injected

	covers *coverage.Broken // what runs with a broken call reach; nil: not asked for

	once  sync.Once
	calls map[string][]string // of the case without the faults of its suite, by stage
}

// Prepare reads a case of a suite. The exchange is needed if the suite injects transport faults.
func Prepare(
	s *project.Suite, src fixtures.Source, systems []string, exchange Exchange,
) (*Prepared, error) {
	c, err := src.Decode(systems)
	if err != nil {
		return nil, err
	}
	p := &Prepared{suite: s, src: src, c: c, exchange: exchange}
	return p, p.read()
}

// read reads the case's inputs besides its own file: its recording, and the skills of each turn.
func (p *Prepared) read() (err error) {
	if err := CheckFaults(p.suite, p.exchange); err != nil {
		return err
	}
	if p.worlds, err = worlds(p.suite, p.c); err != nil {
		return err
	}
	if p.rec, p.recSum, err = p.suite.Recording(p.c.ID); err != nil || p.embedder != nil {
		return err
	}
	p.embedder, err = EmbedderOf(p.suite)
	return err
}

// offline returns the links that answer the case without a server.
func (p *Prepared) offline() []Link { return offline(p.suite, p.c, p.rec) }

// similarBy returns the embedder that compares texts in scores, whatever the case breaks; nil: the built-in one.
func (p *Prepared) similarBy() pipeline.Embedder {
	if p.suite.EmbeddingModel() == "" {
		return nil
	}
	return p.embedder
}

// RestsOn returns texts that differ if anything in the files of the project differs that a run of the case rests on. It
// is an error if a file cannot be told from another one, or is no longer what the case was prepared from.
func (p *Prepared) RestsOn() ([]string, error) {
	rests, err := p.suite.RestsOn(p.c)
	return append(rests, p.src.Digest(), p.src.File, strconv.Itoa(p.src.Line), p.c.ID, p.recSum,
		strconv.FormatBool(p.covers != nil)), err
}

// ID returns the id of the case.
func (p *Prepared) ID() string { return p.c.ID }

// Variant says how a run of a case differs from the run of its golden. The zero value is that run.
type Variant struct {
	Before  []Link    // before the links that answer the case
	Behind  []Link    // for calls that nothing answers
	Without string    // the place of a skipped turn; empty: none
	Until   time.Time // to which the clock moves instead of that turn

	Policy pipeline.Policy                          // under which all stages read answers; empty: the suite's
	Tools  func(next pipeline.Tools) pipeline.Tools // before the case's tool results; nil: only these

	// before the answers to an application's requests; nil: none
	Arrivals  func(next pipeline.Arrivals) pipeline.Arrivals
	TurnLimit time.Duration // of its turns, from the first request on; 0: as the suite says

	MaxDepth int // calls in a row before the case is stopped; 0: as in any run
}

// Ran is the outcome of a run of a case, unmasked.
type Ran struct {
	Log      []pipeline.Entry
	Calls    *model.Capture
	Outcomes []trace.Outcome
	Ended    map[string]time.Time // the place of a turn → the clock after it
	Err      error                // what stopped the case, joined; nil: it ran to its end
}

// tools returns the tools of the case, with the variant's before them.
func (v *Variant) tools(ofCase pipeline.Tools) pipeline.Tools {
	if v.Tools == nil {
		return ofCase
	}
	return v.Tools(ofCase)
}

// settings returns the settings of stages with the variant's policy.
func (v *Variant) settings(of func(stage string) pipeline.StageSettings) func(string) pipeline.StageSettings {
	if v.Policy == "" {
		return of
	}
	return func(stage string) pipeline.StageSettings {
		s := of(stage)
		s.Replies = v.Policy
		return s
	}
}
