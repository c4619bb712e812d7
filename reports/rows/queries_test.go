package rows

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// askedRuns makes the runs of the page: the built-in project; then the same with a longer prompt; and the cases of some
// of the repository's suites.
func askedRuns(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(name, 0o700); err != nil {
			t.Fatal(err)
		}
		return name
	}
	p, err := project.Open(starter.Files(), "")
	if err != nil {
		t.Fatal(err)
	}
	ran(t, p, "", runner.Options{}, at("starter"))
	ran(t, p, "", runner.Options{}, at("growth/before"))
	ran(t, p, longerPrompts(t), runner.Options{}, at("growth/after"))
	bySuite := map[string][]*result.Result{}
	for _, r := range ran(t, repository(t), "", runner.Options{}, at("all")) {
		bySuite[r.Suite] = append(bySuite[r.Suite], r)
	}
	written(t, at("skills"), bySuite["beaver-skills-shared"]...)
	written(t, at("scores"), bySuite["beaver-scores"]...)
	written(t, at("beaver"), bySuite["beaver"]...)
	written(t, at("faults"), broken(t, "agens-fallbacks")...)
	return dir
}

// broken returns the results of a suite with a matrix of faults.
func broken(t *testing.T, suite string) []*result.Result {
	t.Helper()
	cells := func(ctx context.Context, s *project.Suite, p *runner.Prepared) (runner.BrokenCalls, error) {
		m := faults.Of(s)
		m.Judged = true
		all, _, err := (*faults.Kept)(nil).Cells(ctx, m, s, p)
		return runner.BrokenCalls{Cells: all}, err
	}
	return reportstest.RanSuites(t, repository(t), []string{suite}, "", runner.Options{Cells: cells})
}

// longerPrompts returns a folder with beaver's templates, one of them with an extra sentence.
func longerPrompts(t *testing.T) string {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "prompts")
	if err := os.CopyFS(dir, pipeline.Prompted(sys).Prompts()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "router.system.tmpl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const before = "Return compact JSON only."
	longer := strings.Replace(string(text), before, before+" Think of the user's time before you answer.", 1)
	if longer == string(text) {
		t.Fatalf("%s has no %s", name, before)
	}
	if err := os.WriteFile(name, []byte(longer), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The queries of docs/queries.md give the results on the page.
func TestQueries(t *testing.T) {
	reportstest.NeedsDuckDB(t)
	all := reportstest.Queries(t, "queries.md")
	if len(all) < 5 {
		t.Fatalf("only %d queries: is this the page?", len(all))
	}
	reportstest.CheckQueries(t, askedRuns(t), all)
}

// Another reader gets every text unchanged, whatever is in it.
func TestAnotherReaderGetsTheTexts(t *testing.T) {
	reportstest.NeedsDuckDB(t)
	dir := t.TempDir()
	results := []*result.Result{{Trace: &trace.Trace{Steps: []trace.Step{}}}}
	for seed := range 200 {
		results[0].Trace.Steps = append(results[0].Trace.Steps, rapid.Custom(anyStep).Example(seed))
	}
	written(t, dir, results...)
	texts := len(library(t, dir))
	got := reportstest.DuckDB(t, []reportstest.Query{{Dir: dir,
		SQL: `SELECT count(*), count(*) FILTER (left(sha256(text), 32) = digest) FROM 'texts.parquet'`}})
	if n := fmt.Sprint(texts); texts < 20 || got[0][1][0] != n || got[0][1][1] != n {
		t.Errorf("%d texts, and DuckDB reads %v", texts, got[0][1])
	}
	got = reportstest.DuckDB(t, []reportstest.Query{{Dir: dir,
		SQL: `SELECT count(*), count(sent_at), count("gen_ai.request.seed"), max(len(messages)) FROM 'calls.parquet'`}})
	var at, seeds, most int
	for _, row := range readRows[callRow](t, dir, "calls") {
		if row.At != nil {
			at++
		}
		if row.Seed != nil {
			seeds++
		}
		most = max(most, len(row.Messages))
	}
	want := []string{"200", fmt.Sprint(at), fmt.Sprint(seeds), fmt.Sprint(most)}
	if d := cmp.Diff(want, got[0][1]); d != "" {
		t.Errorf("calls, times, seeds, most messages (-want +DuckDB):\n%s", d)
	}
}

// A column without a dot in its name needs no quotes in SQL, except group, which is a word of SQL.
func TestColumnsNeedNoQuotes(t *testing.T) {
	reportstest.NeedsDuckDB(t)
	dir := t.TempDir()
	written(t, dir, &result.Result{})
	var asked []reportstest.Query
	for _, name := range parquetFiles {
		var columns []string
		for _, f := range opened(t, dir, name).Schema().Fields() {
			if !strings.Contains(f.Name(), ".") && f.Name() != "group" {
				columns = append(columns, f.Name())
			}
		}
		asked = append(asked, reportstest.Query{Dir: dir, SQL: fmt.Sprintf("SELECT %s FROM '%s.parquet'",
			strings.Join(columns, ", "), name), Want: [][]string{columns}})
	}
	for i, got := range reportstest.DuckDB(t, asked) {
		if d := cmp.Diff(asked[i].Want[0], got[0]); d != "" {
			t.Errorf("%s (-want +got):\n%s", asked[i].SQL, d)
		}
	}
}
