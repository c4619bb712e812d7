package driven

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// broken is the fault that a case meets: the answer to the first request of a stage breaks, or each of them. A nil one
// breaks nothing.
type broken struct {
	text  string // as it was written
	fault fault.Fault
	stage string
	every bool
	suite string
	id    string // of the case

	mu    sync.Mutex
	met   bool   // a request of the stage came
	put   bool   // an answer broke
	lacks string // why the first answer cannot break so
}

// together is a system whose stages may be asked concurrently.
type together interface{ Together(stage string) bool }

// parseFault reads FAULT@STAGE or FAULT:every@STAGE.
func parseFault(s *project.Suite, id, text string) (*broken, error) {
	name, stage, ok := strings.Cut(text, "@")
	name, every := strings.CutSuffix(name, ":every")
	if !ok {
		return nil, fmt.Errorf("fault: want FAULT@STAGE, such as status-500@router, got %.60q", text)
	}
	all := fault.OfApplications()
	i := slices.IndexFunc(all, func(f fault.Fault) bool { return f.Name == name })
	if now, renamed := fault.Renamed(name); i < 0 && renamed {
		return nil, fmt.Errorf("fault: %.60q is called %s now", name, now)
	}
	if i < 0 {
		return nil, fmt.Errorf("fault: there is no fault %.60q%s", name, wording.Hint(name, fault.Names(all)))
	}
	if err := s.Vocabulary().Caller(stage); err != nil {
		return nil, fmt.Errorf("fault: %w", err)
	}
	sys, ok := s.Pipeline().(together)
	switch {
	case every && all[i].Application.Once:
		return nil, fmt.Errorf("fault: %s breaks one answer, never each of them: leave out :every", name)
	case !every && ok && sys.Together(stage):
		return nil, fmt.Errorf("fault: the requests of %s are concurrent, and the first of them differs from run to "+
			"run: write %s:every@%s", stage, name, stage)
	}
	return &broken{text: text, fault: all[i], stage: stage, every: every, suite: s.Name, id: id}, nil
}

// before puts the fault before the answers.
func (b *broken) before(next pipeline.Arrivals) pipeline.Arrivals {
	if b == nil {
		return next
	}
	return breaking{b, next}
}

// unmet returns the error that the fault broke nothing; nil: it did.
func (b *broken) unmet() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.put:
		return nil
	case b.met:
		return fmt.Errorf("fault: %s broke nothing: %s", b.text, b.lacks)
	}
	return fmt.Errorf("fault: %s broke nothing: no request of the stage %s was answered", b.text, b.stage)
}

// breaking answers requests, with the fault. It implements pipeline.Arrivals.
type breaking struct {
	*broken
	next pipeline.Arrivals
}

// Arrived implements pipeline.Arrivals.
func (b breaking) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	was, err := b.next.Arrived(ctx, a)
	if err != nil || a.Stage != b.stage {
		return was, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.met && !b.every {
		return was, nil
	}
	b.met = true
	all, lacks := b.fault.InApplication(fault.Subject{
		Stage: fault.StageOf(a.Request, was), Request: a.Request, Answer: was,
		Rand:     fault.Chance(runner.Seed, b.suite, b.id, b.stage, b.fault.Name),
		Streamed: a.Streamed, Provider: a.Provider,
	})
	if len(all) == 0 {
		b.lacks = lacks
		return was, nil
	}
	b.put = true
	if how := b.fault.Application.How; how != "" {
		return all[0].Response, &pipeline.Injected{How: how}
	}
	resp := all[0].InPlaceOf(a.Request, was)
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted, From: runner.FromFault + b.fault.Name}
	return resp, nil
}
