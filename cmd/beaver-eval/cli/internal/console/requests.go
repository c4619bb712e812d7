package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// RequestsUsage explains the value of --requests.
const RequestsUsage = "run no program: read its requests from this `file` (JSONL; docs/requests.md)"

// Asked holds the cases for which a log, or a program's own tests, have requests.
type Asked struct {
	Cases map[filter.CaseName]bool
	Lost  []filter.CaseName // with a golden but no request; sorted
}

// With returns the cases of both kinds; the lost ones are missing.
func (a *Asked) With() map[filter.CaseName]bool {
	all := maps.Clone(a.Cases)
	for _, name := range a.Lost {
		all[name] = true
	}
	return all
}

// NewAsked finds the cases of a suite with a golden but no request. known are its existing cases; more are those that
// have only a golden.
func NewAsked(s *project.Suite, ids []string, known map[string]bool) (asked *Asked, more []string, err error) {
	asked = &Asked{Cases: map[filter.CaseName]bool{}}
	for _, id := range ids {
		asked.Cases[filter.CaseName{Suite: s.Name, ID: id}] = true
	}
	accepted, more, err := s.WithGoldens(known)
	for _, id := range accepted {
		if name := (filter.CaseName{Suite: s.Name, ID: id}); !asked.Cases[name] {
			asked.Lost = append(asked.Lost, name)
		}
	}
	slices.SortFunc(asked.Lost, filter.CaseName.Compare)
	return asked, more, err
}

// FromLog lets a suite of an application take its requests from a file, instead of its program. Cases of the file
// without a fixture, and those that have only a golden, are cases of the suite from here on. The file stays open until
// CloseLogs.
func (a *App) FromLog(ctx context.Context, loaded []*project.Suite, file string) (*Asked, error) {
	if len(loaded) != 1 {
		return nil, fmt.Errorf("--requests: a log is from one application: name its suite with --suite (there are: %s)",
			strings.Join(namesOf(loaded), ", "))
	}
	s := loaded[0]
	sys, ok := s.Pipeline().(*app.System)
	if !ok {
		return nil, fmt.Errorf("--requests: the suite %s is of %s, and a log is of an application (system: %s)",
			s.Name, s.System, app.Name)
	}
	log, err := app.OpenLog(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("--requests: %w", err)
	}
	a.logs = append(a.logs, log)
	for _, id := range log.Cases() {
		if err := s.CheckID(id); err != nil {
			return nil, fmt.Errorf("--requests: %w", pipeline.FileErrorf(log.Name(), log.First(id), "%w", err))
		}
	}
	known, err := s.FixtureIDs(ctx)
	if err != nil {
		return nil, err
	}
	more := implied(log, known)
	there := maps.Clone(known)
	for _, id := range log.Cases() {
		there[id] = true
	}
	asked, gone, err := NewAsked(s, log.Cases(), there)
	if err != nil {
		return nil, err
	}
	s.Feed(sys.Asked(log), append(more, project.Implied(gone)...))
	return asked, nil
}

// CloseLogs closes the files that FromLog has opened.
func (a *App) CloseLogs() error {
	var errs []error
	for _, log := range a.logs {
		errs = append(errs, log.Close())
	}
	a.logs = nil
	return errors.Join(errs...)
}

// implied returns the unknown cases of a log: each of one turn, or of as many as its lines name.
func implied(log *app.Log, known map[string]bool) []fixtures.Source {
	var more []fixtures.Source
	for _, id := range log.Cases() {
		if !known[id] {
			more = append(more, fixtures.Implicit(log.Name(), log.First(id), id, log.Turns(id)))
		}
	}
	return more
}

func namesOf(loaded []*project.Suite) []string {
	var names []string
	for _, s := range loaded {
		names = append(names, s.Name)
	}
	return names
}
