package ci

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

func markdownOf(t reportstest.TB, run *stored.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteMarkdown(t.Context(), &b, run); err != nil {
		t.Fatal(err)
	}
	checkMarkdown(t, b.String())
	return b.String()
}

// checkMarkdown checks what holds for every page: the marker, the limit, whole characters, closed fences and folds, and
// tables whose rows have the columns of their head.
func checkMarkdown(t reportstest.TB, page string) {
	t.Helper()
	switch {
	case !strings.HasPrefix(page, marker+"\n"):
		t.Fatalf("it begins with %.40q", page)
	case len(page) >= 64_000:
		t.Fatalf("it has %d bytes", len(page))
	case !utf8.ValidString(page):
		t.Fatal("a character is cut in two")
	}
	fence, columns, folds := "", 0, 0
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case fence != "":
			if line == fence {
				fence = ""
			}
			continue
		case strings.HasPrefix(line, "```"):
			fence = strings.TrimSuffix(line, "diff")
			continue
		}
		if strings.Trim(line, " -=") == "" && line != "" {
			t.Fatalf("%q makes a title of the line above", line)
		}
		folds += strings.Count(line, "<details") - strings.Count(line, "</details>")
		if i := strings.IndexAny(regexp.MustCompile(`<code>[^<>]*</code>|</?(details|details open|summary)>`).ReplaceAllString(line,
			""), "<>`@\x1b\r"); i >= 0 && line != marker {
			t.Fatalf("markup of others: %q", line)
		}
		n := strings.Count(line, "|") - 1
		if !strings.HasPrefix(line, "|") {
			n = 0
		}
		if columns > 0 && n > 0 && n != columns {
			t.Fatalf("%d columns under a head of %d: %q", n, columns, line)
		}
		columns = n
	}
	if fence != "" || folds != 0 {
		t.Fatalf("a fence %q and %d folds are open at the end of\n%s", fence, folds, page)
	}
}

func TestMarkdown(t *testing.T) {
	info, results := storedtest.Everything()
	run := storedtest.Record(t, t.TempDir(), info, results...)
	got := strings.ReplaceAll(markdownOf(t, run), run.Name, "NAME")
	seen := overview.New(nil)
	for _, r := range results {
		seen.Add(rows.NewCase(r))
	}
	for _, note := range cells.Notes(&seen.Total) { // worded as in the table that run prints
		if line := "- " + note + "\n"; strings.Contains(got, line) {
			got = strings.Replace(got, line, "", 1)
		} else {
			t.Errorf("no line %q", line)
		}
	}
	want, err := os.ReadFile(filepath.Join("testdata", "summary.md"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("testdata/summary.md (-want +got):\n%s", d)
	}
}

func TestMarkdownVerdict(t *testing.T) {
	failing := metric.Verdict{Gate: "goldens", Measure: "goldens"}
	holding := metric.Verdict{Gate: "stale", Measure: "stale", Holds: true}
	for want, info := range map[string]stored.Info{
		"all gates hold":          {Gates: []metric.Verdict{holding}},
		"1 of 2 gates fail":       {Exit: 1, Gates: []metric.Verdict{failing, holding}},
		"1 case could not be run": {Exit: 2, Gates: []metric.Verdict{failing}},
		"an internal error of the harness or of a system in 1 case": {Exit: 3},
		"interrupted; only the cases that had ended are here":       {Exit: 130, Interrupted: true},
	} {
		page := markdownOf(t, storedtest.Record(t, t.TempDir(), info, &result.Result{Suite: "s", Case: "c",
			Status: result.StatusError, Bug: true, Errors: []error{errors.New("x")}}))
		if line := strings.Split(page, "\n")[1]; line != "## beaver-eval: "+want {
			t.Errorf("got %q, want %q", line, want)
		}
	}
}

// A page of a large run is cut between entries, says how much is left out, and keeps a part of every section.
func TestMarkdownOfALargeRun(t *testing.T) {
	info := stored.Info{Exit: 1}
	for i := range 4000 {
		info.Gates = append(info.Gates, metric.Verdict{Gate: fmt.Sprintf("routing.accuracy >= 0.%d", i),
			Measure: "routing.accuracy", Dropped: i%3 == 1, Holds: i%3 == 2})
	}
	var results []*result.Result
	for i := range 900 {
		r := &result.Result{Suite: fmt.Sprintf("suite-%03d", i/2), Case: fmt.Sprintf("c%d", i),
			Status: result.StatusFailed}
		for range 7 {
			r.Failures = append(r.Failures, strings.Repeat("龍|", 400))
		}
		r.Changes = []result.Change{{Status: result.Changed, Path: "p"}}
		r.Edits = storedtest.EditedIn(fmt.Sprint("Rules-", i), "p", "a", "b") // an edit for each case
		r.Edits[0].Hunks[0].New = append(slices.Repeat([]string{"`龍 is a line"}, 2000), fmt.Sprint(i))
		r.Edits[0].Hunks[0].Atoms = []edit.Atom{{New: fmt.Sprint(i)}}
		results = append(results, r)
	}
	page := markdownOf(t, storedtest.Record(t, t.TempDir(), info, results...))
	if len(page) < 50_000 {
		t.Errorf("only %d bytes of %d are used", len(page), mostPage)
	}
	for _, want := range []string{
		"… and 4 more reasons\n", "more lines\n",
		" of 1334 failing gates are left out here.", " of 2666 other gates are left out here.",
		" of 1333 dropped gates are left out here.",
		" of 450 suites are left out here.",
		" of 900 failing cases are left out here.", " of 900 edits are left out here.", "| **total** |",
		"</code> <code>main · message 1",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}

// Whatever the texts of a run, the page keeps its form.
func TestMarkdownOfHostileTexts(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		info, results := storedtest.HostileRun(t)
		run := storedtest.Record(t, dir, info, results...)
		defer os.RemoveAll(run.Folder())
		markdownOf(t, run)
	})
}

// A cut page has at most so many bytes, whatever its sections.
func TestMarkdownPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sections []*section
		for range rapid.IntRange(0, 7).Draw(t, "sections") {
			s := &section{what: "things", head: "### T\n", foot: "end\n"}
			size := rapid.IntRange(1, 6000).Draw(t, "size")
			for range rapid.IntRange(0, 100).Draw(t, "entries") {
				s.add(strings.Repeat("x", size) + "\n")
			}
			sections = append(sections, s)
		}
		if text := page("first\n", sections); len(text) >= 64_000 {
			t.Fatalf("%d bytes", len(text))
		}
	})
}

func TestMarkdownErrors(t *testing.T) {
	info, results := storedtest.Everything()
	for _, name := range []string{"cases", "changes", "parts", "texts"} {
		run := storedtest.Record(t, t.TempDir(), info, results...)
		if err := os.WriteFile(filepath.Join(run.Folder(), name+".parquet"), []byte("nothing"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := WriteMarkdown(t.Context(), &bytes.Buffer{}, run)
		if err == nil || !strings.Contains(err.Error(), name+".parquet: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
