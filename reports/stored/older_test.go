package stored_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
)

// A run of an older version lacks some files: the export says so, and the rest can be read.
func TestRunOfAnOlderVersion(t *testing.T) {
	info, results := storedtest.Everything()
	run := storedtest.Record(t, t.TempDir(), info, results...)
	folder := run.Folder()
	for _, table := range []string{"tools", "candidates", "events", "figures"} {
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
