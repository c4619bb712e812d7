package record

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// replay runs the recorded cases of applications again, without a server, and prints those whose requests do not all
// get the recorded answer: their programs send something else each time. It returns their number.
func replay(ctx context.Context, a *console.App, loaded []*project.Suite, workers int,
	recorded map[filter.CaseName]bool) (differ int, err error) {
	suites := slices.DeleteFunc(slices.Clone(loaded), func(s *project.Suite) bool { return !s.IsApplication() })
	if len(recorded) == 0 || len(suites) == 0 {
		return 0, nil
	}
	o := runner.Options{Cases: filter.Cases{Only: recorded}, Workers: workers, Exchange: a.Exchange}
	err = runner.Run(ctx, suites, a.Systems, o, func(r *result.Result) error {
		what := unlike(r)
		if what == "" {
			return nil
		}
		differ++
		line := fmt.Sprintf("differs  %s/%s  run again without the server, %s; `beaver-eval run --twice` shows "+
			"what the program sends", r.Suite, r.Case, what)
		_, err := io.WriteString(a.Stdout, printable.Line(line)+"\n")
		return err
	})
	return differ, err
}

// unlike returns how a replay differs from what was recorded; empty: not at all.
func unlike(r *result.Result) string {
	if r.Status == result.StatusError && len(r.Errors) > 0 {
		return "it fails: " + r.Errors[0].Error()
	}
	if r.Trace == nil {
		return ""
	}
	n, first := 0, ""
	for _, c := range r.Trace.Calls() {
		if c.Origin.Match == pipeline.MatchStale {
			if n++; n == 1 {
				first = c.Path
			}
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s another than the recorded one, first %s", wording.Number(n, "request"),
		wording.Plural(n, "is", "are"), first)
}
