package cost_test

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// exported writes results as rows, and exports the tables that the script reads.
func exported(t *testing.T, results []*result.Result) (calls, texts string) {
	t.Helper()
	dir := t.TempDir()
	w, err := rows.NewWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Add(rows.NewCase(r)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write := func(table string) string {
		name := filepath.Join(dir, table+".jsonl")
		err := disk.Stream(name, 0o644, func(out io.Writer) error {
			return export.Write(t.Context(), out, dir, table, "jsonl")
		})
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	return write("calls"), write("texts")
}

// recomputed runs the script; complaints are what it finds wrong.
func recomputed(t *testing.T, calls, texts string) (shares map[string]map[string]float64, complaints string) {
	t.Helper()
	cmd := exec.Command("python3", filepath.Join("testdata", "prefix.py"), calls, texts)
	var told strings.Builder
	cmd.Stderr = &told
	out, err := cmd.Output()
	if jsonErr := json.Unmarshal(out, &shares); jsonErr != nil {
		t.Fatal(err, jsonErr, told.String())
	}
	return shares, told.String()
}

// A script that knows nothing of the program finds the same prefix of every call of the repository, and the same
// shares.
func TestIndependentShares(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
	results := reportstest.RanSuites(t, reportstest.Repository(t), nil, "", reportstest.Sampled())
	calls, texts := exported(t, results)
	shares, complaints := recomputed(t, calls, texts)
	if complaints != "" {
		t.Errorf("%.2000s", complaints)
	}
	tallies := map[string]*metric.Tally{}
	for _, r := range results {
		if tallies[r.Suite] == nil {
			tallies[r.Suite] = metric.NewTally(nil)
		}
		tallies[r.Suite].Add(r)
	}
	compared := 0
	for suite, tally := range tallies {
		for _, m := range tally.Measures() {
			stage, is := strings.CutPrefix(m.Name, "prefix.share[")
			if !is {
				continue
			}
			compared++
			if want := shares[suite][strings.TrimSuffix(stage, "]")]; math.Abs(want-m.Value) > 1e-12 {
				t.Errorf("%s, %s: %v, the script says %v", suite, m.Name, m.Value, want)
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d shares", compared)
	}
	data, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(data), `"prefix_tokens":1`, `"prefix_tokens":2`, 1)
	if err := os.WriteFile(calls, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, complaints = recomputed(t, calls, texts); strings.Count(complaints, "\n") != 1 {
		t.Errorf("one wrong row, and the script says %q", complaints)
	}
}
