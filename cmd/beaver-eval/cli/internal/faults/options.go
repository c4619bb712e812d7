package faults

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// options are the flags of faults.
type options struct {
	console.Filters
	faults   []string
	all      bool
	seed     uint64
	cell     string
	realTime bool
	workers  int
	format   string
	noReport bool
	noCache  bool
	vectors  string

	declared  bool
	otherwise string // file of answers by stage

	// of applications
	turnLimit time.Duration
	full      bool
}

func (o *options) flags(cmd *cobra.Command) {
	o.Filters.Flags(cmd)
	cmd.Flags().StringSliceVar(&o.faults, "fault", nil,
		"only faults whose name matches this `glob` (may be repeated)")
	cmd.Flags().BoolVar(&o.all, "all", false, "all stages and faults, whatever the matrix of a suite says")
	cmd.Flags().Uint64Var(&o.seed, "seed", faults.DefaultSeed,
		"the `number` that all random choices are made from")
	cmd.Flags().StringVar(&o.cell, "cell", "", "only this `cell`, PATH:FAULT:POLICY, with everything that "+
		"happened in it")
	cmd.Flags().BoolVar(&o.realTime, "real-time", false,
		"really wait for deadlines, instead of moving the clock")
	cmd.Flags().IntVar(&o.workers, "workers", 0, "how many cases run in parallel (default: one for each processor)")
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json or markdown")
	cmd.Flags().BoolVar(&o.noReport, "no-report", false, "do not write faults.parquet into the folder of reports")
	cmd.Flags().BoolVar(&o.noCache, "no-cache", false, console.NoCacheHelp)
	cmd.Flags().DurationVar(&o.turnLimit, "turn-limit", faults.DefaultAppLimit,
		"how long a turn of an application may take, unless its suite says less")
	cmd.Flags().BoolVar(&o.full, "full", false,
		"print all cells of applications that are not as intended (default: the first 20)")
	cmd.Flags().BoolVar(&o.declared, "declared", false,
		"make every call fail, and compare what follows with what its stage declares")
	cmd.Flags().StringVar(&o.otherwise, "otherwise", "",
		"with --declared: a `file` of answers by stage, for calls that nothing else answers")
	cmd.Flags().StringVar(&o.vectors, "vectors", "",
		"measure the reply policies on the malformed answers of this `file`, and run no case")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{"suite", "case", "tag", console.KeywordFlag, "stage"}},
		console.Group{Title: "Choose faults", Flags: []string{"fault", "all", "cell", "seed", "real-time",
			"turn-limit", "no-cache"}},
		console.Group{Title: "Compare", Flags: []string{"declared", "otherwise", "vectors"}},
		console.Group{Title: "Output", Flags: []string{"format", "full", "no-report"}},
	)
}

func (o *options) check(cmd *cobra.Command) error {
	if o.workers < 0 {
		return fmt.Errorf("--workers: want 0 or more, got %d", o.workers)
	}
	if o.turnLimit <= 0 {
		return fmt.Errorf("--turn-limit: want how long a turn may take, such as 10s, got %v", o.turnLimit)
	}
	if o.vectors != "" {
		for _, flag := range []string{
			"suite", "case", "tag", console.KeywordFlag, "stage", "fault", "all", "seed", "cell", "real-time",
			"workers", "no-report", "turn-limit", "full", "no-cache",
		} {
			if cmd.Flags().Changed(flag) {
				return fmt.Errorf("--%s: --vectors runs no case", flag)
			}
		}
	}
	if err := errors.Join(o.checkDeclared(cmd), o.checkCell()); err != nil {
		return err
	}
	return errors.Join(o.Filters.Check(), project.CheckFaultGlobs(o.faults),
		console.OneOf("--format", o.format, "table", "json", "markdown"))
}

// checkCell rejects a cell with a fault's former name.
func (o *options) checkCell() error {
	for part := range strings.SplitSeq(o.cell, ":") {
		if now, renamed := fault.Renamed(part); renamed {
			return fmt.Errorf("--cell: the fault %q is called %s now", part, now)
		}
	}
	return nil
}

// checkDeclared rejects flags that have no effect with --declared, or without it.
func (o *options) checkDeclared(cmd *cobra.Command) error {
	if !o.declared {
		if cmd.Flags().Changed("otherwise") {
			return errors.New("--otherwise: only with --declared")
		}
		return nil
	}
	for _, flag := range []string{
		"fault", "all", "seed", "cell", "real-time", "no-report", "turn-limit", "full", "vectors",
	} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: --declared makes every call fail for each reason of its stage", flag)
		}
	}
	return console.OneOf("--declared --format", o.format, "table", "json")
}
