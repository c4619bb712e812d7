package ci

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// Annotations collects the annotations of a run, and prints them when it has ended.
type Annotations struct {
	w        io.Writer
	below    string         // the project in the repository
	broken   annotationList // cases that could not run
	failing  annotationList
	changed  annotationList
	gates    annotationList
	warnings annotationList
}

// NewAnnotations prints to w. below is the project's path in its repository, the prefix of file names; empty: its root.
func NewAnnotations(w io.Writer, below string) *Annotations { return &Annotations{w: w, below: below} }

// Case adds the annotations of a case.
func (r *Annotations) Case(c *rows.Case) error {
	name := c.Title()
	r.broken.add(r.at(c, c.Line, name+" could not be run", c.ErrorTexts()))
	if !c.Apart() {
		r.failing.add(r.at(c, failingLine(c), name+" fails", c.Failures))
	}
	r.changed.add(r.at(c, c.Line, name+": prompts are not as accepted", differences(c)))
	r.warnings.add(r.at(c, c.Line, name+": stale answers", c.StaleCalls()))
	return nil
}

// at returns an annotation at a line of the case's file; for an orphan, at its golden; for a case of the program's own
// tests, without a file.
func (r *Annotations) at(c *rows.Case, line int, title string, lines []string) annotation {
	file := c.File
	if file == "" {
		file, line = c.Golden, 1
	}
	if file == noFile {
		return annotation{title: title, message: brief(lines)}
	}
	return annotation{file: path.Join(r.below, file), line: line, title: title, message: brief(lines)}
}

// noFile is the file name of a case without a file: fixtures.ImplicitFile.
const noFile = "(no fixture)"

// failingLine returns the line of the first turn that is not as expected.
func failingLine(c *rows.Case) int {
	for _, score := range c.Scores {
		if score.Required && !score.Holds {
			return score.Line
		}
	}
	return c.Line
}

// Limits of a message: lines, and bytes of a line.
const (
	mostLines = 10
	mostLine  = 500
)

// brief returns the first lines, and how many more there are.
func brief(lines []string) string {
	var kept []string
	for _, line := range lines[:min(len(lines), mostLines)] {
		kept = append(kept, strings.ToValidUTF8(printable.ClipBytes(line, mostLine), ""))
	}
	if more := len(lines) - len(kept); more > 0 {
		kept = append(kept, fmt.Sprintf("… and %d more", more))
	}
	return strings.Join(kept, "\n")
}

// decide adds the gates. Whatever a dropped one forbids is a warning, like the gate itself: nothing is red if the run
// is not.
func (r *Annotations) decide(gates []metric.Verdict) {
	var dropped annotationList
	for _, v := range gates {
		switch overview.GateStateOf(v) {
		case overview.Dropped:
			dropped.add(annotation{title: "a gate was dropped", message: v.Gate + ": dropped by --no-gate"})
		case overview.Failing: // for an open gate, the case in error is named instead
			r.gates.add(annotation{title: "a gate fails", message: strings.Join(overview.GateLines(v), "\n")})
		}
	}
	r.warnings = dropped.then(r.warnings)
	if !overview.GateWatched(gates, "expectations") {
		r.warnings, r.failing = r.warnings.then(r.failing), annotationList{}
	}
	if !overview.GateWatched(gates, "goldens") {
		r.warnings, r.changed = r.warnings.then(r.changed), annotationList{}
	}
}

// End prints the lines, first those of gates, since they decide, and of the warnings first dropped gates.
func (r *Annotations) End(o *overview.Overview) error {
	r.decide(o.Gates)
	if err := r.gates.then(r.broken).then(r.failing).then(r.changed).write(r.w, "error"); err != nil {
		return err
	}
	return r.warnings.write(r.w, "warning")
}

// differences returns the calls whose prompts differ from the accepted ones, and the forms.
func differences(c *rows.Case) []string {
	var lines []string
	for _, change := range c.Differing() {
		lines = append(lines, change.String())
	}
	for _, f := range c.Forms {
		lines = append(lines, fmt.Sprintf("%s: %s", f.File, f.Status))
	}
	return lines
}
