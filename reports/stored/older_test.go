package stored_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
)

// A run of an older version lacks some files: the export says so, and the rest can be read.
func TestRunOfAnOlderVersion(t *testing.T) {
	info, results := storedtest.Everything()
	run := storedtest.Record(t, t.TempDir(), info, results...)
	folder := run.Folder()
	for _, table := range []string{"tools", "candidates", "events", "figures", "turns"} {
		if err := os.Remove(filepath.Join(folder, table+".parquet")); err != nil {
			t.Fatal(err)
		}
		err := export.Write(t.Context(), io.Discard, folder, table, "csv")
		if want := fmt.Sprintf("%s has no table %s: ", folder, table); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s…", err, want)
		}
	}
	type oldCase struct {
		Suite  string `parquet:"suite,dict"`
		Case   string `parquet:"case_id"`
		Status string `parquet:"status,dict"`
	}
	var cases []oldCase
	for _, r := range results {
		cases = append(cases, oldCase{r.Suite, r.Case, string(r.Status)})
	}
	if err := parquet.WriteFile(filepath.Join(folder, "cases.parquet"), cases); err != nil {
		t.Fatal(err)
	}
	n := 0
	count := func(*rows.Case) error { n++; return nil }
	if err := run.Cases(t.Context(), rows.With{Calls: true, Scores: true}, count); err != nil || n != len(results) {
		t.Errorf("%d of %d results, %v", n, len(results), err)
	}
	if err := ci.WriteMarkdown(t.Context(), io.Discard, run); err != nil {
		t.Error(err)
	}
	if err := ci.WriteJUnit(t.Context(), io.Discard, run, ci.JUnitOptions{}); err != nil {
		t.Error(err)
	}
}

// A run that knows nothing of turns, nor of what its goldens have, is read and exported as it is.
func TestRunWithoutGoldens(t *testing.T) {
	run, err := stored.Open("testdata", "20261126-060119-d125")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	with := rows.With{Calls: true, Scores: true, Diffs: 10, Edits: true}
	err = run.Cases(t.Context(), with, func(c *rows.Case) error {
		got = append(got, fmt.Sprintf("%s: %d calls, %d edits", c.Case, len(c.Trace.Calls()), len(c.Edits)))
		for _, change := range c.Differing() {
			moved := slices.ContainsFunc(c.Edits, func(p edit.Part) bool {
				return p.Path == change.Path && p.Move != nil && p.Move.From == 3 && p.Move.To == 4
			})
			got = append(got, fmt.Sprintf("%s, diff: %v, moved: %v, golden: %v", change.Path, change.Text != "", moved,
				change.Golden != nil))
		}
		return nil
	})
	want := []string{
		"router-down: 3 calls, 4 edits", "turn-1/router, diff: true, moved: true, golden: false",
		"turn-1/router#2, diff: true, moved: true, golden: false",
		"small-team: 8 calls, 2 edits", "turn-1/router, diff: true, moved: true, golden: false",
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	c, err := rows.ReadCase(t.Context(), run.Folder(), "starter", "small-team", 0)
	if err != nil || !strings.HasPrefix(c.Trace.Outcomes[0].Replies[0].Text, `"The Whale"`) {
		t.Errorf("%v, %v", c, err)
	}
	for _, table := range rows.Tables() {
		var out strings.Builder
		err := export.Write(t.Context(), &out, run.Folder(), table, "csv")
		newer := table == "turns" || table == "coverage"
		if (err != nil) != newer || strings.Contains(out.String(), "messages_before") {
			t.Errorf("%s: %v, %.200s", table, err, out.String())
		}
	}
	if err := ci.WriteMarkdown(t.Context(), io.Discard, run); err != nil {
		t.Error(err)
	}
}
