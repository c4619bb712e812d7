package terminal

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/verdict"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// Verdict prints a run in one line, when it has ended.
type Verdict struct {
	w    io.Writer
	next func(*overview.Overview) string
}

// NewVerdict prints to w. next says what a person does next; empty: nothing.
func NewVerdict(w io.Writer, next func(*overview.Overview) string) *Verdict { return &Verdict{w, next} }

// Case does nothing: the verdict is known at the end.
func (v *Verdict) Case(*rows.Case) error { return nil }

// End prints the verdict.
func (v *Verdict) End(o *overview.Overview) error {
	_, err := fmt.Fprintln(v.w, VerdictLine(o, v.next(o)))
	return err
}

// VerdictLine says in a line how a run ended, in words where it is not green, and what to do next.
func VerdictLine(o *overview.Overview, next string) string {
	t := &o.Total
	wrong := strings.Join(whatIsWrong(o), ", ")
	line := "FAILS: "
	switch {
	case o.Interrupted:
		line = fmt.Sprintf("INTERRUPTED: %s had ended", plural.Number(t.Cases, "case"))
		if wrong != "" {
			line += "; " + wrong
		}
	case o.Exit == 0:
		line = "ok: " + strings.Join(whatIsRight(o), ", ")
	case o.Empty():
		line += "no case has run"
	case wrong == "":
		line += "it was asked for what there is not"
	default:
		line += wrong
	}
	if next != "" {
		line += "; " + next
	}
	return line
}

// whatIsWrong names what keeps a run from being green, the worst first.
func whatIsWrong(o *overview.Overview) []string {
	t := &o.Total
	var words []string
	if t.Errors > 0 {
		words = append(words, plural.Number(t.Errors, "case")+" in error")
	}
	if n := t.Failed - t.Errors; n > 0 {
		words = append(words, plural.Number(n, "case")+" "+plural.Choose(n, "fails", "fail"))
	}
	if verdict.Watched(o.Gates, "goldens") {
		words = append(words, differing(t)...)
	}
	var gates []string
	for _, v := range o.Gates {
		told := v.Suite == "" && (v.Measure == "goldens" || v.Measure == "expectations")
		if verdict.StateOf(v) == verdict.Failing && !told {
			gates = append(gates, printable.Line(verdict.Name(v)))
		}
	}
	switch n := len(gates); {
	case n > 1:
		words = append(words, fmt.Sprintf("%d other gates do not hold", n))
	case n == 1:
		words = append(words, "gate "+gates[0]+" does not hold")
	}
	return words
}

// differing are the prompts that are not as accepted.
func differing(t *overview.Summary) []string {
	var kinds, words []string
	for _, k := range []struct {
		n    int
		what string
	}{{t.Prompts.Changed, "changed"}, {t.Prompts.New, "new"}, {t.Prompts.Missing, "missing"},
		{t.Prompts.Conflicted, "conflicted"}} {
		if k.n > 0 {
			kinds = append(kinds, strconv.Itoa(k.n)+" "+k.what)
		}
	}
	if n := t.Prompts.Differ(); n > 0 {
		words = append(words, fmt.Sprintf("%s %s in %s", strings.Join(kinds, ", "),
			plural.Choose(n, "prompt", "prompts"), plural.Number(t.Differing, "case")))
	}
	if t.Forms > 0 {
		words = append(words, plural.Number(t.Forms, "form")+" "+plural.Choose(t.Forms, "differs", "differ"))
	}
	return words
}

// whatIsRight says what a green run has looked at.
func whatIsRight(o *overview.Overview) []string {
	t := &o.Total
	words := []string{
		plural.Number(t.Cases, "case"), plural.Number(t.Prompts.Unchanged, "prompt") + " as accepted",
	}
	if n := t.Prompts.NotCompared; n > 0 {
		words = append(words, strconv.Itoa(n)+" not compared")
	}
	if n := o.Broken(); n > 0 {
		words = append(words, plural.Number(n, "call")+" broken on purpose")
	}
	holding, dropped := 0, 0
	for _, v := range o.Gates {
		switch verdict.StateOf(v) {
		case verdict.Holding:
			holding++
		case verdict.Dropped:
			dropped++
		}
	}
	words = append(words, plural.Number(holding, "gate")+" "+plural.Choose(holding, "holds", "hold"))
	if dropped > 0 {
		words = append(words, strconv.Itoa(dropped)+" dropped")
		if t.Failed > 0 {
			words = append(words, plural.Number(t.Failed, "case")+" "+plural.Choose(t.Failed, "fails", "fail"))
		}
		words = append(words, differing(t)...)
	}
	return append(words, strconv.FormatFloat(t.Seconds, 'f', 1, 64)+"s")
}
