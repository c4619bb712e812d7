package examples_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// The heading of the table, and that of the section after it.
const (
	tableHeading = "### Each fault in each example\n"
	afterTable   = "\n## Recorded from Ollama\n"
)

// docs/examples/README.md has the verdicts of testdata/verdicts as a table, a row a fault and a column an example;
// -update writes it.
func TestVerdictTable(t *testing.T) {
	page := filepath.Join(project.Folder(t), "README.md")
	text := read(t, page)
	before, rest, found := strings.Cut(text, tableHeading)
	_, after, end := strings.Cut(rest, afterTable)
	if !found || !end {
		t.Fatalf("%s lacks %q or %q", page, tableHeading, afterTable)
	}
	want := before + tableHeading + verdictTable(t) + afterTable + after
	if *update && want != text {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, text); d != "" {
		t.Errorf("%s (-verdicts +page; -update writes it):\n%s", page, d)
	}
}

// verdictTable returns the text below the heading.
func verdictTable(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "verdicts", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no verdicts: %v", err)
	}
	var names []string
	cells := map[string]map[string][]string{} // verdicts by fault and example
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		names = append(names, name)
		for line := range strings.Lines(read(t, file)) {
			cell, verdict, _ := strings.Cut(strings.TrimSpace(line), ": ")
			fault := strings.TrimSuffix(cell[strings.LastIndex(cell, " ")+1:], ":every")
			fault, _, _ = strings.Cut(fault, "@")
			if cells[fault] == nil {
				cells[fault] = map[string][]string{}
			}
			if !slices.Contains(cells[fault][name], verdict) {
				cells[fault][name] = append(cells[fault][name], verdict)
			}
		}
	}
	var b strings.Builder
	b.WriteString("\nThe verdicts of all calls of an example, the first attempt or every one broken; – was not " +
		"tried.\n\n")
	b.WriteString("| fault | " + strings.Join(names, " | ") + " |\n|" + strings.Repeat(" --- |", len(names)+1) + "\n")
	for _, fault := range slices.Sorted(maps.Keys(cells)) {
		b.WriteString("| `" + fault + "` |")
		for _, name := range names {
			verdicts := cells[fault][name]
			slices.Sort(verdicts)
			if len(verdicts) == 0 {
				verdicts = []string{"–"}
			}
			b.WriteString(" " + strings.Join(verdicts, ", ") + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
