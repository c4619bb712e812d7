package terminal

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Limits for problems in the short report.
const (
	mostProblems  = 10 // cases in error or failed; as many with warnings
	mostExplained = 3  // explained cases in error
	mostErrors    = 3  // errors of an explained case
	mostReasons   = 2  // lines of a failed case, or of one with warnings
	mostOfError   = 4  // lines of the text of an error
	mostHelp      = 12 // lines that help with one
)

// Settings are the settings of Short.
type Settings struct {
	Width   int                                 // of the terminal, in columns; 0: no terminal, and nothing is cut
	Height  int                                 // of that terminal, in rows; the end of a run has to fit
	Behind  int                                 // rows printed by others after the end
	Long    bool                                // the run may take hours: problems are printed at once
	Explain func(error) string                  // lines to print below an error; may be empty
	System  func(suite string) string           // of a suite; empty: not a suite
	Next    func(o *overview.Overview) []string // lines about the next steps
	Diff    Diff                                // for the report of this run
}

// Short prints a short report, with the most important part at the end: the suites, a limited number of problems of
// single cases, the edits, once for each cause, the failed gates, the verdict, and what to do next. It keeps no cases
// in memory.
type Short struct {
	w    Screen
	told strings.Builder // problems of single cases, until the end
	Settings
	problems, warned tally
	explained        int
	stale            string // the first call with a stale answer
	unedited         unedited
}

// tally counts cases of which the first are printed.
type tally struct{ cases int }

// next reports whether one more is printed.
func (t *tally) next() bool {
	t.cases++
	return t.cases <= mostProblems
}

func (t *tally) more() int { return t.cases - mostProblems }

// NewShort prints to w.
func NewShort(w Screen, s Settings) *Short { return &Short{w: w, Settings: s} }

// Case records the problems of a case.
func (s *Short) Case(c *rows.Case) error {
	name := printable.Line(titleOf(c))
	if (len(c.Errors) > 0 || len(c.Failures) > 0) && s.problems.next() {
		s.errors(name, c.Errors)
		s.reasons(failedWord(c), name, c.Failures)
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

// tell prints the recorded problems.
func (s *Short) tell() {
	fmt.Fprint(s.w, s.told.String())
	s.told.Reset()
}

// errors records the errors of a case, with help for the first cases.
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

// reasons records the first lines about a case.
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

// rest prints how many more there are.
func (s *Short) rest(n int, what string) {
	switch {
	case n > 0 && what == "more":
		fmt.Fprintf(&s.told, "  and %d more\n", n)
	case n > 0:
		fmt.Fprintf(&s.told, "  and %s\n", wording.Number(n, what))
	}
}

// middleOut returns a text of at most so many lines: surplus lines are left out in the middle, since the last ones are
// the lines to paste.
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
