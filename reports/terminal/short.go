package terminal

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// What of problems is told at a glance.
const (
	mostProblems  = 10 // cases in error or failed; as many with warnings
	mostExplained = 3  // cases in error that are explained
	mostErrors    = 3  // errors of a case that is explained
	mostReasons   = 2  // lines of a failed case, or of one with warnings
	mostOfError   = 4  // lines of the text of an error
	mostHelp      = 12 // lines that help with one
)

// Settings are what Short asks the one who prints a run.
type Settings struct {
	Width   int                                 // in columns of a terminal; 0: it is none, and nothing is cut
	Height  int                                 // in rows of that terminal, which the end of a run has to fit into
	Behind  int                                 // rows that somebody else prints behind the end
	Long    bool                                // the run may take hours: what is wrong is printed as it comes
	Explain func(error) string                  // lines that stand below an error; empty: none
	System  func(suite string) string           // that a suite runs on; empty: the suite is none
	Next    func(o *overview.Overview) []string // lines on what a person does next
	Diff    Diff                                // which reads the report of this run
}

// Short prints a run so that it is read at a glance, what matters most at the end: the suites, what is wrong with
// single cases, bounded, what was edited, once for each cause, the gates that do not hold, the verdict, and what to
// do next. It needs no room for cases.
type Short struct {
	w    Screen
	told strings.Builder // what is wrong with single cases, until the end
	Settings
	problems, warned tally
	explained        int
	stale            string // the first call with a stale answer
	unedited         unedited
}

// tally counts cases of which the first are told.
type tally struct{ cases int }

// next reports whether one more is told.
func (t *tally) next() bool {
	t.cases++
	return t.cases <= mostProblems
}

func (t *tally) more() int { return t.cases - mostProblems }

// NewShort prints to w.
func NewShort(w Screen, s Settings) *Short { return &Short{w: w, Settings: s} }

// Case notes what is wrong with a case.
func (s *Short) Case(c *rows.Case) error {
	name := printable.Line(c.Suite + "/" + c.Case)
	if (len(c.Errors) > 0 || len(c.Failures) > 0) && s.problems.next() {
		s.errors(name, c.Errors)
		s.reasons("failed  ", name, c.Failures)
	}
	if len(c.Warnings) > 0 && s.warned.next() {
		s.reasons("warning ", name, c.Warnings)
	}
	if paths := c.StaleCalls(); len(paths) > 0 && s.stale == "" {
		s.stale = name + "/" + printable.Line(paths[0])
	}
	s.unedited.add(c)
	if s.Long {
		s.tell()
		return s.w.Flush()
	}
	return nil
}

// tell prints what is noted.
func (s *Short) tell() {
	fmt.Fprint(s.w, s.told.String())
	s.told.Reset()
}

// errors notes those of a case, with what helps for the first cases.
func (s *Short) errors(name string, errs []error) {
	if len(errs) == 0 {
		return
	}
	most := 1
	explained := s.explained < mostExplained
	if s.explained++; explained {
		most = mostErrors
	}
	fmt.Fprintf(&s.told, "error    %s\n", name)
	for _, err := range errs[:min(most, len(errs))] {
		fmt.Fprint(&s.told, indent(middleOut(err.Error(), mostOfError)))
		if explained {
			fmt.Fprint(&s.told, indent(middleOut(s.Explain(err), mostHelp)))
		}
	}
	s.rest(len(errs)-most, "more error")
}

// reasons notes the first lines that say something of a case.
func (s *Short) reasons(kind, name string, texts []string) {
	if len(texts) == 0 {
		return
	}
	fmt.Fprintf(&s.told, "%s %s\n", kind, name)
	for _, text := range texts[:min(mostReasons, len(texts))] {
		fmt.Fprint(&s.told, indent(middleOut(text, mostReasons)))
	}
	s.rest(len(texts)-mostReasons, "more")
}

// rest says how many more there are.
func (s *Short) rest(n int, what string) {
	switch {
	case n > 0 && what == "more":
		fmt.Fprintf(&s.told, "  and %d more\n", n)
	case n > 0:
		fmt.Fprintf(&s.told, "  and %s\n", wording.Number(n, what))
	}
}

// middleOut returns a text of at most so many lines: what is too much is left out behind the first ones, and the last
// stay: they are the lines to paste.
func middleOut(text string, most int) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = printable.Clip(line, mostLine)
	}
	if len(lines) > most {
		tail := min(3, (most-1)/2)
		left := fmt.Sprintf("… %s; --full shows them", wording.Number(len(lines)-(most-1), "more line"))
		lines = append(append(lines[:most-1-tail:most-1-tail], left), lines[len(lines)-tail:]...)
	}
	return strings.Join(lines, "\n")
}
