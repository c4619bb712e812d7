package terminal

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// shortOf returns the short report of cases, with the built-in gates.
func shortOf(t *testing.T, results ...*result.Result) string {
	t.Helper()
	var screen painted
	shortTo(t, &screen, Settings{}, results...)
	return screen.String()
}

// shortTo is shortOf on a screen, with these settings.
func shortTo(t reportstest.TB, screen Screen, settings Settings, results ...*result.Result) {
	t.Helper()
	settings.Explain = func(err error) string { return "to answer " + strings.TrimPrefix(err.Error(), "f:1: ") + "\n" }
	settings.System = func(suite string) string { return strings.TrimRight(suite, "0123456789") }
	settings.Next = func(*overview.Overview) []string { return []string{"next: this"} }
	s := NewShort(screen, settings)
	cases := newCases(results)
	for _, c := range cases {
		if err := s.Case(c); err != nil {
			t.Fatal(err)
		}
	}
	o := finished(t, cases)
	if o.Total.Seconds = 1.24; o.Failing() {
		o.Exit = 1
	}
	if err := s.End(o); err != nil {
		t.Fatal(err)
	}
}

// A green run is a table and two lines; of more than ten suites each system has a line.
func TestShortOfManySuites(t *testing.T) {
	called := &trace.Trace{Steps: []trace.Step{{
		Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/main-1", Stage: "main", Try: 1},
		Call:  &trace.Call{Path: "turn-1/main-1", Stage: "main"},
	}}}
	var results []*result.Result
	for i := range 60 {
		results = append(results, &result.Result{
			Suite: fmt.Sprint([]string{"a", "b"}[i%2], i), Case: "c", Status: result.StatusOK,
			Changes: []result.Change{{Status: result.Unchanged}}, Trace: called,
		})
	}
	got := strings.Split(shortOf(t, results...), "\n")
	for i, line := range got {
		if got[i] = strings.Join(strings.Fields(line), " "); strings.Trim(line, "-") == "" {
			got[i] = ""
		}
	}
	want := []string{
		"system of 60 suites cases failed calls changed fallbacks stale tokens time", "",
		"a 30 0 30 0 0 0 0", "b 30 0 30 0 0 0 0", "total 60 0 60 0 0 0 0 1.24s", "",
		"gates: 4 hold", "ok: 60 cases, 60 prompts as accepted, 4 gates hold, 1.2s", "next: this", "",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// However many problems there are, the report is limited, and keeps the help for the first errors.
func TestShortOfMuchThatIsWrong(t *testing.T) {
	var results []*result.Result
	for i := range 100 {
		name := fmt.Sprintf("c%d", i)
		broken := &result.Result{Suite: "s", Case: name, Status: result.StatusError}
		for n := range 9 {
			broken.Errors = append(broken.Errors, fmt.Errorf("f:1: %s, call %d", name, n))
		}
		long := strings.Repeat("line\n", 50)
		results = append(results, broken,
			&result.Result{Suite: "s", Case: "f" + name, Status: result.StatusFailed,
				Failures: []string{long, "b", "c"}},
			&result.Result{Suite: "s", Case: "w" + name, Status: result.StatusOK, Warnings: []string{long, "b", "c"}},
			&result.Result{Suite: "s", Case: "n" + name, Status: result.StatusOK,
				Changes: []result.Change{{Status: result.New, Text: long}, {Status: result.New}}},
			&result.Result{Suite: "s", Case: "o" + name, Status: result.StatusOrphan,
				Changes: []result.Change{{Status: result.Missing}}})
	}
	text := shortOf(t, results...)
	for _, want := range []string{
		"error    s/c0\n  f:1: c0, call 0\n  to answer c0, call 0\n",
		"  and 6 more errors\nfailed   s/fc0\n  line\n  … 49 more lines; --full shows them\n  b\n  and 1 more\n",
		"error    s/c3\n  f:1: c3, call 0\n  and 8 more errors\n",
		"and 190 more cases in error or failed; --full shows them\n" +
			"and 90 more cases with warnings; --full shows them\n\n",
		"new: 200 prompts in 100 cases have no golden yet, first s/nc0\n" +
			"missing: 100 prompts of 100 cases that were removed, first s/oc0\n\n",
		"\nFAILS: 100 cases in error, 100 cases fail, 200 new, 100 missing prompts in 200 cases, " +
			"gate stale does not hold\nnext: this\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "\n"); n > 150 {
		t.Errorf("%d lines:\n%s", n, text)
	}
}

// edits returns a case with so many edited sections, of so many lines each.
func edits(groups, lines int) *result.Result {
	r := &result.Result{Suite: "s", Case: "c", Status: result.StatusOK}
	for i := range groups {
		path := fmt.Sprintf("turn-%d/main-1", i)
		var before, after strings.Builder
		for n := range lines {
			fmt.Fprintf(&before, "Line %d: old%dx%d%s.\n", n, i, n, strings.Repeat(" and so on", n))
			fmt.Fprintf(&after, "Line %d: new%dx%d%s.\n", n, i, n, strings.Repeat(" and so on", n))
		}
		r.Edits = append(r.Edits, storedtest.EditedIn(fmt.Sprint("S", i), path, before.String(), after.String())...)
		r.Changes = append(r.Changes, result.Change{Status: result.Changed, Path: path, Stage: "main"})
	}
	return r
}

// window is a terminal of so many columns. It keeps the rows.
type window struct {
	columns int
	rows    []string
	lines   strings.Builder
}

func (w *window) Write(data []byte) (int, error) { return w.lines.Write(data) }
func (w *window) Paint(string)                   {}
func (w *window) Emphasize(int, int)             {}
func (w *window) Flush() error {
	for line := range strings.Lines(w.lines.String()) {
		line = strings.TrimSuffix(line, "\n")
		spans, _ := printable.Breaks(line, w.columns)
		for _, span := range spans {
			w.rows = append(w.rows, line[span[0]:span[1]])
		}
	}
	w.lines.Reset()
	return nil
}

// A terminal shows everything from the first edit to the next steps at once, and the problems of cases if they are
// brief. Up to eight edits are all there, each with its words; and nothing that fits is left out.
func TestShortFitsATerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(10, 60)).Draw(t, "groups")
		height, columns := rapid.IntRange(24, 60).Draw(t, "height"), rapid.IntRange(60, 150).Draw(t, "columns")
		failing := rapid.IntRange(0, 2).Draw(t, "failing")
		results := []*result.Result{edits(groups, rapid.IntRange(1, 12).Draw(t, "lines"))}
		for i := range failing {
			results = append(results, &result.Result{Suite: "s", Case: fmt.Sprint("f", i),
				Status: result.StatusFailed, Failures: []string{"turn-1: no"}})
		}
		screen := &window{columns: columns}
		shortTo(t, screen, Settings{Width: columns, Height: height}, results...)
		text := strings.Join(screen.rows, "\n")
		last := screen.rows[max(0, len(screen.rows)-(height-1)):]
		shown := strings.Join(last, "\n")
		if n := strings.Count(shown, "edited   "); n != strings.Count(text, "edited   ") || groups <= 8 && n != groups {
			t.Fatalf("%d of %d edits are on the screen:\n%s", n, groups, text)
		}
		if failing == 0 && groups <= 8 && strings.Count(shown, "\n+")+strings.Count(shown, "  +") < groups {
			t.Fatalf("an edit has no words:\n%s", shown)
		}
		if groups <= 3 && strings.Count(shown, "failed   ") != failing {
			t.Fatalf("what failed is not on the screen:\n%s", text)
		}
		if !strings.Contains(shown, "FAILS: ") || !strings.HasSuffix(shown, "next: this") {
			t.Fatalf("no verdict:\n%s", shown)
		}
	})
}

