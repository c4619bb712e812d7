package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// NewMerge returns the verb report merge.
func NewMerge(shared *console.App) *cobra.Command {
	a := &app{shared}
	var o runOptions
	o.flags(&cobra.Command{}) // the defaults
	cmd := &cobra.Command{
		Use:   "merge SHARD...",
		Short: "Make one run of its shards, and judge it",
		Long: `merge reads the folders that run --shard K/N has written, one for each K, and makes the run that they are
parts of: a new folder below reports, which reports/latest names, with the same tables, gates and output as if one
process had run all cases. Nothing runs, and no server is asked. The exit code is that of run.

It needs the project as it was in the shards, since it looks for goldens without a case, and this very build of the
program. If a shard is missing, has not finished, is there twice, or ran in another state, nothing is written, and the
error names it. Gates and the baseline are given here, not to the shards (docs/many-machines.md).

` + console.ExitHelp,
		Example: `  beaver-eval report merge reports/shards/*
  beaver-eval report merge shards/*/* --gate 'routing.accuracy >= 0.9'`,
		Args: func(_ *cobra.Command, folders []string) error {
			if len(folders) == 0 {
				return errors.New("merge needs the folders of the shards: `beaver-eval report merge reports/shards/*`")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, folders []string) error {
			return a.merge(cmd.Context(), o, folders, nil, time.Now())
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "table", "table or json")
	cmd.Flags().BoolVar(&o.full, "full", false, "print everything, as run --full does")
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print only the verdict and what to do next")
	cmd.Flags().StringVar(&o.trace, "trace", "",
		"write everything that happened to this `file`, as JSONL (- for standard output)")
	cmd.Flags().StringVar(&o.html, "html", "", "write the run as a page to this `file`")
	cmd.Flags().StringArrayVar(&o.gates, "gate", nil, "fail unless this `bound` holds (may be repeated)")
	cmd.Flags().StringSliceVar(&o.noGates, "no-gate", nil, "skip gates whose `name` matches this glob")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "the older `run` that gates compare with")
	return cmd
}

// merge makes the run, which began at started, of the folders of its shards, and of those that are lost.
func (a *app) merge(ctx context.Context, o runOptions, folders []string, lost map[int]string,
	started time.Time) (err error) {
	if o.merged, err = stored.OpenShards(folders, lost); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.merged.Close()) }()
	j, err := a.newJob(ctx, &o)
	defer j.release()
	if err == nil {
		err = j.checkMerged(ctx, o)
	}
	if err != nil {
		return err
	}
	return a.play(ctx, j, o, started)
}

// checkMerged returns an error unless each chosen case is in one shard.
func (j *job) checkMerged(ctx context.Context, o runOptions) error {
	var lost, twice []string
	options := runner.Options{Cases: j.choice.cases}
	repeat := 1
	if j.asking != nil {
		repeat = max(1, j.asking.answers.Repeat)
	}
	for _, s := range j.suites {
		err := s.Sources().Repeated(repeat).Each(ctx, func(src fixtures.Source) error {
			if !options.Chooses(s.Name, src) {
				return nil
			}
			name := fmt.Sprintf("%s (%s:%d)", s.Name, src.File, src.Line)
			switch folders := o.merged.Has(runner.KeyOf(s.Name, src)); {
			case len(folders) == 0 && j.lose(s.Name, src, o.merged):
			case len(folders) == 0 && !slices.Contains(lost, name):
				lost = append(lost, name)
			case len(folders) > 1 && !slices.Contains(twice, name):
				twice = append(twice, name+" in "+strings.Join(folders, " and "))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	var errs []error
	if len(lost) > 0 {
		errs = append(errs, fmt.Errorf("no shard has %s of: %s", wording.Number(len(lost), "case"),
			wording.Some(lost, maxNamed)))
	}
	if len(twice) > 0 {
		errs = append(errs, fmt.Errorf("several shards have a case: %s", wording.Some(twice, maxNamed)))
	}
	if errs != nil {
		errs = append(errs, errors.New("a journal is damaged, or the shards were divided in different ways: run "+
			"them again"))
	}
	return errors.Join(errs...)
}

// lose makes a case of a lost shard an error; it reports whether the case is of one.
func (j *job) lose(suite string, src fixtures.Source, merged *stored.Shards) bool {
	for k := range merged.Lost {
		of := runner.Options{Cases: j.choice.cases, Shard: &filter.Shard{K: k, N: merged.Parts[0].Shard.N}}
		if !of.Chooses(suite, src) {
			continue
		}
		id := fmt.Sprintf("%s:%d", src.File, src.Line)
		if h, err := src.Head(); err == nil {
			id = h.ID
		}
		merged.Lose(runner.KeyOf(suite, src), id, k)
		return true
	}
	return false
}
