package reviewing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// maxListed is how many accepted cases are named one by one.
const maxListed = 50

// acceptOptions are the flags of accept.
type acceptOptions struct {
	all    bool
	suites []string
	stages []string
	from   []string // folders of templates that run --prompts was given
}

// New returns the verbs that review changed prompts.
func New(shared *shell.App) []*cobra.Command {
	a := &app{shared}
	return []*cobra.Command{a.newAccept()}
}

func (a *app) newAccept() *cobra.Command {
	var o acceptOptions
	cmd := &cobra.Command{
		Use:   "accept [CASE...]",
		Short: "Take changed prompts as the new goldens",
		Long: `accept takes the changes that the last run kept next to the goldens: of all cases, of some (ids or
globs, also suite/id; * goes over the slashes of an id), or of some calls only. Prompts that are not accepted keep their old text and are reported again
by the next run. Changes whose case, templates or recording have changed since are refused. With --all alone, goldens,
request bodies (forms) and pending files that no suite claims are removed.

` + exit.Help,
		Example: `  beaver-eval accept --all
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts`,
		RunE: func(cmd *cobra.Command, cases []string) error {
			if err := o.check(cases); err != nil {
				return err
			}
			return a.accept(cmd.Context(), cases, o)
		},
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "take the changes of every case")
	cmd.Flags().StringSliceVar(&o.suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringSliceVar(&o.stages, "stage", nil, "only calls whose stage or path matches this `glob`")
	cmd.Flags().StringArrayVar(&o.from, "from", nil,
		"the `folder` of templates that run --prompts was given (may be repeated)")
	return cmd
}

// check reports what accept cannot be asked.
func (o acceptOptions) check(cases []string) error {
	if !o.all && len(cases) == 0 && len(o.stages) == 0 {
		return errors.New("accept: name a case, a --stage, or --all")
	}
	if o.all && len(cases) > 0 {
		return errors.New("accept: --all and names of cases exclude each other")
	}
	if slices.Contains(cases, "") {
		return errors.New("CASE: an empty value; leave it out, or say what it should be")
	}
	return errors.Join(filter.Check(o.stages), filter.Check(o.suites))
}

func (a *app) accept(ctx context.Context, cases []string, o acceptOptions) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	loaded, err := project.Load(ctx, p, a.Systems, o.suites, o.from...)
	if err != nil {
		return err
	}
	if err := a.SayPrompts(loaded); err != nil {
		return err
	}
	accepted, err := review.Accept(ctx, loaded, a.Systems, cases, o.stages)
	removed := 0
	if o.all && len(o.suites)+len(o.stages) == 0 {
		var failed error
		removed, failed = a.removeOrphans(ctx, p, loaded)
		err = errors.Join(err, failed)
	}
	a.printAccepted(accepted)
	if err == nil && len(accepted) == 0 && removed == 0 {
		return errors.New("nothing to accept: no pending changes match (run first)")
	}
	return err
}

// printAccepted names the cases that were accepted, when they are few, and counts them.
func (a *app) printAccepted(accepted []review.Accepted) {
	calls, cases := 0, 0
	for i, c := range accepted {
		calls += c.Calls
		// its forms follow its calls
		if i == 0 || c.Suite != accepted[i-1].Suite || c.Case != accepted[i-1].Case {
			cases++
		}
		if len(accepted) <= maxListed {
			fmt.Fprintln(a.Stdout, c)
		}
	}
	if len(accepted) > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s accepted\n", plural.Number(calls, "call"), plural.Number(cases, "case"))
	}
}

// removeOrphans takes away what no suite claims, and says how much it was.
func (a *app) removeOrphans(ctx context.Context, p *project.Project, loaded []*project.Suite) (int, error) {
	removed, err := review.RemoveOrphans(ctx, p, loaded, a.Systems)
	if len(removed) <= maxListed {
		for _, o := range removed {
			fmt.Fprintf(a.Stdout, "%s: removed, no suite claims it\n", printable.Line(o.File))
		}
	}
	if len(removed) > 0 {
		fmt.Fprintf(a.Stdout, "%s that no suite claims removed\n", plural.Number(len(removed), "file"))
	}
	return len(removed), err
}
