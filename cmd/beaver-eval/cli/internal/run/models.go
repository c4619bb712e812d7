package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// playModels asks each model about a case before the next case, in a run of its own, and compares the runs.
func (a *app) playModels(ctx context.Context, j *job, o runOptions, started time.Time) (err error) {
	jobs, err := a.jobOfEach(ctx, j, o)
	if err != nil {
		return err
	}
	for _, of := range jobs {
		if err := errors.Join(of.gates.checkUntil(o), a.check(ctx, of)); err != nil {
			return err
		}
	}
	var runs []*playing
	defer func() {
		for _, p := range runs {
			err = errors.Join(err, p.told.Close())
		}
	}()
	var parts []runner.Part
	for i, of := range jobs {
		o.Model = o.models[i]
		p, err := a.begin(ctx, of, o, started)
		runs = append(runs, p)
		if err == nil && of.unkept {
			err = errors.New("a second --model: the runs are compared as they are stored, which is not possible here")
		}
		if err != nil {
			return err
		}
		p.options.Workers = max(p.options.Workers, runs[0].options.Workers)
		parts = append(parts, runner.Part{Options: p.options, Sink: p.take})
	}
	if o.until == "" {
		const next = "continue each run by itself, then compare them: `beaver-eval compare A B`"
		return a.endModels(ctx, runs, runner.InTurn(ctx, j.suites, a.Systems, parts), func() string { return next })
	}
	d := a.until(runs, o)
	return a.endModels(ctx, runs, d.run(ctx, a, j, parts), d.next)
}

// jobOfEach returns a job for each model. Models on servers of one kind share these, so that none gets more calls at a
// time than --parallel says.
func (a *app) jobOfEach(ctx context.Context, j *job, o runOptions) ([]*job, error) {
	servers := map[bool]*console.Servers{o.SpeaksOpenAI(o.models[0]): j.asking.servers}
	var jobs []*job
	for i, name := range o.models {
		of := *j
		o.Model = name
		if i > 0 {
			var err error
			if of.asking, err = a.openAsking(nil, o); err != nil {
				return nil, err
			}
			if of.gates, err = a.openGates(ctx, j.project, j.suites, j.left.goldens, o, j.ci); err != nil {
				return nil, err
			}
			kind := o.SpeaksOpenAI(name)
			if servers[kind] == nil {
				servers[kind] = of.asking.servers
			}
			of.asking.servers = servers[kind]
		}
		of.aside = i < len(o.models)-1
		of.also = []console.Handler{console.AtEnd(func(*overview.Overview) error { return a.head(i, name, o) })}
		jobs = append(jobs, &of)
	}
	return jobs, nil
}

// head prints whose report follows.
func (a *app) head(i int, name string, o runOptions) error {
	if o.format == "json" {
		return nil
	}
	if i > 0 {
		fmt.Fprintln(a.Stdout)
	}
	fmt.Fprintf(a.Stdout, "%s:\n", name)
	return a.Stdout.Flush()
}

// endModels ends the runs of several models, and compares them. next says how runs go on that were interrupted. The
// highest exit code wins.
func (a *app) endModels(ctx context.Context, runs []*playing, runErr error, next func() string) error {
	var gone error
	for _, p := range runs {
		if gone == nil {
			gone = p.asking.stopped()
		}
	}
	var worst error
	var names []string
	whole, unfinished := true, false
	for _, p := range runs {
		if err := a.end(ctx, p, runErr, gone); console.ExitCode(err) > console.ExitCode(worst) {
			worst = err
		}
		names, whole = append(names, p.name), whole && p.ended
		unfinished = unfinished || p.told.Seen.Interrupted || p.told.Seen.NoAnswer > 0
	}
	if whole {
		last := runs[len(runs)-1]
		worst = a.compareRuns(ctx, names, last.job, last.o, worst)
		worst = a.addPage(ctx, last.job, last.o.html, worst)
	}
	if whole && unfinished && runs[0].o.format != "json" {
		fmt.Fprintln(a.Stdout, "next: "+next())
	}
	for _, p := range runs {
		a.tidy(ctx, p)
	}
	return worst
}
