package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// mostBaselines is how many comparisons with an older run have a line in the short report.
const mostBaselines = 3

// leastEdits is the least number of rows of edits on a terminal, however much else there is.
const leastEdits = 4

// End prints the report. The end stays visible longest, so the edits take only the rows of a terminal left by the later
// parts and, if they are brief, by the problems of cases.
func (s *Short) End(o *overview.Overview) error {
	if s.Long || o.Total.Prompts.Differ()+o.Total.Forms+o.Total.Failed == 0 {
		return s.endWithNumbers(o)
	}
	groups := o.Groups()
	head := newsOfSuites(o.Suites, s.Width)
	s.moreProblems()
	if len(head) > 0 && s.told.Len() > 0 {
		head = append(head, "")
	}
	s.lines(head)
	problems := s.rows(slices.Collect(strings.Lines(s.told.String())))
	s.tell()
	s.paragraph(problems > 0)
	notes := s.notes(o)
	end := append(s.gatesAtEnd(o), cells.Verdict(o, groups))
	end = append(end, s.Next(o)...)
	behind := s.rows(notes) + s.rows(end) + s.Behind
	PrintEdits(s.w, groups, s.Diff, s.Width, s.roomForEdits(len(groups), s.rows(head), problems, behind))
	s.lines(notes)
	s.paragraph(s.Height == 0 && len(groups)+len(notes) > 0)
	s.lines(end)
	return s.w.Flush()
}

// endWithNumbers prints the report of a run whose numbers matter most: no prompt has changed and no case has failed, or
// it has measured a model.
func (s *Short) endWithNumbers(o *overview.Overview) error {
	s.moreProblems()
	any := s.told.Len() > 0
	s.tell()
	s.paragraph(any)
	notes := s.notes(o)
	s.lines(notes)
	s.paragraph(len(notes) > 0)
	if err := shortSuites(s.w, s.Width, s.System, o); err != nil {
		return err
	}
	s.lines(gateLines(o.Gates, nil, s.Width))
	s.lines(append([]string{cells.Verdict(o, nil)}, s.Next(o)...))
	return s.w.Flush()
}

// gatesAtEnd returns the lines about the gates of a run that is not green. On a terminal, gates that hold are left out
// in favour of problems.
func (s *Short) gatesAtEnd(o *overview.Overview) []string {
	gates := o.Gates
	if s.Height > 0 {
		gates = slices.DeleteFunc(slices.Clone(gates), func(v metric.Verdict) bool {
			return overview.GateStateOf(v) == overview.Holding
		})
	}
	if len(gates) == 0 {
		return nil
	}
	return gateLines(gates, cells.GateTold(o), s.Width)
}

// roomForEdits returns how many rows edits may take: without a terminal a fixed number, else those that nothing else
// takes. The last row is for the shell's prompt.
func (s *Short) roomForEdits(edits, head, problems, behind int) int {
	room := linesOfEdits
	if edits == 1 {
		room = linesOfOne
	}
	if s.Height == 0 {
		return room
	}
	left := s.Height - 1 - behind
	if above := head + problems + 1; problems == 0 {
		left -= head
	} else if left-above >= leastEdits*min(edits, 3) { // else they scroll away
		left -= above
	}
	return min(room, max(left, leastEdits))
}

// notes returns lines about a run besides its edits.
func (s *Short) notes(o *overview.Overview) []string {
	t := o.Total
	if len(cells.DifferingWords(&t)) > 0 && o.Exit != 0 {
		t.Forms = 0 // the verdict says so
	}
	lines := append(s.unedited.lines(s.Diff), unmergedLines(&o.Unmerged)...)
	lines = append(lines, orphanLines(&o.Orphans)...)
	lines = append(lines, cells.Matters(&t)...)
	lines = append(lines, cells.Samples(o, printable.Line)...)
	if s.stale != "" {
		lines = append(lines, "stale: the first stale answer is that of "+s.stale)
	}
	return append(lines, baselineLines(o)...)
}

func (s *Short) lines(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(s.w, line)
	}
}

// rows returns the number of rows that lines take.
func (s *Short) rows(lines []string) int {
	n := 0
	for _, line := range lines {
		n += printable.Rows(line, s.Width)
	}
	return n
}

// paragraph ends a part with an empty line.
func (s *Short) paragraph(any bool) {
	if any {
		fmt.Fprintln(s.w)
	}
}

func (s *Short) moreProblems() {
	if n := s.problems.more(); n > 0 {
		fmt.Fprintf(&s.told, "and %s in error or failed; --full shows them\n", wording.Number(n, "more case"))
	}
	if n := s.warned.more(); n > 0 {
		fmt.Fprintf(&s.told, "and %s with warnings; --full shows them\n", wording.Number(n, "more case"))
	}
}

// baselineLines names the baselines.
func baselineLines(o *overview.Overview) []string {
	var lines []string
	for _, c := range o.Baselines[:min(mostBaselines, len(o.Baselines))] {
		lines = append(lines, c.String())
	}
	if n := len(o.Baselines) - mostBaselines; n > 0 {
		lines = append(lines, fmt.Sprintf("and %s; --full shows them", wording.Number(n, "more baseline")))
	}
	return lines
}
