package running

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// choose finds out which cases of the suites run.
func (a *app) choose(ctx context.Context, j *job, o runOptions) error {
	if slices.Contains(o.names, "") {
		return errors.New("CASE: an empty value; leave it out, or say what it should be")
	}
	j.filter, j.cases = o.Filter, o.Choice()
	j.filter.Cases, j.cases.Names = slices.Concat(o.Cases, o.names), o.names
	if !o.failed {
		_, err := project.FindCases(ctx, j.suites, j.cases)
		return err
	}
	last, err := stored.LastFailures(j.project.OnDisk(j.project.Reports))
	if err != nil {
		return fmt.Errorf("--failed: %w", err)
	}
	j.filter.Failed, j.cases.Only = last.Run.Name, map[filter.CaseName]bool{}
	for name := range last.Cases {
		if filter.Matches(o.Suites, name.Suite) {
			j.cases.Only[name] = true
		}
	}
	found, err := project.FindCases(ctx, j.suites, j.cases)
	if err != nil {
		return err
	}
	gone := found.Gone()
	switch {
	case len(last.Cases) == 0:
		j.nothing = fmt.Sprintf("no case failed in the last run: %s", last.Run)
	case found.Chosen() == 0 && len(gone) == 0:
		j.nothing = fmt.Sprintf("no case that the filters choose failed in the last run: %s", last.Run)
	case found.Chosen() == 0:
		return fmt.Errorf("--failed: no suite has what failed in the last run any more: %s\n"+
			"`beaver-eval run` looks at all there is", someNames(gone))
	case len(gone) > 0:
		fmt.Fprintf(a.Stderr, "beaver-eval: no suite has this any more, which failed in the last run: %s\n",
			someNames(gone))
	}
	return nil
}

// maxNamed is how many cases are named one by one.
const maxNamed = 5

func someNames(cases []filter.CaseName) string {
	var names []string
	for _, c := range cases[:min(len(cases), maxNamed)] {
		names = append(names, c.Suite+"/"+c.ID)
	}
	text := strings.Join(names, ", ")
	if more := len(cases) - maxNamed; more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text
}
