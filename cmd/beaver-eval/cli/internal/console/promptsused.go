package console

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// SayPrompts prints, before anything else, which templates are used if that is not obvious: suites that ignore
// --prompts, and a program built before the templates around it were edited.
func (a *App) SayPrompts(loaded []*project.Suite) error {
	stale, err := project.FindStalePrompts(loaded)
	a.printPrompts(loaded, stale)
	return err
}

// CheckPrompts is SayPrompts for a run. In CI templates that differ from those on disk fail it, and nothing runs.
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
	return &Error{Code: Gate, Err: errors.Join(errs...)}
}

func (a *App) printPrompts(loaded []*project.Suite, stale []project.StalePrompts) {
	if text := leftAlone(loaded); text != "" {
		fmt.Fprintf(a.Stderr, "beaver-eval: --prompts leaves %s\n", text)
	}
	for _, s := range stale {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", staleText(s))
	}
}

// leftAlone says which suites ignore --prompts, and why: those whose systems do not know its templates together,
// however many. Empty: none.
func leftAlone(loaded []*project.Suite) string {
	var left, unknowing []*project.Suite
	for _, s := range loaded {
		switch why, unknown := s.WhyLeftAlone(); {
		case len(unknown) > 0:
			unknowing = append(unknowing, s)
		case why != "":
			left = append(left, s)
		}
	}
	n := len(left) + len(unknowing)
	if n == 0 {
		return ""
	}
	if len(unknowing) == 1 {
		left, unknowing = append(unknowing, left...), nil
	}
	if n == 1 {
		return fmt.Sprintf("the suite %s as it is: %s", left[0].Name, why(left[0]))
	}
	var parts []string
	if len(unknowing) > 0 {
		parts = append(parts, notKnown(unknowing))
	}
	for _, s := range left[:min(len(left), maxStale)] {
		parts = append(parts, s.Name+": "+why(s))
	}
	if more := len(left) - maxStale; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%d suites as they are: %s", n, strings.Join(parts, "; "))
}

// why says why a suite is left alone.
func why(s *project.Suite) string {
	text, unknown := s.WhyLeftAlone()
	if len(unknown) > 0 {
		return s.System + " knows no template " + wording.Some(unknown, maxUnknown)
	}
	return text
}

// notKnown says that suites' systems do not know some templates.
func notKnown(unknowing []*project.Suite) string {
	var systems, templates []string
	for _, s := range unknowing {
		_, unknown := s.WhyLeftAlone()
		systems, templates = append(systems, s.System), append(templates, unknown...)
	}
	slices.Sort(systems)
	slices.Sort(templates)
	return fmt.Sprintf("%d of %s, which do not know %s", len(unknowing),
		wording.Some(slices.Compact(systems), maxStale), wording.Some(slices.Compact(templates), maxUnknown))
}

// maxStale is how many files, suites or systems are named one by one.
const maxStale = 5

// maxUnknown is how many unknown templates of a system are named one by one.
const maxUnknown = 3

func staleText(s project.StalePrompts) string {
	dir := s.Dir
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, dir); err == nil {
			dir = rel
		}
	}
	files := wording.Some(s.Files, maxStale)
	return fmt.Sprintf("the templates of %s in %s differ from those that this program was built with: %s\n"+
		"  it uses its own; `beaver-eval run --prompts %s` uses those on disk, and so does a rebuilt program",
		s.System, dir, files, Quoted(dir))
}
