package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// choose finds the cases with changes to take.
func (a *app) choose(ctx context.Context, w *work, cases []string, o options) (*pending.Chosen, error) {
	c := pending.Choice{Cases: cases, Stages: o.stages, Conflicted: o.conflicted, Instead: a.instead(o)}
	if c.Newest = o.newest(); c.Newest {
		var err error
		dir := w.project.OnDisk(w.project.Reports)
		if c.Noted, err = stored.LastShown(dir); err != nil {
			return nil, err
		}
		c.Beside = func(newest string) (map[string]bool, error) { return stored.Sessions(dir, newest) }
	}
	return pending.Choose(ctx, w.suites, slices.Sorted(maps.Keys(a.Systems)), c)
}

// instead returns what replaces the program of a suite; nil: nothing.
func (a *app) instead(o options) *goldens.Run {
	if o.requests == "" && o.command == nil {
		return nil
	}
	return &goldens.Run{Requests: a.Screen.Mask(o.requests), Command: o.command}
}

// needs returns the error for suites whose program was replaced by a log or a command: only that knows the current
// requests. It has the right command line.
func needs(chosen *pending.Chosen, verb string, cases []string, o options) error {
	var errs []error
	for _, n := range chosen.Needs {
		if n.Requests == "" && len(n.Command) == 0 {
			errs = append(errs, fmt.Errorf("%s: the prompts come from the application's own tests, which have to run "+
				"again: let them accept (`pytest --beaver-accept`, BEAVER_EVAL_ACCEPT=1 for vitest), name them in the "+
				"suite (app: {tests: [COMMAND]}), or give them: `%s`", n.Suite, printable.Line("beaver-eval "+verb+
				o.line(cases)+" --suite "+console.Quoted(n.Suite)+" -- COMMAND")))
			continue
		}
		by, tail := "a log of requests", " --requests "+console.Quoted(n.Requests)
		if len(n.Command) > 0 {
			by, tail = "a command", " --"
			for _, arg := range n.Command {
				tail += " " + console.Quoted(arg)
			}
		}
		errs = append(errs, fmt.Errorf("%s: the prompts come from %s, so it has to be given again: `%s`", n.Suite, by,
			printable.Line("beaver-eval "+verb+o.line(cases)+" --suite "+console.Quoted(n.Suite)+tail)))
	}
	return errors.Join(errs...)
}

// line returns the options as on a command line, except the suites.
func (o options) line(cases []string) string {
	var b strings.Builder
	for _, name := range cases {
		b.WriteString(" " + console.Quoted(name))
	}
	flag := func(name string, set bool) {
		if set {
			b.WriteString(" --" + name)
		}
	}
	list := func(name string, values []string) {
		for _, value := range values {
			b.WriteString(" --" + name + " " + console.Quoted(value))
		}
	}
	flag("all", o.all)
	flag("conflicted", o.conflicted)
	list("stage", o.stages)
	list("cause", o.causes)
	list("section", o.sections)
	list("from", o.from)
	flag("keep-answers", o.keepAnswers)
	flag("dry-run", o.dryRun)
	return b.String()
}

// mostRuns is how many earlier runs are named one by one: the last of them.
const mostRuns = 3

// printEarlier prints pending changes that the newest run has not shown.
func (a *app) printEarlier(e pending.Earlier) {
	if e.Cases == 0 {
		return
	}
	names := slices.Clone(e.Runs)
	slices.Reverse(names)
	text := strings.Join(names[:min(len(names), mostRuns)], ", ")
	if more := len(names) - mostRuns; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	fmt.Fprintf(a.Stdout, "%s in %s %s from earlier runs (%s); --pending takes them too\n",
		wording.Number(e.Calls, "call"), wording.Number(e.Cases, "case"), wording.Plural(e.Calls, "waits", "wait"),
		printable.Line(text))
}

// ended returns the error of a verb that takes changes: a failed gate if some were refused and nothing worse has
// happened.
func ended(refused []review.Accepted, err error) error {
	if len(refused) == 0 {
		return err
	}
	var errs []error
	var builds []string
	for _, r := range refused {
		errs = append(errs, fmt.Errorf("%s/%s: %s", r.Suite, r.Case, r.Refused))
		if r.Build != "" && !slices.Contains(builds, r.Build) {
			builds = append(builds, r.Build)
		}
	}
	for _, build := range builds {
		errs = append(errs, fmt.Errorf("shown by another build of the program: %s; this one is %s", build,
			console.Build()))
	}
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	return &console.Error{Code: console.Gate, Err: errors.Join(errs...)}
}
