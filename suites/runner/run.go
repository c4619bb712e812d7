// Package runner runs cases concurrently, each through its system with its chain of models, and delivers their results
// in order; or twice, to find where two runs of an application differ.
package runner

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Run runs the cases of the suites, many concurrently, and passes their results to sink one after the other, in the
// order of suites and cases. It stops at sink's first error, when another command does not let it write
// (*disk.HeldError), when a suite's block lets no case run, or when ctx ends; the results delivered by then are
// complete.
func Run(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System, o Options,
	sink func(*result.Result) error) error {
	return InTurn(ctx, suites, systems, []Part{{o, sink}})
}

// Part is one of several runs of the same cases, each with its own options.
type Part struct {
	Options Options
	Sink    func(*result.Result) error
}

// InTurn runs each case for one part after the other before its worker takes the next case, so that whatever slows a
// server down for a while affects all parts. Otherwise it does as Run does; the options of the first part say how many
// cases are concurrent. The sinks get a case once all parts have run it.
func InTurn(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System, parts []Part) error {
	names := slices.Sorted(maps.Keys(systems))
	claims := make([]*review.Claims, len(parts))
	for i, p := range parts {
		claims[i] = review.NewClaims(slices.Concat(suites, p.Options.LeftOut))
		if p.Options.Orphan != nil {
			if err := claims[i].AddAll(ctx, p.Options.LeftOut, names); err != nil {
				return err
			}
		}
	}
	covers := spaces{}
	for _, s := range suites {
		runs, err := openParts(ctx, s, names, parts, claims, covers)
		if err == nil {
			err = runInTurn(ctx, s, runs)
		}
		if err != nil {
			return err
		}
	}
	for i, p := range parts {
		if len(suites) == 0 || p.Options.Orphan == nil || !p.Options.Compare {
			continue
		}
		err := review.ReportLoose(ctx, suites[0].Project(), claims[i], p.Options.Orphan, p.Sink)
		if err != nil {
			return err
		}
	}
	return nil
}

