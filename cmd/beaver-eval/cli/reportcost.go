package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/cost"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

type reportCostOptions struct {
	console.Filters
	run      string
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
none where it has none. --baseline shows beside each share that of another run. Gates know the figures as prefix.share,
prefix.ceiling and prefix.breaks (docs/cost.md).

` + console.ExitHelp,
		Example: `  beaver-eval report cost
  beaver-eval report cost --suite alfred --provider openai
  beaver-eval report cost --baseline 20261121-181233-ab12 --format markdown
  beaver-eval report cost --format json | jq '.culprits[0]'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Names = args
			return a.reportCost(cmd.Context(), o)
		},
	}
	o.ChoiceFlags(cmd)
	o.StageFlag(cmd)
	cmd.Flags().StringVar(&o.run, "run", stored.LatestFile, "the `run`: its name, a folder, or latest")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "compare with this `run`")
	cmd.Flags().StringVar(&o.provider, "provider", "",
		"count by the rules of this `provider`: "+strings.Join(bill.Providers(), ", "))
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json or markdown")
	return cmd
}

func (a *reportApp) reportCost(ctx context.Context, o reportCostOptions) error {
	err := errors.Join(o.Check(), console.CheckCases(o.Names),
		console.OneOf("--format", o.format, "table", "json", "markdown"),
		console.OneOf("--provider", cmp.Or(o.provider, bill.None), bill.Providers()...))
	if err != nil {
		return err
	}
	prices, err := a.prices(ctx)
	if err != nil {
		return err
	}
	now, _, err := a.costOf(ctx, o.run, prices, o)
	if err != nil {
		return err
	}
	var before *cost.Before
	if o.baseline != "" {
		report, name, err := a.costOf(ctx, o.baseline, prices, o)
		if err != nil {
			return err
		}
		before = &cost.Before{Name: name, Report: *report}
	}
	switch o.format {
	case "json":
		return console.Fault(now.WriteJSON(a.Data, before))
	case "markdown":
		return console.Fault(now.WriteMarkdown(a.Stdout, before))
	}
	return console.Fault(now.WriteTable(a.Stdout, a.Columns(a.Stdout.W), before))
}

// costOf returns the cost of a run's prompts, and the run's name.
func (a *reportApp) costOf(ctx context.Context, name string, prices map[string]*score.PriceList,
	o reportCostOptions) (*cost.Report, string, error) {
	run, err := a.openRun(name)
	if err != nil {
		return nil, "", err
	}
	all := cost.New(o.provider, prices)
	err = eachSelected(ctx, run, stored.Selection{Filter: o.Filter}, rows.With{Calls: true}, func(c *rows.Case) error {
		all.Case(c)
		return nil
	})
	report := all.Report()
	return &report, run.Name, err
}

// prices returns the prices of the project's suites, by suite.
func (a *reportApp) prices(ctx context.Context) (map[string]*score.PriceList, error) {
	p, err := a.Project()
	if err != nil {
		return nil, err
	}
	suites, err := project.Load(ctx, p, a.Systems, nil)
	if err != nil {
		return nil, err
	}
	prices := map[string]*score.PriceList{}
	for _, s := range suites {
		prices[s.Name] = s.Prices
	}
	return prices, nil
}
