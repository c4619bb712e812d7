package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cost"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

type reportCostOptions struct {
	console.Filters
	run      string
	base     string
	baseline string
	provider string
	format   string
}

func (a *reportApp) newReportCost() *cobra.Command {
	var o reportCostOptions
	cmd := &cobra.Command{
		Use:   "cost [CASE…]",
		Short: "Print what the prompts of an earlier run cost, and what breaks their prefix",
		Long: `cost prints, for each stage, how much of its prompts a provider's cache keeps, since an earlier call of the
same case begins with it, and how much it could keep; then the places at which prompts stop being like the earlier one,
with their template, and what it would save to move them to the end. It asks nobody: the figures come from the rows of a run.

--provider names the rules of a cache (docs/providers-cache.md); without it those of the suite's prices count, and
none where it has none. --baseline shows beside each stage what another run kept, and --base what the goldens of a git
revision keep, at the commit where HEAD and REV part, for the cases of the run: see diff --help for its value. Goldens do
not know the sources of their texts, so the base has neither a ceiling nor culprits. Gates know the figures as
prefix.share, prefix.ceiling and prefix.breaks (docs/cost.md).

--format json: {stages: [{system, stage, calls, again, share, ceiling, breaks, tokens, uncached, money}], total,
culprits: [{source, line, section, system, stage, why, text, calls, bytes_before, bytes_behind, calls_if_last,
tokens_if_last}]}; with --baseline or --base also baseline, with its run or commit, stages and total, and differences:
[{system, stage, share, breaks, tokens, uncached, money}], now less before, null where one of both has no value.

` + console.ExitHelp,
		Example: `  beaver-eval report cost
  beaver-eval report cost --suite alfred --provider openai
  beaver-eval report cost --baseline 20261121-181233-ab12 --format markdown
  beaver-eval report cost --base origin/main
  beaver-eval report cost --format json | jq '.culprits[0]'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Names = review.TakeBase(&o.base, args, a.Args)
			return a.reportCost(cmd.Context(), o)
		},
	}
	o.ChoiceFlags(cmd)
	o.StageFlag(cmd)
	cmd.Flags().StringVar(&o.run, "run", stored.LatestFile, "the `run`: its name, a folder, or latest")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "compare with this `run`")
	review.BaseFlag(cmd, &o.base, "compare with the goldens of this git `revision` (default: the base that CI names)")
	cmd.Flags().StringVar(&o.provider, "provider", "",
		"count by the rules of this `provider`: "+strings.Join(bill.Providers(), ", "))
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json or markdown")
	return cmd
}

func (a *reportApp) reportCost(ctx context.Context, o reportCostOptions) error {
	err := errors.Join(o.Check(), console.CheckCases(o.Names),
		console.OneOf("--format", o.format, "table", "json", "markdown"),
		console.OneOf("--provider", cmp.Or(o.provider, bill.None), bill.Providers()...))
	if o.base != "" && o.baseline != "" {
		err = errors.Join(err, errors.New("--base excludes --baseline"))
	}
	if err != nil {
		return err
	}
	now, before, err := a.costs(ctx, o)
	if err != nil {
		return err
	}
	switch o.format {
	case "json":
		return console.Fault(now.WriteJSON(a.Data, before))
	case "markdown":
		return console.Fault(now.WriteMarkdown(a.Stdout, before))
	}
	return console.Fault(now.WriteTable(a.Stdout, a.Columns(a.Stdout.W), before))
}

// costs returns the cost of a run's prompts, and that of what they are compared with; nil: nothing.
func (a *reportApp) costs(ctx context.Context, o reportCostOptions) (now *cost.Report, before *cost.Before, err error) {
	p, err := a.Project()
	if err != nil {
		return nil, nil, err
	}
	prices, broken, err := project.Prices(p, a.Systems)
	if err != nil {
		return nil, nil, err
	}
	counted := func(*rows.Case) error { return nil }
	var base *costBase
	if o.base != "" {
		goldens, err := review.OpenBase(ctx, a.App, p, o.base)
		if err != nil {
			return nil, nil, err
		}
		defer goldens.Close()
		base = &costBase{goldens: goldens, of: cost.New(o.provider, prices), choice: stored.Selection{Filter: o.Filter}}
		counted = base.add
	}
	of := func(name string) (*cost.Report, string, error) {
		all := cost.New(o.provider, prices)
		run, err := a.costOf(ctx, name, o, func(c *rows.Case) error {
			all.Case(c)
			return errors.Join(broken[c.Suite], counted(c))
		})
		report := all.Report()
		return &report, run, err
	}
	if now, _, err = of(o.run); err != nil {
		return nil, nil, err
	}
	switch {
	case base != nil:
		before = base.before()
		if base.without > 0 {
			fmt.Fprintf(a.Stderr, "beaver-eval: %s of the run had no golden then\n",
				wording.Number(base.without, "case"))
		}
		if base.unkept > 0 {
			fmt.Fprintf(a.Stderr, "beaver-eval: %s of the run: what they cost then is not counted; the packed goldens "+
				"keep no old text of their calls\n", wording.Number(base.unkept, "case"))
		}
	case o.baseline != "":
		report, name, err := of(o.baseline)
		if err != nil {
			return nil, nil, err
		}
		before = &cost.Before{Run: name, Stages: report.Stages, Total: report.Total, Culprits: report.Culprits}
	}
	return now, before, nil
}

// costOf passes on the selected cases of a run, and returns the run's name.
func (a *reportApp) costOf(ctx context.Context, name string, o reportCostOptions,
	take func(*rows.Case) error) (string, error) {
	run, err := a.openRun(name)
	if err != nil {
		return "", err
	}
	return run.Name, eachSelected(ctx, run, stored.Selection{Filter: o.Filter}, rows.With{Calls: true}, take)
}
