package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// playing is a run in progress.
type playing struct {
	*job
	o          runOptions
	started    time.Time
	told       *console.Stream
	stages     *filter.Globs
	options    runner.Options
	recordings string           // folder for servers' answers; empty: none
	vectors    *live.Vectors    // from servers; nil: none
	ended      bool             // the handlers have its end
	seen       func(*rows.Case) // gets each finished case too; nil: nobody does
	counted    counted
}

// play runs the cases of a job, and passes them to handlers.
func (a *app) play(ctx context.Context, j *job, o runOptions, started time.Time) (err error) {
	if err := a.check(ctx, j); err != nil {
		return err
	}
	p, err := a.begin(ctx, j, o, started)
	defer func() { err = errors.Join(err, p.told.Close()); a.sayResume(j, err) }()
	if err != nil {
		return err
	}
	runErr := runner.Run(ctx, j.suites, a.Systems, p.options, p.take)
	err = a.end(ctx, p, runErr, j.asking.stopped())
	if p.ended && o.compare {
		err = a.compareRuns(ctx, []string{j.before.Name, j.name}, j, o, err)
	}
	if p.ended {
		err = a.addPage(ctx, j, o.html, err)
	}
	a.tidy(ctx, p)
	return err
}

// begin opens the handlers of a run. They are closed by the caller, even after an error.
func (a *app) begin(ctx context.Context, j *job, o runOptions, started time.Time) (p *playing, err error) {
	j.name = stored.RunName(started)
	p = &playing{job: j, o: o, started: started, stages: filter.New(o.Stages),
		counted: counted{most: o.most}, told: &console.Stream{Seen: overview.New(j.gates.baseline)}}
	p.told.Seen.Untested = overview.Untested{Looked: o.asksItself(), LeftOut: j.lost, NotDriven: j.left.goldens}
	if p.recordings, err = a.addHandlers(ctx, p.told, j, o, started); err != nil {
		return p, err
	}
	p.options, p.vectors = a.options(p.told.Seen, j, o, p.recordings)
	p.options.Now = started
	return p, nil
}

// take passes a finished case to the handlers.
func (p *playing) take(r *result.Result) error {
	if live.Cut(r.Errors) { // as if it had not run
		return p.asking.stopped()
	}
	runner.SeeCalls(p.stages, r)
	c := rows.NewCase(r)
	if p.seen != nil {
		p.seen(c)
	}
	before := p.red()
	if err := p.told.Case(c); err != nil || r.Status == result.StatusOrphan {
		return err
	}
	return p.counted.add(p.red() > before && !r.Resumed, r.Sample)
}

// red returns a number that grows with each case that is not green.
func (p *playing) red() int { return p.told.Seen.Total.Failed + p.told.Seen.Total.Differing }

// end judges a run that has ended with runErr, and passes its end to the handlers. gone is why calls to servers have
// stopped; nil: they have not. It returns the error with the exit code.
func (a *app) end(ctx context.Context, p *playing, runErr, gone error) (err error) {
	if gone != nil && (runErr == nil || live.Cut([]error{runErr})) {
		p.told.Seen.Stopped, runErr = a.Screen.Mask(gone.Error()), nil
	}
	enough := errors.Is(runErr, errEnough)
	if enough {
		runErr = nil
	}
	if p.vectors != nil && p.recordings != "" {
		runErr = errors.Join(runErr, p.vectors.Each(func(s *project.Suite, all *model.Embeddings, _ int) error {
			return (&live.Folder{Dir: p.recordings}).KeepEmbeddings(s.Name, all)
		}))
	}
	if _, ofFile := errors.AsType[*pipeline.FileError](runErr); ofFile { // no bug, and no case's error
		return runErr
	}
	if runErr != nil && !errors.Is(runErr, context.Canceled) {
		return console.Fault(runErr)
	}
	judging := ctx
	if runErr != nil { // interrupted: prints the results so far
		judging = context.WithoutCancel(ctx)
	}
	seen := p.told.Seen
	if runErr == nil && !enough {
		a.findEdited(ctx, p.job, p.o, seen)
	}
	switch err := p.gates.judge(judging, seen, p.before.took()+time.Since(p.started)); {
	case errors.Is(err, context.Canceled):
		runErr = err
	case err != nil:
		return console.Fault(err)
	}
	v := verdict(seen, p.stages, runErr)
	if enough {
		if seen.Stopped, err = p.counted.say(judging, p.suites, p.options); err != nil {
			return console.Fault(err)
		}
		if v == nil {
			v = &console.Error{Code: console.Gate}
		}
	}
	if p.o.shard != nil {
		v = ofShard(seen, runErr)
	}
	seen.Exit, seen.Interrupted = console.ExitCode(v), errors.Is(v, context.Canceled) || seen.Stopped != ""
	p.ended = true
	if !p.aside && !p.o.quiet {
		a.TellServers()
	}
	if err := p.told.End(); err != nil {
		return console.Fault(err)
	}
	a.SayEdited(seen.Edited.Unreached)
	return v
}

