package initialize

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// try runs the new suite and accepts its prompts. It returns what was accepted, in words. With a log, its lines are the
// application's requests, and the program is not started. before is an earlier try of the program, which has to have
// asked the same; nil: there was none.
func (a *initApp) try(ctx context.Context, was *project.Project, suite, log string, before *outcome) (string, error) {
	p, err := a.Opened(project.Find(was.Dir, was.Dir)) // the root file may be new
	if err != nil {
		return "", err
	}
	loaded, err := project.Load(ctx, p, a.Systems, []string{suite})
	if err != nil {
		return "", err
	}
	if log != "" {
		if _, err := a.FromLog(ctx, loaded, log); err != nil {
			return "", err
		}
	}
	if err := a.run(ctx, loaded, before); err != nil {
		return "", err
	}
	return a.accept(ctx, loaded)
}

// run runs the cases of suites and keeps their prompts for review. It returns an error if a case has one, or fails, or
// asks something other than an earlier try.
func (a *initApp) run(ctx context.Context, loaded []*project.Suite, before *outcome) error {
	var errs []error
	run := &goldens.Run{Name: stored.RunName(time.Now()), Build: console.Build()}
	o := runner.Options{Compare: true, Keep: run, Exchange: a.Exchange}
	err := runner.Run(ctx, loaded, a.Systems, o, func(r *result.Result) error {
		errs = append(errs, r.Errors...)
		if r.Trace != nil {
			errs = append(errs, otherwise(r), before.same(r, loaded[0]))
		}
		for _, failure := range r.Failures {
			errs = append(errs, fmt.Errorf("%s: %s", r.Case, failure))
		}
		return nil
	})
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if more := len(errs) - mostErrors; err == nil && more > 0 {
		errs = append(errs[:mostErrors:mostErrors], fmt.Errorf("and %d more", more))
	}
	return errors.Join(append(errs, err)...)
}

// mostErrors is how many errors of a first run are printed.
const mostErrors = 5

// otherwise returns an error about a program whose requests differ from its log: each later run would fail in CI.
func otherwise(r *result.Result) error {
	for _, c := range r.Trace.Calls() {
		if c.Origin.Match == pipeline.MatchStale {
			return fmt.Errorf("%s/%s: the program asks something other than what the log has, so its answer "+
				"belongs to "+
				"another request", r.Case, c.Path)
		}
	}
	return nil
}

// differsError says that the second run of a case sent other requests than the first.
type differsError struct{ id string }

func (e *differsError) Error() string {
	return e.id + ": the program asks something else when it runs again: `beaver-eval run --twice` shows what differs"
}

// same returns an error if a case has sent other requests than an earlier try (nil: there was none), whose program
// found the project as it was.
func (o *outcome) same(r *result.Result, s *project.Suite) error {
	if o == nil {
		return nil
	}
	var now, then []string
	for _, c := range r.Trace.Calls() {
		now = append(now, said(c.Request, s.Masker().Text))
	}
	for _, asked := range o.requests {
		then = append(then, said(asked.body.Request, func(text string) string {
			return s.Masker().Text(o.shown(text))
		}))
	}
	slices.Sort(now)
	slices.Sort(then)
	if slices.Equal(now, then) {
		return nil
	}
	return &differsError{r.Case}
}

// said returns the texts of a request as they are kept.
func said(req pipeline.Request, kept func(string) string) string {
	var b strings.Builder
	for _, m := range req.Messages {
		b.WriteString(m.Role + ": " + kept(m.Content()) + "\n")
	}
	return b.String()
}

// accept runs the cases again, and accepts the prompts of the suites as their goldens.
func (a *initApp) accept(ctx context.Context, loaded []*project.Suite) (string, error) {
	chosen, err := pending.Choose(ctx, loaded, slices.Sorted(maps.Keys(a.Systems)), pending.Choice{})
	if err != nil {
		return "", err
	}
	taking := &review.Taking{Whole: true, Chosen: &chosen.Chosen, Build: console.Build()}
	taken, err := runner.Take(ctx, loaded, a.Systems, nil, taking, a.Exchange, func(*result.Result) {})
	errs := append(taken.Errors, err)
	for _, r := range taken.Refused {
		errs = append(errs, &differsError{r.Case})
	}
	if err := errors.Join(errs...); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s of %s, as goldens", wording.Number(taken.Accepted.Calls, "prompt"),
		wording.Number(taken.Accepted.Cases, "case")), nil
}
