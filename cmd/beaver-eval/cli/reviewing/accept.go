package reviewing

import (
	"context"
	"errors"
	"fmt"

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

	causes   []string // ids of groups of edits
	sections []string
	dryRun   bool
}

// New returns the verbs that review changed prompts.
func New(shared *shell.App) []*cobra.Command {
	a := &app{shared}
	return []*cobra.Command{a.newAccept(), a.newReject()}
}

func (a *app) newAccept() *cobra.Command {
	var o acceptOptions
	cmd := &cobra.Command{
		Use:   "accept [CASE...]",
		Short: "Take changed prompts as the new goldens",
		Long: `accept takes the changes that the last run kept next to the goldens: of all cases, of some (ids or
globs, also suite/id), or of some calls only. Prompts that are not accepted keep their old text and are reported again
by the next run. Changes whose case, templates or recording have changed since are refused. With --all alone, goldens,
request bodies (forms) and pending files that no suite claims are removed.

--cause and --section take single edits of calls: the golden gets these words and keeps its others, and what is left
stays under review. The cases with changes run again for that, offline, since a golden does not know where its texts
are from; the request bodies (forms) of their cases are written anew.

` + exit.Help,
		Example: `  beaver-eval accept --all
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --cause 3f2a --dry-run  # one edit, wherever it reaches: what would be taken
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts`,
		RunE: func(cmd *cobra.Command, cases []string) error {
			if err := o.check(cases); err != nil {
				return fmt.Errorf("accept: %w", err)
			}
			return a.accept(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "take")
	return cmd
}

// flags are those of a verb that does something with changes under review.
func (o *acceptOptions) flags(cmd *cobra.Command, does string) {
	cmd.Flags().BoolVar(&o.all, "all", false, does+" the changes of every case")
	cmd.Flags().StringSliceVar(&o.causes, "cause", nil,
		"only the edit with this `id`, as run and diff name it (may be repeated; its first digits are enough)")
	cmd.Flags().StringSliceVar(&o.suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringSliceVar(&o.stages, "stage", nil, "only calls whose stage or path matches this `glob`")
	cmd.Flags().StringSliceVar(&o.sections, "section", nil, "only sections whose name matches this `glob`")
	cmd.Flags().StringArrayVar(&o.from, "from", nil,
		"the `folder` of templates that run --prompts was given (may be repeated)")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what would be done, and write nothing")
}

// byEdit reports whether single edits are chosen, not whole calls.
func (o acceptOptions) byEdit() bool { return len(o.causes)+len(o.sections) > 0 }

// check reports what accept cannot be asked.
func (o acceptOptions) check(cases []string) error {
	if !o.all && len(cases)+len(o.stages) == 0 && !o.byEdit() {
		return errors.New("name a case, a --cause, a --stage, a --section, or --all")
	}
	if o.all && len(cases) > 0 {
		return errors.New("--all and names of cases exclude each other")
	}
	return errors.Join(filter.Check(cases), filter.Check(o.stages), filter.Check(o.suites), filter.Check(o.sections))
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
	if o.byEdit() {
		return a.takeEdits(ctx, loaded, cases, o, false)
	}
	accepted, err := review.Accept(ctx, loaded, a.Systems, cases, o.stages, o.dryRun)
	removed := 0
	if o.all && len(o.suites)+len(o.stages) == 0 && !o.dryRun {
		var failed error
		removed, failed = a.removeOrphans(ctx, p, loaded)
		err = errors.Join(err, failed)
	}
	a.printTaken(accepted, o.done("accepted"))
	if err == nil && len(accepted) == 0 && removed == 0 {
		return errors.New("nothing to accept: no pending changes match (run first)")
	}
	return err
}

// done says what was done, or would be.
func (o acceptOptions) done(what string) string {
	if o.dryRun {
		return "would be " + what + " (--dry-run: nothing is written)"
	}
	return what
}

// printTaken names the cases of which changes were taken, when they are few, and counts them.
func (a *app) printTaken(accepted []review.Accepted, done string) {
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
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", plural.Number(calls, "call"), plural.Number(cases, "case"), done)
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
