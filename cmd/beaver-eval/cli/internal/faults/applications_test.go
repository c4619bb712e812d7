package faults

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// The first of many cells are shown, unless all are requested; those as intended never are. A program's output never
// reaches a terminal unescaped.
func TestCellsShown(t *testing.T) {
	t.Parallel()
	r := faults.NewAppReport()
	for i := range 25 {
		for _, v := range []result.AppVerdict{result.AppOther, result.AppRetried} {
			r.Cells = append(r.Cells, faults.AppCell{
				Suite: "s", Case: "c", Path: fmt.Sprintf("turn-%d/chat-1.1", i+1), Stage: "chat", Fault: "status-429",
				Verdict: v, Why: "says \x1b[31mred\x1b[0m " + strings.Repeat("x", 500),
			})
		}
	}
	for full, want := range map[bool]int{false: 20, true: 25} {
		var out bytes.Buffer
		a := &app{console.New(&out, &out, func(string) string { return "" })}
		a.findings(r, full)
		text := out.String()
		if n := strings.Count(text, ": other: "); n != want || strings.Contains(text, "retried") {
			t.Errorf("full %v: %d lines, want %d", full, n, want)
		}
		if strings.Contains(text, "and 5 cells more: --full shows all\n") == full || strings.Contains(text, "\x1b") {
			t.Errorf("full %v:\n%s", full, text)
		}
		for line := range strings.Lines(text) {
			if len(line) > 400 {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
	}
}

// A program's output is plain text in a page of Markdown, whatever it contains.
func TestPageOfApplications(t *testing.T) {
	t.Parallel()
	r := faults.NewAppReport()
	r.Cells = []faults.AppCell{{Suite: "s", Case: "a](x)`", Path: "turn-1/chat-1.1", Stage: "chat", Fault: "status-429",
		Verdict: result.AppCrashed, Why: "<script>alert(1)</script> | [a](javascript:x) `\n# Title"}}
	var out bytes.Buffer
	a := &app{console.New(&out, &out, func(string) string { return "" })}
	if err := errors.Join(a.applicationsPage(r), a.Stdout.Flush(), a.Out.Finish(nil)); err != nil {
		t.Fatal(err)
	}
	_, cell, _ := strings.Cut(out.String(), "1 cell")
	if strings.Contains(cell, "<script") || strings.Contains(cell, "](") || strings.Contains(cell, "\n#") ||
		!strings.Contains(cell, "program crashed: <code>&#60;script&#62;") {
		t.Errorf("%s", cell)
	}
}

// Cells of applications are rows like those of systems, with the report's words for verdicts.
func TestRowsOfApplications(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, err := stored.NewFaults(dir)
	if err != nil {
		t.Fatal(err)
	}
	kept, want := keptRows{file}, []row{}
	for i, v := range result.AppVerdicts() {
		c := faults.AppCell{Suite: "s", Case: "c", Path: "turn-1/chat-1.1", Stage: "chat", Fault: "status-429",
			Class: fault.Transport, Every: i%2 == 1, Verdict: v, Why: "why", Asks: 1 + i}
		if err := kept.add(c.Suite, c.Case, faults.Results([]faults.AppCell{c})); err != nil {
			t.Fatal(err)
		}
		place := ""
		if c.Every {
			place = "every"
		}
		want = append(want, row{"s", "c", "turn-1/chat-1.1", "chat", "status-429", place, "transport", "", string(v),
			false, "", int32(1 + i), "why", ""})
	}
	if err := kept.close(); err != nil {
		t.Fatal(err)
	}
	got, err := parquet.ReadFile[row](filepath.Join(dir, "faults.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// row is a row of faults.parquet as in docs/parquet.md.
type row struct {
	Suite   string `parquet:"suite"`
	Case    string `parquet:"case_id"`
	Path    string `parquet:"path"`
	Stage   string `parquet:"stage"`
	Fault   string `parquet:"fault"`
	Place   string `parquet:"place"`
	Class   string `parquet:"class"`
	Policy  string `parquet:"policy"`
	Verdict string `parquet:"verdict"`
	Failing bool   `parquet:"failing"`
	Reason  string `parquet:"fallback_reason"`
	Tries   int32  `parquet:"tries"`
	Why     string `parquet:"reason"`
	Waited  string `parquet:"waited"`
}
