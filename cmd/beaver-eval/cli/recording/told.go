package recording

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/record"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// told prints what is recorded, and counts it.
type told struct {
	out io.Writer

	recorded, left int             // cases
	suites         map[string]bool // of those that were recorded
	overruled      map[string]bool // of those whose cases have scripted answers for what was recorded
	lines          []string        // what a suite should say of that
	asked          int             // answers
	scripted       int             // calls
	embedded       int             // texts
	errors, bugs   int             // cases
}

// change says what is about to become of a recording.
func (t *told) change(c *record.Change) error {
	t.scripted += c.Scripted
	if !c.Writes() {
		t.left++
		return nil
	}
	t.recorded++
	t.suites[c.Suite.Name] = true
	if c.Overruled > 0 && !t.overruled[c.Suite.Name] {
		t.overruled[c.Suite.Name] = true
		t.lines = append(t.lines, c.Suite.File()+": scripted answers go first; `answers: recordings` lets what was "+
			"recorded win")
	}
	t.asked += c.Asked
	line := fmt.Sprintf("recorded %s/%s  %s", c.Suite.Name, c.Case, plural.Number(c.Asked, "answer"))
	for _, more := range []struct {
		n    int
		what string
	}{{c.Kept, "kept"}, {c.Moved, "moved"}, {c.Dropped, "dropped"}, {c.Scripted, "scripted"}} {
		if more.n > 0 {
			line += fmt.Sprintf(", %d %s", more.n, more.what)
		}
	}
	text := printable.Line(line) + "\n"
	for _, d := range c.Decisions {
		text += printable.Line(fmt.Sprintf("  %s: %s → %s", d.Path, orNothing(d.Before), orNothing(d.Now))) + "\n"
	}
	_, err := io.WriteString(t.out, text)
	return err
}

func orNothing(decision string) string {
	if decision == "" {
		return "nothing"
	}
	return printable.Clip(decision, 200)
}

// vectors says that a suite gets vectors.
func (t *told) vectors(s *project.Suite, all *model.Embeddings, fresh int) {
	fmt.Fprintf(t.out, "recorded %s  %s of %s, %d in all\n", s.EmbeddingsFile(), plural.Number(fresh, "vector"),
		all.Model, all.Len())
	t.embedded += fresh
}

// result says what stopped a case.
func (t *told) result(r *result.Result) error {
	if r.Status != result.StatusError {
		return nil
	}
	t.errors++
	if r.Bug {
		t.bugs++
	}
	text := printable.Line("error    "+r.Suite+"/"+r.Case) + "\n"
	for _, err := range r.Errors {
		text += "  " + printable.Lines(err.Error()) + "\n"
	}
	_, err := io.WriteString(t.out, text)
	return err
}

// end sums up. lines are to be added to suites, if anything was recorded for them.
func (t *told) end(lines []line, runErr error) error {
	text := ""
	for _, l := range lines {
		if t.suites[l.suite] {
			text += l.text + "\n"
		}
	}
	for _, l := range t.lines {
		text += l + "\n"
	}
	text += fmt.Sprintf("%s recorded with %s; %s as they were", plural.Number(t.recorded, "case"),
		plural.Number(t.asked, "answer"), plural.Number(t.left, "case"))
	if t.scripted > 0 {
		text += fmt.Sprintf("; %s stayed scripted", plural.Number(t.scripted, "call"))
	}
	if t.embedded > 0 {
		text += "; " + plural.Number(t.embedded, "vector")
	}
	if t.errors > 0 {
		text += fmt.Sprintf("; %s in error", plural.Number(t.errors, "case"))
	}
	if errors.Is(runErr, context.Canceled) {
		text += "; interrupted: the recordings of the other cases are as they were"
	}
	if t.recorded > 0 {
		text += "; next: `beaver-eval run`"
	}
	_, err := fmt.Fprintln(t.out, text)
	return err
}
