package comparison_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// The queries of docs/comparing.md give the results on the page.
func TestQueries(t *testing.T) {
	reportstest.NeedsDuckDB(t)
	all := reportstest.Queries(t, "comparing.md")
	if len(all) < 3 {
		t.Fatalf("only %d queries: is this the page?", len(all))
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "models"), 0o700); err != nil {
		t.Fatal(err)
	}
	w, err := rows.NewPairsWriter(filepath.Join(dir, "models"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := models()
	for i := range 3 { // two of which are in one run only
		id := fmt.Sprint("new-", i)
		b = append(b, routed("s", id, "new_task", time.Second))
		if i == 0 {
			a = append(a, routed("s", id, "new_task", time.Second))
		}
	}
	compare(t, a, b, comparison.Options{Metric: metric.Cases, Row: w.Add})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	reportstest.CheckQueries(t, dir, all)
}
