package record

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// summary prints and counts what is recorded.
type summary struct {
	out io.Writer

	all  bool   // calls with a scripted answer are recorded too
	from string // the run taken over; empty: none

	recorded, left int                      // cases
	suites         map[string]bool          // of those that were recorded
	whole          map[filter.CaseName]bool // recorded without a failed call
	differ         int                      // of them, whose replay is another
	overruled      map[string]bool          // suites whose cases have scripted answers for recorded calls
	lines          []string                 // what a suite should say then
	asked          int                      // answers
	timeouts       int                      // calls
	overflows      int                      // calls whose prompt did not fit
	unkept         int                      // unrecorded timeouts
	scripted       int                      // calls
	embedded       int                      // texts
	errors, bugs   int                      // cases
}

// change prints the change about to be made to a recording.
func (t *summary) change(c *live.Change) error {
	t.scripted += c.Scripted
	failures := t.failures(c)
	if !c.Writes() {
		t.left++
		if len(c.Failed) == 0 {
			return nil
		}
		_, err := io.WriteString(t.out, printable.Line("unchanged "+c.Suite.Name+"/"+c.Case+"  0 answers"+failures)+
			"\n"+calls(c.Failed))
		return err
	}
	t.recorded++
	t.suites[c.Suite.Name] = true
	if len(c.Failed) == 0 {
		t.whole[filter.CaseName{Suite: c.Suite.Name, ID: c.Case}] = true
	}
	if c.Overruled > 0 && !t.overruled[c.Suite.Name] {
		t.overruled[c.Suite.Name] = true
		t.lines = append(t.lines, c.Suite.File()+": scripted answers come first; `answers: recordings` lets "+
			"recordings win")
	}
	t.asked += c.Asked
	line := fmt.Sprintf("recorded %s/%s  %s%s", c.Suite.Name, c.Case, wording.Number(c.Asked, "answer"), failures)
	for _, more := range []struct {
		n    int
		what string
	}{{c.Kept, "kept"}, {c.Moved, "moved"}, {c.Dropped, "dropped"}, {c.Scripted, "scripted"}} {
		if more.n > 0 {
			line += fmt.Sprintf(", %d %s", more.n, more.what)
		}
	}
	text := printable.Line(line) + "\n" + calls(c.Failed)
	for _, d := range c.Decisions {
		text += printable.Line(fmt.Sprintf("  %s: %s → %s", d.Path, orNothing(d.Before), orNothing(d.Now))) + "\n"
	}
	if _, err := io.WriteString(t.out, text); err != nil {
		return err
	}
	return texts(t.out, c.Texts)
}

// failures counts the failures of a case, and returns them in words to follow its answers.
func (t *summary) failures(c *live.Change) string {
	timeouts, overflows := 0, 0
	for _, f := range c.Failed {
		switch {
		case f.Failure.Reason == pipeline.Overflow:
			overflows++
		default:
			timeouts++
		}
		if !f.Recorded {
			t.unkept++
		}
	}
	t.timeouts, t.overflows = t.timeouts+timeouts, t.overflows+overflows
	return failing(timeouts, overflows)
}

// failing returns failures in words, to follow a number of answers.
func failing(timeouts, overflows int) string {
	text := ""
	if timeouts > 0 {
		text += ", " + wording.Number(timeouts, "timeout")
	}
	if overflows > 0 {
		text += fmt.Sprintf(", %d did not fit", overflows)
	}
	return text
}

// mostFailed is how many failed calls of a case have a line.
const mostFailed = 5

// calls names the failed calls, and what happens to them.
func calls(failed []live.Failed) string {
	text := ""
	for _, f := range failed[:min(mostFailed, len(failed))] {
		becomes := "nothing is recorded"
		switch {
		case f.Recorded:
			becomes = "the failure is recorded"
		case f.Had:
			becomes = "the recorded answer stays"
		}
		line := fmt.Sprintf("  %s: %s; %s", f.Path, printable.Clip(f.Failure.Error(), 200), becomes)
		text += printable.Line(line) + "\n"
	}
	if more := len(failed) - mostFailed; more > 0 {
		text += fmt.Sprintf("  and %d more\n", more)
	}
	return text
}

func orNothing(decision string) string {
	if decision == "" {
		return "nothing"
	}
	return printable.Clip(decision, 200)
}

// vectors prints that a suite gets vectors.
func (t *summary) vectors(s *project.Suite, all *model.Embeddings, fresh int) {
	fmt.Fprintf(t.out, "recorded %s  %s of %s, %d in all\n", s.EmbeddingsFile(), wording.Number(fresh, "vector"),
		all.Model, all.Len())
	t.embedded += fresh
}

// result prints what stopped a case.
func (t *summary) result(r *result.Result) error {
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

// end prints the summary. lines have to be added to suites, if anything was recorded for them.
func (t *summary) end(lines []line, runErr error) error {
	text := ""
	for _, l := range lines {
		if t.suites[l.suite] {
			text += l.text + "\n"
		}
	}
	for _, l := range t.lines {
		text += l + "\n"
	}
	switch {
	case t.unkept > 0 && t.from != "":
		text += "cases with a timeout are not recorded: `beaver-eval run --resume " + console.Quoted(t.from) +
			"` asks again, --keep-timeouts records them anyway\n"
	case t.unkept > 0:
		text += "timeouts are not recorded: give the stage a longer deadline (deadlines: in the suite), or keep them " +
			"with --keep-timeouts\n"
	}
	text += fmt.Sprintf("%s recorded with %s%s; %s unchanged", wording.Number(t.recorded, "case"),
		wording.Number(t.asked, "answer"), failing(t.timeouts, t.overflows), wording.Number(t.left, "case"))
	if t.scripted > 0 {
		text += fmt.Sprintf("; %s stayed scripted", wording.Number(t.scripted, "call"))
	}
	if t.scripted > 0 && t.recorded == 0 && !t.all {
		text += ": --all-calls asks " + wording.Plural(t.scripted, "it", "them") + " too"
	}
	if t.embedded > 0 {
		text += "; " + wording.Number(t.embedded, "vector")
	}
	if t.differ > 0 {
		text += fmt.Sprintf("; %s when replayed", wording.Number(t.differ, "case")+" "+
			wording.Plural(t.differ, "differs", "differ"))
	}
	if t.errors > 0 {
		text += fmt.Sprintf("; %s in error", wording.Number(t.errors, "case"))
	}
	if errors.Is(runErr, context.Canceled) {
		text += "; interrupted: the recordings of the other cases stay as they were"
	}
	if t.recorded > 0 {
		text += "; next: `beaver-eval run`"
	}
	_, err := fmt.Fprintln(t.out, text)
	return err
}
