package run

import (
	"context"
	"errors"
	"fmt"

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
	errs := []error{o.checkDivisible("shard")}
	for _, f := range []struct {
		given     bool
		name, why string
	}{
		{len(o.gates)+len(o.noGates) > 0, "gate, --no-gate", "report merge judges; they are given to it"},
		{o.baseline != "", "baseline", "report merge judges; it is given to it"},
		{o.format == "json" || o.full || o.trace != "" || o.html != "", "format json, --full, --trace, --html",
			"report merge writes the report"},
	} {
		if f.given {
			errs = append(errs, fmt.Errorf("--shard excludes --%s: %s", f.name, f.why))
		}
	}
	return errors.Join(errs...)
}

// checkDivisible rejects flags that a run cannot have whose cases a flag divides.
func (o *runOptions) checkDivisible(by string) error {
	var errs []error
	for _, f := range []struct {
		given     bool
		name, why string
	}{
		{o.noReport || o.demo, "no-report, --demo", "the cases are in its folder"},
		{o.failed, "failed", "other machines know of other runs"},
		{o.watch || o.twice || o.compare || o.several(), "watch, --twice, --compare, a second --model",
			"they look at whole runs"},
		{o.recordings != "", "recordings", "no server is asked"},
		{o.requests != "" || o.command != nil, "requests, -- COMMAND", "their cases are not known before"},
	} {
		if f.given {
			errs = append(errs, fmt.Errorf("--%s excludes --%s: %s", by, f.name, f.why))
		}
	}
	return errors.Join(errs...)
}

// openShard determines the part that runs: that of --shard, or that of the run to be continued; nil: that is whole.
func (o *runOptions) openShard(ctx context.Context, p *project.Project, before *stored.Shard) (err error) {
	if before != nil {
		o.part, o.byTime = before.String(), before.ByTime
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