// Each of several edits has a line, the first have their words too; beyond thirty they are counted.
func TestShortOfManyEdits(t *testing.T) {
	for _, groups := range []int{1, 2, 8, 9, 20, 30, 31, 300} {
		r := edits(groups, 9)
		text, _, _ := strings.Cut(shortOf(t, r), "gate FAILS")
		lines := strings.Split(strings.TrimRight(text, "<>\n"), "\n")
		most := linesOfEdits + 1
		if groups == 1 {
			most = linesOfOne
		}
		if n := strings.Count(text, "edited   "); n != min(groups, 30) || len(lines) > most {
			t.Errorf("%d groups: %d are named, in %d lines:\n%s", groups, n, len(lines), text)
		}
		if more := strings.Contains(text, "of edits; `beaver-eval diff` lists them"); more != (groups > 30) {
			t.Errorf("%d groups:\n%s", groups, text)
		}
		const rest = "in s/c/turn-0/main-1; `beaver-eval diff --cause "
		if groups == 1 && (len(lines) != linesOfOne || !strings.Contains(text, rest)) {
			t.Errorf("one edit:\n%s", text)
		}
	}
}

// A command that shows all edits is named only if it knows this run.
func TestShortNamesDiff(t *testing.T) {
	conflict := &result.Result{Suite: "s", Case: "m", Compared: true, Changes: []result.Change{
		{Status: result.Conflicted, Path: "turn-1/main-1"}}}
	for diff, want := range map[Diff][]string{
		DiffKnows: {"; `beaver-eval diff --cause ", "of edits; `beaver-eval diff` lists them",
			"; `beaver-eval diff` shows what changed against ours and theirs"},
		DiffKnowsNext: {"; `beaver-eval run`, then `beaver-eval diff --cause ",
			"of edits; `beaver-eval run`, then `beaver-eval diff` lists them",
			"; `beaver-eval run`, then `beaver-eval diff` shows what changed against ours and theirs"},
		DiffKnowsNot: {"; `--full` shows all of it", "of edits; `--full` lists them",
			"holds a merge conflict (1 prompt)\n"},
	} {
		var all string
		for _, groups := range []int{1, 31} {
			screen := &window{}
			shortTo(t, screen, Settings{Diff: diff}, edits(groups, 9), conflict)
			all += strings.Join(screen.rows, "\n") + "\n"
		}
		for _, words := range want {
			if !strings.Contains(all, words) {
				t.Errorf("%d: no %q in\n%s", diff, words, all)
			}
		}
		if diff == DiffKnowsNot && strings.Contains(all, "eval diff") {
			t.Errorf("diff, which shows an older run:\n%s", all)
		}
	}
}

// The diff of a stored run's change is printed below it.
func TestFailuresHaveDiffs(t *testing.T) {
	var b strings.Builder
	f := NewFailures(&b)
	c := rows.NewCase(&result.Result{Suite: "s", Case: "c", Errors: []error{errors.New("e")}, Changes: []result.Change{
		{Status: result.Changed, Path: "turn-1/main-1", Parts: []string{"message 1"}, Text: "@@ -1 +1 @@\n-a\n+b\n"},
	}})
	c.Undiffed = 2
	if err := f.Case(c); err != nil {
		t.Fatal(err)
	}
	want := "error    s/c\n  e\nchanged  s/c\n  turn-1/main-1 · message 1\n    @@ -1 +1 @@\n    -a\n    +b\n" +
		"  diffs left out: 2; those of the first 1000 changed calls are shown\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
