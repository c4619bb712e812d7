package review

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

func (a *app) newDiff() *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use:   "diff [CASE... | --base [REV] | --import FORMAT FILE]",
		Short: "Explain what changed in the prompts of the last run, by cause",
		Long: `diff reads the rows of the last run and prints what was edited against the goldens: one group for each cause (a define
of a template, a skill, a tool's schema, a key of the cases, the answers of a stage), however many calls it reaches, in
the order of reach. CASE is an id or a glob, also suite/id. accept --cause and reject --cause take the ids that it
prints. It needs no golden and writes nothing, so it works in CI too. Tokens are estimates. A - line is from the golden,
a + line was sent; blanks that differ are shown (· a space, → a tab, ¬ the end of a line).

A golden with a merge conflict is compared with both of its sides, ours and theirs, taken from git or, failing that,
from the conflict markers: its case runs for that, offline.

--format json: {groups: [{id, kind, source, define, path, line, change, title, moved: [{section, from, to, of,
behind_from, behind_to}], ranks: [{skill, entered, left, rose, fell}], entries: {before, after}, same_bytes,
hunks: [{before, after, above, below, line, calls}], edits, reach: [{stage, message, section, calls, cases}], stage,
calls, cases, tokens, first}], new, missing, forms}; before holds lines of the golden, after those that were sent. Where
goldens hold merge conflicts, there is also conflicted: {calls, cases, sides: [{side, label, groups}]}.

With --prompts A --prompts B it reads no run: the cases run with the templates of A and of B, offline, and their prompts
are compared. With one --prompts, the suites' own templates are A.

With --base REV it reads no run: the goldens of the work tree are compared with those of a git revision, at the commit
where HEAD and REV part, as in a pull request. It shows what was accepted, even when run is green. Cases whose goldens
differ run, offline, to find the causes; where a golden is not what a run sends, changes are grouped by section. --base
alone takes the base that CI names (GITHUB_BASE_REF, CI_MERGE_REQUEST_DIFF_BASE_SHA,
CI_MERGE_REQUEST_TARGET_BRANCH_NAME, CHANGE_TARGET, BITBUCKET_PR_DESTINATION_BRANCH). Name a CASE before --base: what
follows --base is REV.

With --import FORMAT FILE it reads a file with versions of a prompt and compares each with the one before it in the
file: all of them in short, or only the one at --at. The sections of such a prompt are its # and ## headings.

Exit code 1: something differs.

` + console.ExitHelp,
		Example: `  beaver-eval diff
  beaver-eval diff 'support/refund-*' --stage router
  beaver-eval diff --cause 5178f3e3          # one edit in full
  beaver-eval diff --format json | jq '.groups[] | {title, calls}'
  beaver-eval diff --format markdown > changes.md
  beaver-eval diff --prompts old/ --prompts new/   # two versions of the templates
  beaver-eval diff --base origin/main              # what this branch changes in the goldens
  beaver-eval diff --base --format markdown        # the same in CI, for a pull request
  beaver-eval diff --import openclaw-history openclaw.json --at 5d3af3bc62`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.diff(cmd.Context(), TakeBase(&o.base, args, a.Args), o)
		},
	}
	cmd.Flags().StringSliceVar(&o.causes, "cause", nil, "only the edit with this `id` (its first digits are enough)")
	cmd.Flags().StringSliceVar(&o.suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringSliceVar(&o.stages, "stage", nil, "only calls whose stage or path matches this `glob`")
	cmd.Flags().StringSliceVar(&o.sections, "section", nil, "only sections whose name matches this `glob`")
	cmd.Flags().StringVar(&o.run, "run", stored.LatestFile, "the `run`: a folder, its name below reports, or latest")
	cmd.Flags().StringArrayVar(&o.prompts, "prompts", nil,
		"compare the templates of this `folder` with another's; SYSTEM=folder: those of one system")
	BaseFlag(cmd, &o.base, "compare the goldens with those of this git `revision` (default: the base that CI names)")
	cmd.Flags().StringVar(&o.history, "import", "", "read versions of a prompt from a file of this `format`: "+
		strings.Join(goldens.HistoryFormats(), ", "))
	cmd.Flags().StringVar(&o.at, "at", "", "with --import: the version with this `id`, or the beginning of "+
		"it, and the one before")
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json, markdown or patch")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{"suite"}},
		chooseEdits(),
		console.Group{Title: "Compare", Flags: []string{"run", "base", "prompts", "import", "at"}},
		console.Group{Title: "Output", Flags: []string{"format"}},
	)
	return cmd
}

func (a *app) diff(ctx context.Context, cases []string, o diffOptions) error {
	if err := errors.Join(o.check(cases), console.CheckCases(cases)); err != nil {
		return err
	}
	if o.history != "" {
		return a.diffHistory(cases[0], o)
	}
	p, err := a.Project()
	if err != nil {
		return err
	}
	var found *changes.Changes
	switch {
	case o.base != "":
		found, err = a.compareBase(ctx, p, cases, o)
	case len(o.prompts) > 0:
		found, err = a.comparePrompts(ctx, p, cases, o)
	default:
		found, err = a.readChanges(ctx, p, cases, o)
	}
	if err != nil {
		return err
	}
	switch {
	case o.base != "":
		a.warnEdited(ctx, p, o.run, found.Base)
	case len(o.prompts) == 0:
		a.warnEdited(ctx, p, o.run, "HEAD")
	}
	return a.showChanges(found, o)
}

// readChanges reads the changes of a run. A name that is not in the run is bad input.
func (a *app) readChanges(ctx context.Context, p *project.Project, cases []string,
	o diffOptions) (*changes.Changes, error) {
	run, err := stored.Open(p.OnDisk(p.Reports), o.run)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", run)
	found := &changes.Changes{
		Choice: changes.Choice{Stages: o.stages, Sections: o.sections}, Counts: run.Info.TokenCounts,
	}
	named := (&filter.Cases{Names: cases}).Search()
	suites, stages, sections := filter.New(o.suites), filter.New(o.stages), filter.New(o.sections)
	conflicted := map[filter.CaseName]bool{}
	err = run.Cases(ctx, rows.With{Edits: true}, func(c *rows.Case) error {
		suites.See(c.Suite)
		if !filter.Matches(o.suites, c.Suite) {
			return nil
		}
		named.See(c.Suite, c.Case, c.Tags)
		if !filter.MatchesCase(cases, c.Suite, c.Case) {
			return nil
		}
		for _, change := range c.Changes {
			stages.See(change.Stage, change.Path)
		}
		if c.Sums.Conflicted > 0 {
			conflicted[filter.CaseName{Suite: c.Suite, ID: c.Case}] = true
		}
		for _, p := range c.Edits {
			stages.See(p.Stage, p.Path)
			sections.See(p.Section)
		}
		found.Add(c)
		return nil
	})
	if err == nil && len(conflicted) > 0 {
		err = a.compareSides(ctx, p, conflicted, found, sections)
	}
	found.List()
	return found, errors.Join(err, suites.Err("no suite of the run matches --suite"), named.Err("no case of the run"),
		stages.Err("no changed call of the run matches --stage"),
		sections.Err("no edited section matches --section"))
}
