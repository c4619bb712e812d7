package review

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

const requestsUsage = "the `file` of requests that run --requests was given"

// options are the flags of accept and of reject.
type options struct {
	all    bool
	suites []string
	stages []string
	from   []string // folders of templates of run --prompts

	causes   []string // ids of groups of edits
	sections []string
	dryRun   bool
	requests string // the file of run --requests

	keepAnswers bool // only of accept: keep stale answers of accepted calls
	conflicted  bool // only of accept: only goldens with a merge conflict
	pending     bool // only of accept: also changes shown only by earlier runs
	gone        bool // only of accept: remove unclaimed files, accept nothing
	rewrite     bool // only of accept: write goldens in the newest version of their format, accept nothing

	command []string // that drives an application, as for run; nil: none
}

// flags adds the flags of a verb for changes under review.
func (o *options) flags(cmd *cobra.Command, does string) {
	cmd.Flags().BoolVar(&o.all, "all", false, does+" the changes of every case")
	cmd.Flags().StringSliceVar(&o.causes, "cause", nil,
		"only the edit with this `id`, as run and diff name it (may be repeated; its first digits are enough)")
	cmd.Flags().StringSliceVar(&o.suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringSliceVar(&o.stages, "stage", nil, "only calls whose stage or path matches this `glob`")
	cmd.Flags().StringSliceVar(&o.sections, "section", nil, "only sections whose name matches this `glob`")
	cmd.Flags().StringArrayVar(&o.from, "from", nil,
		"the `folder` of templates that run --prompts was given (may be repeated)")
	cmd.Flags().Var(console.Once(&o.requests), "requests", requestsUsage)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "say what would be done, and write nothing")
}

// chooseEdits returns the group of the flags that choose single edits or calls.
func chooseEdits() console.Group {
	return console.Group{Title: "Choose edits", Flags: []string{"cause", "stage", "section"}}
}

// byEdit reports whether single edits are chosen, not whole calls.
func (o options) byEdit() bool { return len(o.causes)+len(o.sections) > 0 }

// newest reports whether only changes shown by the newest run are taken.
func (o options) newest() bool {
	return o.all && !o.pending && !o.byEdit() && len(o.suites)+len(o.stages) == 0
}

// alone reports whether nothing is chosen.
func (o options) alone(cases []string) bool {
	return !o.all && !o.conflicted && !o.byEdit() && len(cases)+len(o.stages) == 0
}

// bare reports whether no flag is set of those that choose what is taken, or say how.
func (o options) bare() bool {
	return o.alone(nil) && len(o.suites)+len(o.from)+len(o.command) == 0 && o.requests == "" && !o.pending &&
		!o.keepAnswers
}

// check reports combinations of flags that are invalid for both verbs.
func (o options) check(cases []string) error {
	if o.conflicted && (o.all || len(o.stages) > 0 || o.byEdit()) {
		return errors.New("--conflicted replaces whole goldens: it excludes --all, --stage, --cause and --section")
	}
	switch {
	case o.gone && (o.rewrite || !o.bare() || len(cases) > 0):
		return errors.New("--gone looks at the whole project: only --dry-run goes with it")
	case o.rewrite && !o.bare():
		return errors.New("--rewrite changes no prompt and runs nothing: only names of cases and --dry-run go with it")
	case o.gone:
		return nil
	case o.rewrite:
		return console.CheckCases(cases)
	}
	if o.pending && !o.all {
		return errors.New("--pending goes with --all: without --all, what earlier runs showed is taken anyway")
	}
	if o.requests != "" && o.command != nil {
		return errors.New("--requests and -- COMMAND exclude each other")
	}
	if o.alone(cases) {
		return errors.New("name a case, a --cause, a --stage, a --section, or --all")
	}
	if o.all && len(cases) > 0 {
		return errors.New("--all and names of cases exclude each other")
	}
	if err := console.CheckCases(cases); err != nil {
		return err
	}
	return errors.Join(console.CheckGlobs("--stage", o.stages), console.CheckGlobs("--suite", o.suites),
		console.CheckGlobs("--section", o.sections))
}

// work holds the project and suites in which changes are taken.
type work struct {
	project *project.Project
	suites  []*project.Suite
	failed  error // the failure of the command that has driven an application
}

// load loads the suites that the options name, with the templates that they name, and prints which those are. The log
// or command that replaced a suite's program is used again.
func (a *app) load(ctx context.Context, cases []string, o options) (*work, error) {
	p, err := a.Project()
	if err != nil {
		return nil, err
	}
	a.CheckOnly(p, filter.Cases{Names: cases})
	w := &work{project: p}
	if w.suites, err = project.Load(ctx, p, a.Systems, o.suites, o.from...); err != nil {
		return nil, err
	}
	if o.requests != "" {
		if _, err := a.FromLog(ctx, w.suites, o.requests); err != nil {
			return nil, err
		}
	}
	if err := a.SayPrompts(w.suites); err != nil {
		return nil, err
	}
	return w, a.drive(ctx, w, cases, o)
}

// drive lets the tests of applications show their prompts again: the command of the options, or those that suites name
// and whose changes wait.
func (a *app) drive(ctx context.Context, w *work, cases []string, o options) error {
	if o.command != nil {
		s, err := console.ToDrive(w.suites, false)
		if err == nil {
			_, w.failed, err = a.Drive(ctx, s, a.Command(o.command, ""), a.Uncompared)
		}
		return err
	}
	if o.requests != "" {
		return nil
	}
	for _, s := range w.suites {
		if s.Tests() == nil {
			continue
		}
		waits := false
		err := pending.Each(ctx, []*project.Suite{s}, cases, func(pending.Case) { waits = true })
		if err != nil || !waits { // an unreadable file is reported when it is taken
			continue
		}
		_, failed, err := a.Drive(ctx, s, a.Command(s.Tests(), w.project.Dir), a.Uncompared)
		if err != nil {
			return err
		}
		w.failed = errors.Join(w.failed, failed)
	}
	return nil
}

// done returns the words for what was, or would be, done.
func (o options) done(what string) string {
	if o.dryRun {
		return "would be " + what + " (--dry-run: nothing is written)"
	}
	return what
}
