package suites

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Everything that the repository's cases measure can be named in a gate, and docs/scores.md names everything that a
// gate can name.
func TestMeasureNames(t *testing.T) {
	p, err := FindProject(".", "..")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(context.Background(), p, builtin(t), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	tally := NewTally(nil)
	err = Run(t.Context(), loaded, builtin(t), Options{Compare: true}, func(r *Result) error {
		tally.Add(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]bool{}
	for _, m := range tally.Measures() {
		r := reachOf(m.Name)
		if r.unit != m.Unit || m.Scores > 0 && (m.Value < r.least || m.Value > r.most) {
			t.Errorf("%s: %v %s, which is said to be a %s %s", m.Name, m.Value, m.Unit, r.unit, r)
		}
		if _, err := ParseGate(m.Name + " >= baseline"); err != nil && !strings.Contains(err.Error(), "comparison with the baseline already") {
			t.Error(err)
		}
		name, _, _ := strings.Cut(m.Name, "[")
		measured[name] = true
	}
	if len(measured) < 50 {
		t.Errorf("only %d things are measured: are the cases with scores gone?", len(measured))
	}
	text, err := os.ReadFile(filepath.Join("..", "docs", "scores.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, name := range measureNames() {
		scorer, metric, has := strings.Cut(name, ".")
		if !strings.Contains(page, "`"+name) && !(has && strings.Contains(page, "`"+scorer+".") && strings.Contains(page, "."+metric)) {
			t.Errorf("docs/scores.md does not name %s", name)
		}
	}
}
