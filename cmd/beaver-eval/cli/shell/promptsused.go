package shell

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// SayPrompts says, before anything else is printed, which templates are used where that is not plain: suites that
// --prompts leaves alone, and a program that was built before the templates around it were edited.
func (a *App) SayPrompts(loaded []*project.Suite) error {
	stale, err := project.FindStalePrompts(loaded)
	a.printPrompts(loaded, stale)
	return err
}

// CheckPrompts is sayPrompts for a run. In CI templates that are not those on disk fail it, and nothing runs.
func (a *App) CheckPrompts(loaded []*project.Suite, ci bool) error {
	stale, err := project.FindStalePrompts(loaded)
	if !ci || err != nil || len(stale) == 0 {
		a.printPrompts(loaded, stale)
		return err
	}
	var errs []error
	for _, s := range stale {
		errs = append(errs, errors.New(staleText(s)))
	}
	return &exit.Error{Code: exit.Gate, Err: errors.Join(errs...)}
}

func (a *App) printPrompts(loaded []*project.Suite, stale []project.StalePrompts) {
	for _, s := range loaded {
		if why := s.WhyLeftAlone(); why != "" {
			fmt.Fprintf(a.Stderr, "beaver-eval: --prompts leaves the suite %s as it is: %s\n", s.Name, why)
		}
	}
	for _, s := range stale {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", staleText(s))
	}
}

// maxStale is how many files are named one by one.
const maxStale = 5

func staleText(s project.StalePrompts) string {
	dir := s.Dir
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, dir); err == nil {
			dir = rel
		}
	}
	files := strings.Join(s.Files[:min(len(s.Files), maxStale)], ", ")
	if more := len(s.Files) - maxStale; more > 0 {
		files += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("the templates of %s in %s are not those that this program was built with: %s\n"+
		"  it uses its own; `beaver-eval run --prompts %s` uses those on disk, and so does a program built anew",
		s.System, dir, files, Quoted(dir))
}
