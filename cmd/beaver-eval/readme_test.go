package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// The README's table of findings matches the results of the examples' tests.
func TestReadmeSaysWhatFaultsFound(t *testing.T) {
	readme := readText(t, "README.md")
	const example = `\| \[[^]]+\]\(docs/examples/([a-z-]+)/[^)]+\)`
	row := regexp.MustCompile("(?m)^" + example + " \\| `([^`]+)`[^|]* \\| `([^`]+)` \\|")
	found := row.FindAllStringSubmatch(readme, -1)
	if len(found) != 3 {
		t.Fatalf("the table has %d rows", len(found))
	}
	for _, m := range found {
		seen := readText(t, "cmd/beaver-eval/clitest/examples/testdata/verdicts/"+m[1]+".txt")
		if !strings.Contains(seen, " "+m[2]+": "+m[3]+"\n") {
			t.Errorf("no cell of %s: %s is %s", m[1], m[2], m[3])
		}
	}
}

// The table of systems in docs/systems.md has a row for each, with the stages that call a model and the number of its
// cases in the repository's suites. (The speeds are measured: docs/benchmarks.md.)
func TestSystemsPageNamesEachSystem(t *testing.T) {
	const root = "../.."
	page := readText(t, "docs/systems.md")
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(disk.DirFS(root), root)
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
			continue // described by a suite
		}
		var stages []string
		for _, stage := range s.Stages() {
			if stage.Calls {
				stages = append(stages, "`"+stage.Name+"`")
			}
		}
		row := fmt.Sprintf("| [%s](systems/%[1]s.md) | ", name)
		end := fmt.Sprintf(" | %s | %d | ", strings.Join(stages, ", "), cases[name])
		if !hasRow(page, row, end) {
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
