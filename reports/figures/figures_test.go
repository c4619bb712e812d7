package figures_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/figures"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Figures keep the order of their declaration; those that nobody declares come last, without words. What learning has
// changed stands with them, and no text ends a cell.
func TestLines(t *testing.T) {
	all := figures.New(map[string][]pipeline.Figure{"z": {
		{Name: "b.share", About: "a | b", Claim: "98%"}, {Name: "a.tokens", About: "t"},
	}})
	figure := func(system, name string, unit pipeline.FigureUnit, sum, of float64) trace.Figure {
		return trace.Figure{System: system, Name: name, Unit: unit, Sum: sum, Of: of, N: 2}
	}
	for _, r := range []*result.Result{
		{Suite: "one", Figures: []trace.Figure{figure("z", "a.tokens", pipeline.FigureMeanTokens, 2469, 2),
			figure("z", "b.share", pipeline.FigureShare, -1, 8), figure("z", "a.other", pipeline.FigureCount, 3, 0)},
			Scores: []score.Score{{Scorer: "learning", Metric: "effect.calls", Unit: score.Count, Value: 4},
				{Scorer: "routing", Metric: "accuracy", Unit: score.Share, Value: 1}}},
		{Suite: "two", Figures: []trace.Figure{figure("", "c.n", pipeline.FigureMeanCount, 1, 3)}},
		{Suite: "none"},
	} {
		all.Case(rows.NewCase(r))
	}
	var b strings.Builder
	if err := figures.WriteMarkdown(&b, all.Lines()); err != nil {
		t.Fatal(err)
	}
	want := `| suite | figure | value | of | document | what it is |
| --- | --- | --- | --- | --- | --- |
| two | ` + "`c.n`" + ` | 0.33 | 2 | – |  |
| one | ` + "`b.share`" + ` | -12.5% | 2 | 98% | a \| b |
| one | ` + "`a.tokens`" + ` | 1235 tokens | 2 | – | t |
| one | ` + "`a.other`" + ` | 3 | 2 | – |  |
| one | ` + "`learning.effect.calls`" + ` | 4 | 1 | – |  |
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