// openParts opens a suite for each part of a run.
func openParts(ctx context.Context, s *project.Suite, systems []string, parts []Part, claims []*review.Claims,
	covers spaces) (runs []*suiteRun, err error) {
	space, err := covers.of(s)
	if err != nil {
		return nil, err
	}
	for i, p := range parts {
		r := &suiteRun{suite: s, options: p.Options, systems: systems, claimed: claims[i], report: p.Sink, space: space}
		if err := r.open(ctx); err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// One runs one case of a suite and compares it with its golden, if o says so. Nothing is kept, and no faults of a
// matrix are tried.
func One(ctx context.Context, s *project.Suite, src fixtures.Source, systems map[string]pipeline.System,
	o Options) (*result.Result, error) {
	r := &suiteRun{suite: s, options: o, systems: slices.Sorted(maps.Keys(systems))}
	if o.Compare {
		var err error
		if r.comparer, err = review.NewComparer(s, o.command(), o.Stages, nil); err != nil {
			return nil, err
		}
		defer r.comparer.Close(ctx)
	}
	var text []byte
	res := r.one(ctx, src, &text)
	res.MaskNames(s.Masker())
	return res, nil
}

// suiteRun is one suite's part of a run.
type suiteRun struct {
	suite    *project.Suite
	options  Options
	systems  []string
	comparer *review.Comparer     // nil: nothing is compared
	claimed  *review.Claims       // by the cases seen so far
	embedder pipeline.Embedder    // nil: the recorded or the built-in one
	later    map[int]*score.Later // of the last case that has a twin, by sample
	report   func(*result.Result) error
	space    *coverage.Space // nil: what the cases reach is not counted
	waiting  waiting         // for their changes to be taken
}

// open prepares the comparison with goldens and the embedder.
func (r *suiteRun) open(ctx context.Context) (err error) {
	o := &r.options
	if o.Compare {
		if r.comparer, err = review.NewComparer(r.suite, o.command(), o.Stages, o.Keep); err != nil {
			return err
		}
		if o.writes() {
			if err := r.comparer.Sweep(ctx); err != nil {
				return err
			}
		}
	}
	if o.Embedder != nil && r.suite.EmbeddingModel() != "" {
		r.embedder, err = o.Embedder(r.suite)
	}
	return err
}

// compareTwins adds what was learned to the scores of a twin, whose case came just before.
func (r *suiteRun) compareTwins(res *result.Result) {
	if res.Later == nil {
		return
	}
	if res.Later.TwinOf == "" {
		if res.Sample == 0 || r.later == nil {
			r.later = map[int]*score.Later{}
		}
		r.later[res.Sample] = res.Later
		return
	}
	of := r.later[res.Sample]
	if of != nil && of.Case == res.Later.TwinOf && !res.Resumed { // else it has the scores
		res.Scores = append(res.Scores, score.Effect(of, res.Later)...)
	}
}

// runInTurn runs the cases of a suite for each of its runs and passes on their results, then the leftovers of removed
// cases.
func runInTurn(ctx context.Context, s *project.Suite, runs []*suiteRun) error {
	worker := func(ctx context.Context) func(fixtures.Source) []*result.Result {
		var text []byte // of a golden, reused from case to case
		return func(src fixtures.Source) []*result.Result { return oneOfEach(ctx, runs, src, &text) }
	}
	lasting, workers := lastingOf(s), runs[0].options.Workers
	if lasting != nil {
		workers = 1
	}
	sources := s.Sources().Repeated(runs[0].options.Repeat)
	err := fixtures.SideBySide(ctx, sources, workers, worker, func(all []*result.Result) error {
		return deliverEach(ctx, runs, all)
	})
	if lasting != nil {
		err = errors.Join(err, lasting.End())
	}
	for _, r := range runs {
		if rest := r.takeRest(ctx); err == nil {
			err = rest
		}
		if err == nil {
			err = r.leftovers(ctx)
		}
		if r.comparer != nil { // after an error too: it has shown what it kept
			err = errors.Join(err, r.comparer.Close(ctx))
		}
	}
	return err
}

// oneOfEach runs a case for each run of its suite.
func oneOfEach(ctx context.Context, runs []*suiteRun, src fixtures.Source, text *[]byte) []*result.Result {
	all := make([]*result.Result, len(runs))
	for i, r := range runs {
		all[i] = r.one(ctx, src, text)
	}
	return all
}

// deliverEach passes on the results of a case.
func deliverEach(ctx context.Context, runs []*suiteRun, all []*result.Result) error {
	for i, r := range runs {
		if err := r.deliver(ctx, all[i]); err != nil {
			return err
		}
	}
	return nil
}

// deliver passes on the result of a case, once its changes are taken where they are; nil: it was filtered out.
func (r *suiteRun) deliver(ctx context.Context, res *result.Result) error {
	if res == nil {
		return nil
	}
	if r.options.Taking == nil {
		return r.pass(res)
	}
	if r.waiting.add(res); !r.waiting.full() && r.suite.OfBlock(res.Errors...) == nil {
		return nil
	}
	return r.takeWaiting(ctx)
}

// takeWaiting takes the changes of the cases that wait for it, and passes on their results.
func (r *suiteRun) takeWaiting(ctx context.Context) error {
	w := &r.waiting
	err := r.comparer.TakeAll(ctx, w.results, r.options.Taking)
	for _, res := range w.results {
		if err == nil {
			err = r.pass(res)
		}
	}
	w.results, w.last, w.stopped = w.results[:0], time.Now(), err != nil
	return err
}

// takeRest takes the changes of the last cases of a suite, also of one whose next case cannot be read.
func (r *suiteRun) takeRest(ctx context.Context) error {
	if len(r.waiting.results) == 0 || r.waiting.stopped || ctx.Err() != nil {
		return nil
	}
	return r.takeWaiting(ctx)
}

// pass passes on the result of a case.
func (r *suiteRun) pass(res *result.Result) error {
	if held := disk.FindHeld(res.Errors...); held != nil {
		return held
	}
	if bad := r.suite.OfBlock(res.Errors...); bad != nil {
		return bad
	}
	if res.Sample == 0 {
		r.claimed.Add(r.suite, res.Case, res.CaseForms)
	}
	r.compareTwins(res)
	return r.sink(res)
}

// sink passes on a result whose names are masked.
func (r *suiteRun) sink(res *result.Result) error {
	res.MaskNames(r.suite.Masker())
	return r.report(res)
}

// leftovers passes on what is left of removed cases.
func (r *suiteRun) leftovers(ctx context.Context) error {
	if r.comparer == nil {
		return nil
	}
	if t := r.options.Taking; t != nil {
		if !t.Whole {
			return nil
		}
		return r.comparer.TakeGone(ctx, t, r.sink)
	}
	if !r.options.Cases.All() || r.options.Shard != nil {
		return nil
	}
	if err := r.tellFromLogs(); err != nil {
		return err
	}
	return r.comparer.Orphans(ctx, r.claimed, r.options.Orphan, r.sink)
}

// lastingOf returns the suite's system if its program lasts through all cases; nil: it does not.
func lastingOf(s *project.Suite) pipeline.Lasting {
	if l, ok := s.Pipeline().(pipeline.Lasting); ok && l.Lasts() {
		return l
	}
	return nil
}

// tellFromLogs reports how many goldens of an application could only be compared with a log of requests.
func (r *suiteRun) tellFromLogs() error {
	if r.options.FromLogs == nil || !r.suite.IsApplication() {
		return nil
	}
	n, err := r.comparer.FromLogs(r.claimed)
	if n > 0 && err == nil {
		r.options.FromLogs(r.suite, n)
	}
	return err
}

// one runs a case; nil when a filter leaves it out.
func (r *suiteRun) one(ctx context.Context, src fixtures.Source, text *[]byte) *result.Result {
	taking := r.options.Taking
	if !r.options.Chooses(r.suite.Name, src) || taking != nil && !concerned(r.comparer, taking, src) {
		return nil
	}
	if res := r.options.finished(ctx, r.comparer, r.suite.Name, src, text); res != nil {
		cover(r.space, res, nil)
		return res
	}
	res, prepared := limited(ctx, r.options.Timeout, func(ctx context.Context) (*result.Result, *Prepared) {
		return runCase(ctx, r.suite, src, r.systems, instead{r.options.Answerer, r.embedder, r.options.Exchange,
			r.options.Repeat > 1, r.options.Now})
	})
	if res == nil {
		return tooLong(r.suite, src, r.systems, r.options.Timeout)
	}
	whole := taking != nil && taking.Whole
	if src.Sample > 0 { // the first sample has been compared
		return res
	}
	if r.comparer != nil && res.Trace != nil && res.Status != result.StatusSkipped && !whole {
		r.comparer.Case(ctx, src, res, text)
	}
	if r.comparer != nil && taking == nil && res.Status == result.StatusSkipped {
		res.Untested = r.comparer.HasGolden(res.Case)
	}
	if prepared != nil && r.options.Cells != nil && r.suite.FaultMatrix() != nil {
		prepared.covers = r.space.NewBroken()
		r.breaks(ctx, prepared, res)
	}
	cover(r.space, res, prepared.reached())
	coverLines(r.suite, r.space, res)
	return res
}

// breaks breaks the calls of a finished case.
func (r *suiteRun) breaks(ctx context.Context, p *Prepared, res *result.Result) {
	if res.Live || res.Status != result.StatusOK && res.Status != result.StatusFailed {
		return
	}
	calls, err := r.options.Cells(ctx, r.suite, p)
	if err != nil {
		res.Errors, res.Status = append(res.Errors, err), result.StatusError
		return
	}
	res.AddCells(r.suite.Masker(), calls.Cells, calls.Scores)
	res.CellsKept = calls.Kept
}

// instead answers and embeds in place of the case's scripts and recordings (nil: these do), and produces transport
// faults (nil: none). repeated says that the case runs more than once, now which day it is.
type instead struct {
	answerer Answerer
	embedder pipeline.Embedder
	exchange Exchange
	repeated bool
	now      time.Time
}

// runCase runs a case through its system, and evaluates only its expectations.
func runCase(
	ctx context.Context, s *project.Suite, src fixtures.Source, systems []string, who instead,
) (res *result.Result, prepared *Prepared) {
	res = &result.Result{Suite: s.Name, System: s.System, File: src.File, Line: src.Line, Twin: src.IsTwin(),
		Sample: src.Sample, Status: result.StatusError}
	defer res.Mask(s.Masker())
	c, err := src.Decode(systems)
	if err != nil {
		res.Case = src.File
		res.Errors = []error{err}
		return res, nil
	}
	res.Case, res.Tags, res.Group, res.CaseForms = c.ID, c.Tags, c.Group, c.Forms
	ended := c.Quarantine.Ended(who.now)
	if c.Quarantine != nil && ended == nil {
		res.Quarantine = c.Quarantine.String()
	}
	r := &caseRun{
		Prepared: &Prepared{suite: s, src: src, c: c, embedder: who.embedder, exchange: who.exchange}, line: src.Line,
		sample: src.Sample, repeated: who.repeated, judges: &judges{suite: s}}
	if err = r.read(); err == nil {
		err = r.begin(ctx, who.answerer)
	}
	if err == nil {
		r.faults = r.injected(ctx)
		err = r.converse(ctx, r.links())
	}
	res.Trace, res.Live = r.trace(), r.answers != nil
	bill.Measure(res.Trace, s.Masker())
	res.Known = r.known(res.Trace)
	defer func() {
		if err := r.end(ctx, res); err != nil {
			res.Errors, res.Status = append(res.Errors, err), result.StatusError
			res.Bug = res.Bug || result.IsBug(err)
		}
	}()
	if u, ok := errors.AsType[*pipeline.Unsupported](err); ok {
		res.Status, res.Skipped = result.StatusSkipped, u.What
		return res, nil
	}
	if err != nil {
		r.errs = append(r.errs, err)
	}
	if len(r.errs) > 0 && result.OnlyMisses(r.errs) && res.Trace.UnmetAcceptance() {
		// The case fails, and is evaluated up to there.
		r.stopped, r.errs = r.errs, nil
	}
	for i, err := range r.errs {
		res.Bug = res.Bug || result.IsBug(err)
		if !result.IsPositioned(err) {
			if !explainedBefore(s, err, r.errs[:i]) {
				err = explained(s, err, src.File, r.line)
			}
			err = pipeline.FileErrorf(src.File, r.line, "%w", err)
		}
		res.Errors = append(res.Errors, err)
	}
	if len(r.errs) > 0 {
		if slices.ContainsFunc(r.errs, result.IsMiss) {
			res.Warnings = r.unexpected(r.unused(res.Trace, c.Scripts()), false)
		}
		return res, nil
	}
	res.Status = result.StatusOK
	if r.answers != nil { // unused answers of the case are no mistake
		res.Warnings = few(append(r.unansweredTools(res.Trace), r.faults.Unmet()...))
	} else if s.Fed() { // the case's answers are unused
		res.Warnings = r.refused(res.Trace)
	} else {
		res.Warnings = r.unexpected(append(r.endedEarly(), r.warnings(res.Trace)...), true)
	}
	if ended != nil {
		res.Warnings = append(res.Warnings, ended.Error())
	}
	r.evaluate(ctx, res)
	return res, r.Prepared
}

// evaluate scores a finished case. An expectation about something that did not happen is a mistake of the case; if a
// server answers, it fails. If an embedding server gave no answer, nothing is scored.
func (r *caseRun) evaluate(ctx context.Context, res *result.Result) {
	scores, errs := r.suite.Evaluator().With(r.similarBy()).Evaluate(ctx, r.c, res.Trace)
	if r.answers != nil && result.Unanswered(errs) {
		res.Errors, res.Status = errs, result.StatusError
		return
	}
	res.Scores, res.Later = scores, score.LaterOf(r.c, res.Trace, scores)
	figures, err := res.Trace.Figures(r.suite.Pipeline())
	if err != nil {
		res.Errors, res.Status, res.Bug = append(res.Errors, err), result.StatusError, true
		return
	}
	res.Figures = figures
	res.Warnings = append(res.Warnings, append(r.undecided(scores), r.unjudged(scores)...)...)
	if len(errs) > 0 && (r.answers == nil || ctx.Err() != nil) {
		res.Errors, res.Status = errs, result.StatusError
		return
	}
	res.Failures = score.Failures(r.c, scores)
	for _, err := range errs {
		res.Failures = append(res.Failures, err.Error())
	}
	if len(res.Failures) > 0 {
		res.Status = result.StatusFailed
	}
}
