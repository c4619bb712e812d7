package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/fixtures/regular"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// The README's table of systems has a row for each, with the stages that call a model and the number of cases that the
// repository's suites have of it. (The speeds behind them are measured: docs/benchmarks.md.)
func TestReadmeNamesEachSystem(t *testing.T) {
	const root = "../.."
	readme, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	known, err := systems.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(regular.DirFS(root), root)
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]int{}
	names := slices.Sorted(maps.Keys(known))
	for _, s := range suites {
		err := s.EachCase(t.Context(), names, func(project.Info) error {
			cases[s.System]++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, s := range known {
		if _, described := s.(pipeline.Configured); described {
			continue // a suite says what it is
		}
		var stages []string
		for _, stage := range s.Stages() {
			if stage.Calls {
				stages = append(stages, "`"+stage.Name+"`")
			}
		}
		row := fmt.Sprintf("| [%s](docs/systems/%[1]s.md) | ", name)
		end := fmt.Sprintf(" | %s | %d | ", strings.Join(stages, ", "), cases[name])
		if !hasRow(string(readme), row, end) {
			t.Errorf("the table of systems has no row %s…%s…", row, end)
		}
	}
}

func hasRow(text, begin, holds string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, begin) && strings.Contains(line, holds) {
			return true
		}
	}
	return false
}