// options returns the options of the run, which pass more than results to seen. vectors are those from servers; nil:
// none.
func (a *app) options(seen *overview.Overview, j *job, o runOptions, recordings string) (
	options runner.Options, vectors *live.Vectors) {
	options = runner.Options{
		Finished: j.before.ran(), Again: o.merged != nil, Shard: o.shard, Timeout: o.timeout,
		Cases: j.choice.cases, Stages: o.Stages, Workers: j.asking.workers(o), Compare: true,
		Keep: a.shownBy(j, o), Exchange: a.Exchange,
	}
	if j.asking != nil {
		options.Repeat = j.asking.answers.Repeat
		if o.merged != nil {
			return options, nil
		}
		options.Answerer = j.asking.answerer(recordings)
		options.Embedder, vectors = j.asking.vectors()
		return options, vectors
	}
	if o.requests == "" {
		kept := a.KeptCells(j.kept)
		if o.watch {
			kept = kept.ReadOnly()
		}
		options.Cells = cells(a.Exchange, o.Stages, kept)
	}
	if o.Whole() && j.choice.cases.All() && j.wrong == nil && o.shard == nil {
		options.LeftOut, options.Orphan = j.left.suites, seen.Orphans.Add
		seen.Orphans.Looked = true
	}
	options.FromLogs = func(s *project.Suite, n int) {
		seen.Untested.Add(stored.NotDriven{Suite: s.Name, Goldens: n, Elsewhere: s.DrivenElsewhere()})
	}
	return options, nil
}

// tidy finishes a run that has ended: it removes old runs, and records the run that shows its changes.
func (a *app) tidy(ctx context.Context, p *playing) {
	p.kept.Trim()
	if !p.ended {
		return
	}
	if !p.o.noReport {
		a.dropOldRuns(p.job)
	}
	pending := p.told.Seen.Total.Pending > 0
	if p.options.Keep != nil {
		a.noteShown(p.job, pending)
	}
	if a.Kept || pending {
		a.AddGitLines(ctx, p.project, "run", p.ci)
	}
}

// shownBy returns the run that keeps changes for review; nil: it keeps none.
func (a *app) shownBy(j *job, o runOptions) *goldens.Run {
	if j.ci || j.project.Dir == "" || j.asking != nil || o.shard != nil {
		return nil
	}
	run := &goldens.Run{Name: j.name, Build: console.Build(), Requests: a.Screen.Mask(o.requests)}
	for _, arg := range o.command {
		run.Command = append(run.Command, strings.ToValidUTF8(a.Screen.Mask(arg), "\uFFFD"))
	}
	return run
}

// noteShown records this as the newest run that has shown its changes. Failure is no error of the run.
func (a *app) noteShown(j *job, left bool) {
	err := stored.NoteShown(j.project.OnDisk(j.project.Reports), j.name, left, j.before.finished() != nil)
	if err != nil && !stored.ReadOnly(err) {
		fmt.Fprintf(a.Stderr, "beaver-eval: accept --all may take this run for an older one: %v\n", err)
	}
}

// ofShard returns the error with the exit code of a shard: that says only whether all of its cases ran.
func ofShard(seen *overview.Overview, runErr error) error {
	if runErr == nil && seen.Stopped != "" {
		return &console.Error{Code: console.Input}
	}
	return runErr
}

// verdict returns the error with the run's exit code.
func verdict(seen *overview.Overview, stages *filter.Globs, runErr error) error {
	t := seen.Total
	switch {
	case errors.Is(runErr, context.Canceled):
		return runErr
	case t.Bugs > 0:
		return &console.Error{Code: console.Harness}
	case t.Errors > 0, seen.Stopped != "":
		return &console.Error{Code: console.Input}
	case seen.Empty() && len(seen.Untested.NotDriven) == 0:
		return errors.New("no case matches")
	case !stages.Done():
		return stages.Err("no call matches --stage")
	case seen.Failing():
		return &console.Error{Code: console.Gate}
	}
	return nil
}
