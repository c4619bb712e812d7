package page

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
)

// The tones of a figure.
const (
	bad  = "bad"
	good = "ok"
)

// figuresOf returns the six figures to read first.
func figuresOf(o *overview.Overview, groups []edit.Group) []Figure {
	t := &o.Total
	edits := Figure{Value: wording.Thousands(len(groups)), Unit: wording.Plural(len(groups), "edit", "edits"),
		Text: "in prompts, by cause"}
	if growth := cells.Growth(o.Growth(groups)); growth != "" {
		edits.Text = growth
	}
	tokens := t.Tokens.Prompt + t.Tokens.Output
	estimated := "all counted by models"
	if n := t.Tokens.Estimated; n == tokens {
		estimated = "all estimated"
	} else if n > 0 {
		estimated = wording.Thousands(n) + " of them estimated"
	}
	return []Figure{
		casesFigure(t), promptsFigure(t), edits, gatesFigure(o),
		{Value: wording.Thousands(tokens), Unit: wording.Plural(tokens, "token", "tokens"), Text: estimated},
		fallbacksFigure(o),
	}
}

func casesFigure(t *overview.Summary) Figure {
	f := Figure{Value: wording.Thousands(t.Cases - t.Failed), Of: wording.Thousands(t.Cases),
		Unit: "cases as expected", Tone: good}
	switch {
	case t.Failed > 0:
		f.Text, f.Tone = wording.Thousands(t.Failed)+" failed", bad
		if t.Errors > 0 {
			f.Text += ", " + wording.Thousands(t.Errors) + " of them in error"
		}
	case t.Cases == 0:
		f.Tone = ""
	}
	return f
}

func promptsFigure(t *overview.Summary) Figure {
	differ := t.Prompts.Differ()
	compared := t.Prompts.Unchanged + differ
	f := Figure{Value: wording.Thousands(t.Prompts.Unchanged), Of: wording.Thousands(compared),
		Unit: "prompts as accepted", Tone: good}
	switch {
	case differ > 0:
		f.Text, f.Tone = strings.Join(cells.DifferingWords(t), ", "), bad
	case compared == 0:
		f.Tone = ""
	}
	if n := t.Prompts.NotCompared; n > 0 {
		f.Text = strings.Join(append(cells.DifferingWords(t), wording.Thousands(n)+" not compared"), ", ")
	}
	return f
}

func gatesFigure(o *overview.Overview) Figure {
	var of [overview.Holding + 1]int
	for _, v := range o.Gates {
		of[overview.GateStateOf(v)]++
	}
	f := Figure{Value: wording.Thousands(of[overview.Holding]), Of: wording.Thousands(len(o.Gates)),
		Unit: "gates hold", Tone: good}
	var words []string
	for state, name := range []string{overview.Failing: "failing", overview.Open: "open", overview.Dropped: "dropped"} {
		if n := of[state]; n > 0 {
			words = append(words, wording.Thousands(n)+" "+name)
		}
	}
	f.Text = strings.Join(words, ", ")
	if of[overview.Failing]+of[overview.Open] > 0 {
		f.Tone = bad
	} else if len(o.Gates) == 0 {
		f.Tone = ""
	}
	return f
}

func fallbacksFigure(o *overview.Overview) Figure {
	n := 0
	for _, f := range o.Total.Fallbacks {
		n += f.Count
	}
	f := Figure{Value: wording.Thousands(n), Unit: wording.Plural(n, "fallback", "fallbacks")}
	if broken := o.Broken(); broken > 0 {
		f.Text = "and " + wording.Thousands(broken) + " " +
			wording.Plural(broken, "call", "calls") + " broken on purpose"
	}
	return f
}
