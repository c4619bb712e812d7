package run

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// checkLimits rejects limits that make no sense, and flags of shards without one.
func (o *runOptions) checkLimits() error {
	var errs []error
	if o.byTime != "" && o.part == "" {
		errs = append(errs, errors.New("--shard-by-time goes with --shard"))
	}
	if o.part != "" && o.resume != "" {
		errs = append(errs, errors.New("--resume excludes --shard: a shard goes on as the part that it is"))
	}
	if o.timeout < 0 {
		errs = append(errs, fmt.Errorf("--timeout: want a time above 0, got %s", o.timeout))
	}
	switch {
	case o.most < 0:
		errs = append(errs, fmt.Errorf("--max-failures: want 0 or more, got %d", o.most))
	case o.most > 0 && (o.several() || o.watch):
		errs = append(errs, errors.New("--max-failures excludes --watch and a second --model"))
	}
	return errors.Join(errs...)
}

// checkPart rejects flags that a shard cannot have.
func (o *runOptions) checkPart() error {
	var errs []error
	for _, f := range []struct {
		given     bool
		name, why string
	}{
		{len(o.gates)+len(o.noGates) > 0, "gate, --no-gate", "report merge judges; they are given to it"},
		{o.baseline != "", "baseline", "report merge judges; it is given to it"},
		{o.format == "json" || o.full || o.trace != "" || o.html != "", "format json, --full, --trace, --html",
			"report merge writes the report"},
		{o.noReport || o.demo, "no-report, --demo", "the cases are in its folder"},
		{o.failed, "failed", "other machines know of other runs"},
		{o.watch || o.twice || o.compare || o.several(), "watch, --twice, --compare, a second --model",
			"they look at whole runs"},
		{o.recordings != "", "recordings", "no server is asked"},
		{o.requests != "" || o.command != nil, "requests, -- COMMAND", "their cases are not known before"},
	} {
		if f.given {
			errs = append(errs, fmt.Errorf("--shard excludes --%s: %s", f.name, f.why))
		}
	}
	return errors.Join(errs...)
}

// openShard determines the part that runs: that of --shard, or that of the run to be continued.
func (a *app) openShard(ctx context.Context, p *project.Project, before *earlier, o *runOptions) (err error) {
	if before != nil && before.Shard != nil && o.resume != "" {
		o.part, o.byTime = before.Shard.String(), before.Shard.ByTime
	}
	if o.part == "" {
		return nil
	}
	if err := o.checkPart(); err != nil {
		return err
	}
	if o.shard, err = filter.ParseShard(o.part); err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	if o.resume == "" {
		err = stored.CheckShard(p.OnDisk(p.Reports), stored.Shard{K: o.shard.K, N: o.shard.N})
	}
	if o.byTime == "" || err != nil {
		return err
	}
	run, err := stored.Open(p.OnDisk(p.Reports), o.byTime)
	if err != nil {
		return fmt.Errorf("--shard-by-time: %w", err)
	}
	weights, err := run.Weights(ctx)
	o.byTime = run.Name
	o.shard.Balance(weights)
	return err
}

// checkDivided returns an error if the program of a suite is run by its own tests: they run all cases, or none.
func (o *runOptions) checkDivided(loaded []*project.Suite) error {
	for _, s := range loaded {
		if o.shard != nil && s.Tests() != nil {
			return fmt.Errorf("--shard: the suite %s is run by its program's own tests, which cannot be divided: let "+
				"another job run it, and name the suites of the shards with --suite", s.Name)
		}
	}
	return nil
}

// createFolder makes the folder of a new run, or of a shard.
func (a *app) createFolder(j *job, o runOptions, started time.Time) (*stored.Writer, error) {
	dir := j.project.OnDisk(j.project.Reports)
	if o.shard == nil {
		return stored.Create(dir, started)
	}
	return stored.CreateShard(dir, stored.Shard{K: o.shard.K, N: o.shard.N, ByTime: o.byTime}, j.before != nil)
}

// nameOf returns the name by which flags name the run of a folder.
func (o *runOptions) nameOf(w *stored.Writer, before *earlier) string {
	switch {
	case o.shard == nil:
		return w.Name
	case before.finished() != nil:
		return o.resume
	}
	return path.Join(stored.ShardsDir, w.Name)
}

// ofShard prints how a shard ended.
func (a *app) ofShard(j *job, o runOptions) console.Handler {
	return console.AtEnd(func(seen *overview.Overview) error {
		t := &seen.Total
		said := fmt.Sprintf("shard %s: %s", o.shard, wording.Number(t.Cases, "case"))
		for _, k := range []struct {
			n    int
			what string
		}{{t.Failed - t.Errors, "failing"}, {t.Errors, "in error"}, {t.Differing, "with other prompts than accepted"}} {
			if k.n > 0 {
				said += fmt.Sprintf(", %d %s", k.n, k.what)
			}
		}
		switch {
		case seen.Stopped != "":
			said = fmt.Sprintf("STOPPED: %s\n%s; it has not finished", seen.Stopped, said)
		case seen.Interrupted:
			said += "; INTERRUPTED: it has not finished"
		case seen.NoAnswer > 0:
			said += fmt.Sprintf("; nothing is judged\nnext: `beaver-eval run --resume %s` asks for the answers that are missing",
				j.name)
		default:
			said += fmt.Sprintf("; nothing is judged\nnext: with all %d in place, `beaver-eval report merge %s/*`",
				o.shard.N, path.Join(j.project.Reports, stored.ShardsDir))
		}
		_, err := fmt.Fprintln(a.Stdout, said)
		return errors.Join(err, a.Stdout.Flush())
	})
}

// errEnough ends a run in which as many cases as --max-failures says are not green.
var errEnough = errors.New("enough cases are not green")

// enough counts a case that has ended, and returns errEnough if it is the last that may fail.
func (p *playing) enough(red bool, sample int) error {
	if sample == 0 {
		p.cases++
	}
	if red {
		p.failures++
	}
	if red && p.failures == p.o.most {
		return errEnough
	}
	return nil
}

// codeOfEnough returns the exit code of a run that --max-failures stopped: for a shard, that it has not finished.
func (p *playing) codeOfEnough() int {
	if p.o.shard != nil {
		return console.Input
	}
	return console.Gate
}

// red returns a number that grows with each case that is not green.
func (p *playing) red() int { return p.told.Seen.Total.Failed + p.told.Seen.Total.Differing }

// sayEnough says what has not run.
func (p *playing) sayEnough(ctx context.Context) (string, error) {
	left := -p.cases
	for _, s := range p.suites {
		err := s.Sources().Each(ctx, func(src fixtures.Source) error {
			if p.options.Chooses(s.Name, src) {
				left++
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("--max-failures %d: %s not green, and %s not run", p.o.most,
		wording.Number(p.failures, "case")+" "+wording.Plural(p.failures, "is", "are"),
		wording.Number(left, "case")+" "+wording.Plural(left, "has", "have")), nil
}
