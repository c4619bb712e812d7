package runner

import (
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Prepared is a case with all that it starts from: read once, to be run as often as one likes.
type Prepared struct {
	suite  *project.Suite
	c      *fixtures.Case
	rec    *model.Recording // nil: there is none
	worlds []world          // before the first turn, then by turn, the end last

	embedder pipeline.Embedder // nil until the case is read: then what was recorded
	exchange Exchange          // nil: no fault of the transport can be put into the case

	once  sync.Once
	calls map[string][]string // of the case without the faults of its suite, by stage
}

// Prepare reads a case of a suite. The exchange is needed where the suite puts faults of the transport into its cases.
func Prepare(
	s *project.Suite, src fixtures.Source, systems []string, exchange Exchange,
) (*Prepared, error) {
	c, err := src.Decode(systems)
	if err != nil {
		return nil, err
	}
	p := &Prepared{suite: s, c: c, exchange: exchange}
	return p, p.read()
}

// read reads what the case starts from besides its own file: its recording, and the skills of each turn.
func (p *Prepared) read() (err error) {
	if err := CheckFaults(p.suite, p.exchange); err != nil {
		return err
	}
	if p.worlds, err = worlds(p.suite, p.c); err != nil {
		return err
	}
	if p.rec, err = p.suite.Recording(p.c.ID); err != nil || p.embedder != nil {
		return err
	}
	p.embedder, err = EmbedderOf(p.suite)
	return err
}

// offline returns the links that answer the case without a server.
func (p *Prepared) offline() []Link { return offline(p.suite, p.c, p.rec) }

// similarBy returns what compares texts in scores, whatever the case breaks; nil: the built-in words.
func (p *Prepared) similarBy() pipeline.Embedder {
	if p.suite.EmbeddingModel() == "" {
		return nil
	}
	return p.embedder
}

// ID returns the id of the case.
func (p *Prepared) ID() string { return p.c.ID }

// Variant says how a run of a case differs from the run that its golden is of. The zero value is that run.
type Variant struct {
	Before  []Link    // asked before what answers the case
	Behind  []Link    // asked for what nothing answers
	Without string    // the place of a turn that is not taken; empty: all are
	Until   time.Time // to where the clock moves on in place of that turn

	Policy pipeline.Policy                          // by which all stages read their answers; empty: as the suite says
	Tools  func(next pipeline.Tools) pipeline.Tools // asked before the case's results; nil: these alone

	// asked before what answers the requests of somebody else's program; nil: nobody is
	Arrivals  func(next pipeline.Arrivals) pipeline.Arrivals
	TurnLimit time.Duration // of its turns, from the first request on; 0: as the suite says

	MaxDepth int // calls in a row before the case is stopped; 0: as in any run
}

// Ran is what a run of a case came to. Nothing of it is masked.
type Ran struct {
	Log      []pipeline.Entry
	Calls    *model.Capture
	Outcomes []trace.Outcome
	Ended    map[string]time.Time // the place of a turn that was taken → the clock behind it
	Err      error                // what stopped the case, joined; nil: it ran to its end
}

// tools are those of the case, with what is asked before them.
func (v *Variant) tools(ofCase pipeline.Tools) pipeline.Tools {
	if v.Tools == nil {
		return ofCase
	}
	return v.Tools(ofCase)
}

// settings are those of a stage, read by the variant's policy.
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
