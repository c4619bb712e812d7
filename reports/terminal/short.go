package terminal

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// What of problems is told at a glance.
const (
	mostProblems  = 10 // cases in error or failed; as many with warnings
	mostExplained = 3  // cases in error that are explained
	mostErrors    = 3  // errors of a case that is explained
	mostReasons   = 2  // lines of a failed case, or of one with warnings
	mostOfError   = 4  // lines of the text of an error
	mostHelp      = 12 // lines that help with one
	mostBaselines = 3
)

// Settings are what Short asks the one who prints a run.
type Settings struct {
	Width   int                               // in columns of a terminal; 0: it is none, and nothing is cut
	Explain func(error) string                // lines that stand below an error; empty: none
	System  func(suite string) string         // that a suite runs on; empty: the suite is none
	Next    func(o *overview.Overview) string // what a person does next; empty: nothing
	Ahead   string                            // of diff: what makes the report that it reads; empty: there is one
}

// Short prints a run so that it is read at a glance: what is wrong with single cases, bounded, as they come; at the end
// what was edited, once for each cause, the suites, the gates that do not hold, and the verdict in a line. It needs no
// room for cases.
type Short struct {
	w Screen
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

// Case prints what is wrong with a case.
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
	return nil
}

// errors prints those of a case, with what helps for the first cases.
func (s *Short) errors(name string, errs []error) {
	if len(errs) == 0 {
		return
	}
	most := 1
	explained := s.explained < mostExplained
	if s.explained++; explained {
		most = mostErrors
	}
	fmt.Fprintf(s.w, "error    %s\n", name)
	for _, err := range errs[:min(most, len(errs))] {
		fmt.Fprint(s.w, indent(middleOut(err.Error(), mostOfError)))
		if explained {
			fmt.Fprint(s.w, indent(middleOut(s.Explain(err), mostHelp)))
		}
	}
	s.rest(len(errs)-most, "more error")
}

// reasons prints the first lines that say something of a case.
func (s *Short) reasons(kind, name string, texts []string) {
	if len(texts) == 0 {
		return
	}
	fmt.Fprintf(s.w, "%s %s\n", kind, name)
	for _, text := range texts[:min(mostReasons, len(texts))] {
		fmt.Fprint(s.w, indent(middleOut(text, mostReasons)))
	}
	s.rest(len(texts)-mostReasons, "more")
}

// rest says how many more there are.
func (s *Short) rest(n int, what string) {
	switch {
	case n > 0 && what == "more":
		fmt.Fprintf(s.w, "  and %d more\n", n)
	case n > 0:
		fmt.Fprintf(s.w, "  and %s\n", plural.Number(n, what))
	}
}

// middleOut is a text of at most so many lines: what is too much is left out behind the first ones, and the last stay:
// they are the lines to paste.
func middleOut(text string, most int) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = printable.Clip(line, mostLine)
	}
	if len(lines) > most {
		tail := min(3, (most-1)/2)
		left := fmt.Sprintf("… %s; --full shows them", plural.Number(len(lines)-(most-1), "more line"))
		lines = append(append(lines[:most-1-tail:most-1-tail], left), lines[len(lines)-tail:]...)
	}
	return strings.Join(lines, "\n")
}

// End prints what the run came to.
func (s *Short) End(o *overview.Overview) error {
	s.moreProblems()
	s.paragraph(s.problems.cases+s.warned.cases > 0)
	shortEdits(s.w, o, s.Ahead)
	var lines []string
	lines = append(lines, s.unedited.lines()...)
	lines = append(lines, orphanLines(&o.Orphans)...)
	lines = append(lines, cells.Matters(&o.Total)...)
	if s.stale != "" {
		lines = append(lines, "stale: the first such answer is that of "+s.stale)
	}
	lines = append(lines, baselineLines(o)...)
	for _, line := range lines {
		fmt.Fprintln(s.w, line)
	}
	s.paragraph(len(lines) > 0)
	if err := shortSuites(s.w, s.Width, s.System, o); err != nil {
		return err
	}
	for _, line := range gateLines(o.Gates, s.Width) {
		fmt.Fprintln(s.w, line)
	}
	fmt.Fprintln(s.w, VerdictLine(o, s.Next(o)))
	return s.w.Flush()
}

// paragraph ends what was printed with an empty line.
func (s *Short) paragraph(any bool) {
	if any {
		fmt.Fprintln(s.w)
	}
}

func (s *Short) moreProblems() {
	if n := s.problems.more(); n > 0 {
		fmt.Fprintf(s.w, "and %s in error or failed; --full shows them\n", plural.Number(n, "more case"))
	}
	if n := s.warned.more(); n > 0 {
		fmt.Fprintf(s.w, "and %s with warnings; --full shows them\n", plural.Number(n, "more case"))
	}
}

// baselineLines say what was compared with.
func baselineLines(o *overview.Overview) []string {
	var lines []string
	for _, c := range o.Baselines[:min(mostBaselines, len(o.Baselines))] {
		lines = append(lines, c.String())
	}
	if n := len(o.Baselines) - mostBaselines; n > 0 {
		lines = append(lines, fmt.Sprintf("and %s; --full shows them", plural.Number(n, "more baseline")))
	}
	return lines
}

// unedited counts prompts that differ where nothing was edited: there is only one side.
type unedited struct {
	fresh, gone, conflicted, other struct{ prompts, cases int }
}

func (u *unedited) add(c *rows.Case) {
	n := &c.Sums
	differ := n.Differ()
	of := &u.other
	switch {
	case differ == 0 || c.Unclaimed || len(c.Edits) > 0: // edits and orphaned files are told of
		return
	case c.Status == result.StatusOrphan:
		of = &u.gone
	case n.Conflicted > 0:
		of = &u.conflicted
	case differ == int(n.New):
		of = &u.fresh
	}
	of.prompts += differ
	of.cases++
}

func (u *unedited) lines() []string {
	var lines []string
	if n := u.fresh; n.prompts > 0 {
		lines = append(lines, fmt.Sprintf("new: %s in %s %s no golden yet", plural.Number(n.prompts, "prompt"),
			plural.Number(n.cases, "case"), plural.Choose(n.prompts, "has", "have")))
	}
	if n := u.gone; n.prompts > 0 {
		lines = append(lines, fmt.Sprintf("missing: %s of %s that %s removed", plural.Number(n.prompts, "prompt"),
			plural.Number(n.cases, "case"), plural.Choose(n.cases, "was", "were")))
	}
	if n := u.conflicted; n.prompts > 0 {
		lines = append(lines, fmt.Sprintf("conflicted: %s %s a merge conflict (%s); `beaver-eval diff` shows what "+
			"changed against ours and theirs", plural.Number(n.cases, "golden"),
			plural.Choose(n.cases, "holds", "hold"), plural.Number(n.prompts, "prompt")))
	}
	if n := u.other; n.prompts > 0 {
		lines = append(lines, fmt.Sprintf("changed: %s in %s %s not as accepted", plural.Number(n.prompts, "prompt"),
			plural.Number(n.cases, "case"), plural.Choose(n.prompts, "is", "are")))
	}
	return lines
}
