package metric_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A gate can name every measure of the repository's cases, and docs/scores.md names every measure that a gate can.
func TestMeasureNames(t *testing.T) {
	root := filepath.Join("..", "..")
	p, err := project.Find(".", root)
	if err != nil {
		t.Fatal(err)
	}
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(context.Background(), p, known, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	tally := metric.NewTally(nil)
	err = runner.Run(t.Context(), loaded, known, runner.Options{Compare: true}, func(r *result.Result) error {
		tally.Add(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var figures []pipeline.Figure
	for _, sys := range known {
		figures = append(figures, trace.FiguresOf(sys)...)
	}
	measured := map[string]bool{}
	for _, m := range tally.Measures() {
		g, err := metric.ParseGate(m.Name+" >= baseline", figures...)
		unit, least, most := metric.Range(g)
		if unit != m.Unit || m.Scores > 0 && (m.Value < least || m.Value > most) {
			t.Errorf("%s: %v %s, which is said to be a %s from %v to %v", m.Name, m.Value, m.Unit, unit, least, most)
		}
		if err != nil && !strings.Contains(err.Error(), "comparison with the baseline already") {
			t.Error(err)
		}
		name, _, _ := strings.Cut(m.Name, "[")
		measured[name] = true
	}
	if len(measured) < 50 {
		t.Errorf("only %d things are measured: are the cases with scores gone?", len(measured))
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "scores.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	all := metric.MeasureNames()
	for _, f := range figures {
		if all = append(all, f.Name); !measured[f.Name] {
			t.Errorf("no case measures %s", f.Name)
		}
	}
	for _, name := range all {
		scorer, short, has := strings.Cut(name, ".")
		if !strings.Contains(page, "`"+name) &&
			!(has && strings.Contains(page, "`"+scorer+".") && strings.Contains(page, "."+short)) {
			t.Errorf("docs/scores.md does not name %s", name)
		}
	}
}
