package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// maxListed is how many accepted cases are named one by one.
const maxListed = 50

func (a *app) newAccept() *cobra.Command {
	var all bool
	var suiteGlobs, stages []string
	var from []string
	cmd := &cobra.Command{
		Use:   "accept [CASE...]",
		Short: "Take changed prompts as the new goldens",
		Long: `accept takes the changes that the last run kept next to the goldens: of all cases, of some (ids or
globs, also suite/id), or of some calls only. Prompts that are not accepted keep their old text and are reported again
by the next run. Changes whose case, templates or recording have changed since are refused. With --all alone, goldens,
request bodies (forms) and pending files that no suite claims are removed.

` + exit.Help,
		Example: `  beaver-eval accept --all
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts`,
		RunE: func(cmd *cobra.Command, cases []string) error {
			if !all && len(cases) == 0 && len(stages) == 0 {
				return errors.New("accept: name a case, a --stage, or --all")
			}
			if all && len(cases) > 0 {
				return errors.New("accept: --all and names of cases exclude each other")
			}
			if err := errors.Join(filter.Check(cases), filter.Check(stages), filter.Check(suiteGlobs)); err != nil {
				return err
			}
			p, err := a.project()
			if err != nil {
				return err
			}
			loaded, err := project.Load(cmd.Context(), p, a.systems, suiteGlobs, from...)
			if err != nil {
				return err
			}
			if err := a.sayPrompts(loaded); err != nil {
				return err
			}
			accepted, err := review.Accept(cmd.Context(), loaded, a.systems, cases, stages)
			removed := 0
			if all && len(suiteGlobs)+len(stages) == 0 {
				var rerr error
				removed, rerr = a.removeOrphans(cmd.Context(), p, loaded)
				err = errors.Join(err, rerr)
			}
			calls, taken := 0, 0
			for i, c := range accepted {
				calls += c.Calls
				// its forms follow its calls
				if i == 0 || c.Suite != accepted[i-1].Suite || c.Case != accepted[i-1].Case {
					taken++
				}
				if len(accepted) <= maxListed {
					fmt.Fprintln(a.stdout, c)
				}
			}
			if err == nil && len(accepted) == 0 && removed == 0 {
				return errors.New("nothing to accept: no pending changes match (run first)")
			}
			if len(accepted) > 0 {
				fmt.Fprintf(a.stdout, "%s in %s accepted\n", plural.Number(calls, "call"), plural.Number(taken, "case"))
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "take the changes of every case")
	cmd.Flags().StringSliceVar(&suiteGlobs, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringSliceVar(&stages, "stage", nil, "only calls whose stage or path matches this `glob`")
	const fromUsage = "the `folder` of templates that run --prompts was given (may be repeated)"
	cmd.Flags().StringArrayVar(&from, "from", nil, fromUsage)
	return cmd
}

// removeOrphans takes away what no suite claims, and says how much it was.
func (a *app) removeOrphans(ctx context.Context, p *project.Project, loaded []*project.Suite) (int, error) {
	removed, err := review.RemoveOrphans(ctx, p, loaded, a.systems)
	if len(removed) <= maxListed {
		for _, o := range removed {
			fmt.Fprintf(a.stdout, "%s: removed, no suite claims it\n", printable.Line(o.File))
		}
	}
	if len(removed) > 0 {
		fmt.Fprintf(a.stdout, "%d files that no suite claims removed\n", len(removed))
	}
	return len(removed), err
}
