package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites"
)

// sayPrompts says, before anything else is printed, which templates are used where that is not plain: suites that --prompts
// leaves alone, and a program that was built before the templates around it were edited.
func (a *app) sayPrompts(loaded []*suites.Suite, override string) error {
	w := a.stderr
	for _, s := range loaded {
		if override == "" || s.TakesPrompts() {
			continue
		}
		why := "the prompts of " + s.System + " are part of its program"
		if own := s.OwnPrompts(); own != "" {
			why = "it has templates of its own, in " + own
		}
		fmt.Fprintf(w, "beaver-eval: --prompts leaves the suite %s as it is: %s\n", s.Name, why)
	}
	stale, err := suites.FindStalePrompts(loaded)
	for _, s := range stale {
		fmt.Fprintf(w, "beaver-eval: %s\n", staleText(s))
	}
	return err
}

// checkPrompts is sayPrompts for a run. In CI templates that are not those on disk fail it, and nothing runs.
func (a *app) checkPrompts(loaded []*suites.Suite, override string, ci bool) error {
	if !ci {
		return a.sayPrompts(loaded, override)
	}
	stale, err := suites.FindStalePrompts(loaded)
	if err != nil || len(stale) == 0 {
		return errors.Join(err, a.sayPrompts(loaded, override))
	}
	var errs []error
	for _, s := range stale {
		errs = append(errs, errors.New(staleText(s)))
	}
	return &exitError{ExitGate, errors.Join(errs...)}
}

// maxStale is how many files are named one by one.
const maxStale = 5

func staleText(s suites.StalePrompts) string {
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
		s.System, dir, files, quoted(dir))
}
