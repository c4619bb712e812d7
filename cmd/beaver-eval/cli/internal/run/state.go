package run

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// state returns everything that the cases of the run depend on.
func (a *app) state(ctx context.Context, p *project.Project, f *stored.Filter, g *gates, o runOptions, ci bool) (
	*journal.State, error) {
	others := slices.Clone(o.prompts)
	for i, folder := range others {
		if _, err := os.Stat(folder); err != nil { // SYSTEM=FOLDER
			_, others[i], _ = strings.Cut(folder, "=")
		}
	}
	if o.requests != "" {
		others = append(others, o.requests)
	}
	files, err := p.Digests(ctx, a.Systems, others...)
	if err != nil {
		return nil, err
	}
	s := &journal.State{Program: console.Build(), Data: files.Data, Code: files.Code, Options: map[string][]string{}}
	for flag, values := range map[string][]string{
		flagCase: f.Cases, "suite": f.Suites, "tag": f.Tags, console.KeywordFlag: f.Keywords, "stage": f.Stages,
		"failed": given(f.Failed), flagGate: o.gates, flagNoGate: o.noGates,
		flagBaseline: given(g.baselineName(o)), flagPrompts: o.prompts,
		flagRequests: given(o.requests), flagPartial: has(o.partial),
		flagCI: has(ci), flagTimeout: limit(o.timeout),
	} {
		if len(values) > 0 {
			s.Options[flag] = values
		}
	}
	return s, nil
}

// given returns a value as a list, which is empty if the value is.
func given(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// limit returns the value of a flag for a time; none if it is 0.
func limit(d time.Duration) []string {
	if d == 0 {
		return nil
	}
	return []string{d.String()}
}

// has returns the value of a flag without a value.
func has(set bool) []string {
	if !set {
		return nil
	}
	return []string{"true"}
}

// baselineName returns the name of the run that --baseline names, whichever is the latest; empty: none.
func (g *gates) baselineName(o runOptions) string {
	if o.baseline == stored.LatestFile && g.run != nil {
		return g.run.Comparison("").Run
	}
	return o.baseline
}

// sameState returns an error if anything differs from when the run to be continued began.
func sameState(before *earlier, now *journal.State) error {
	all := before.finished().State.Differences(now)
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("--resume: since %s began: %s\nput it back, or run again: a run never mixes two states",
		before.Name, wording.Some(all, maxNamed))
}
