package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
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
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// query is one of docs/queries.md: ```sql NAME, where NAME is one of the runs below, and the result table after it.
type query struct {
	Dir  string `json:"dir"`
	SQL  string `json:"sql"`
	want [][]string
}

// queries reads the page.
func queries(t *testing.T) []query {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "queries.md"))
	if err != nil {
		t.Fatal(err)
	}
	var all []query
	for _, part := range strings.Split(string(text), "\n```sql ")[1:] {
		head, rest, _ := strings.Cut(part, "\n")
		sql, after, ok := strings.Cut(rest, "\n```\n")
		if !ok {
			t.Fatalf("a query without an end: %.60s", rest)
		}
		q := query{Dir: head, SQL: sql}
		for line := range strings.Lines(strings.TrimLeft(after, "\n")) {
			if !strings.HasPrefix(line, "|") {
				break
			}
			if !strings.HasPrefix(line, "| ---") {
				q.want = append(q.want, cells(line))
			}
		}
		all = append(all, q)
	}
	return all
}

func cells(line string) []string {
	list := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

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
	cells := func(ctx context.Context, s *project.Suite, p *runner.Prepared) ([]result.Cell, []score.Score, error) {
		m := faults.Of(s)
		m.Judged = true
		all, err := m.Cells(ctx, s, p)
		return all, nil, err
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
	modules := duckdbModules(t)
	dir, all := askedRuns(t), queries(t)
	if len(all) < 5 {
		t.Fatalf("only %d queries: is this the page?", len(all))
	}
	for i := range all {
		all[i].Dir = filepath.Join(dir, all[i].Dir)
	}
	results := duckdb(t, modules, all)
	for i, q := range all {
		if d := cmp.Diff(q.want, results[i]); d != "" {
			t.Errorf("%s\n(-page +DuckDB):\n%s\n%s", q.SQL, d, markdown(results[i]))
		}
	}
}

// Another reader gets every text unchanged, whatever is in it.
func TestAnotherReaderGetsTheTexts(t *testing.T) {
	modules, dir := duckdbModules(t), t.TempDir()
	results := []*result.Result{{Trace: &trace.Trace{Steps: []trace.Step{}}}}
	for seed := range 200 {
		results[0].Trace.Steps = append(results[0].Trace.Steps, rapid.Custom(anyStep).Example(seed))
	}
	written(t, dir, results...)
	texts := len(library(t, dir))
	got := duckdb(t, modules, []query{{Dir: dir,
		SQL: `SELECT count(*), count(*) FILTER (left(sha256(text), 32) = digest) FROM 'texts.parquet'`}})
	if n := fmt.Sprint(texts); texts < 20 || got[0][1][0] != n || got[0][1][1] != n {
		t.Errorf("%d texts, and DuckDB reads %v", texts, got[0][1])
	}
	got = duckdb(t, modules, []query{{Dir: dir,
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

// A column without a dot in its name needs no quotes in SQL.
func TestColumnsNeedNoQuotes(t *testing.T) {
	modules, dir := duckdbModules(t), t.TempDir()
	written(t, dir, &result.Result{})
	var asked []query
	for _, name := range parquetFiles {
		var columns []string
		for _, f := range opened(t, dir, name).Schema().Fields() {
			if !strings.Contains(f.Name(), ".") {
				columns = append(columns, f.Name())
			}
		}
		asked = append(asked, query{Dir: dir, SQL: fmt.Sprintf("SELECT %s FROM '%s.parquet'",
			strings.Join(columns, ", "), name), want: [][]string{columns}})
	}
	for i, got := range duckdb(t, modules, asked) {
		if d := cmp.Diff(asked[i].want[0], got[0]); d != "" {
			t.Errorf("%s (-want +got):\n%s", asked[i].SQL, d)
		}
	}
}

// duckdbModules returns the folder whose node_modules has DuckDB.
func duckdbModules(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("BEAVER_EVAL_DUCKDB")
	if dir == "" {
		t.Skip("BEAVER_EVAL_DUCKDB names no folder with node_modules/@duckdb/node-api")
	}
	return dir
}

// duckdb runs the queries.
func duckdb(t *testing.T, modules string, all []query) [][][]string {
	t.Helper()
	in, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join("testdata", "duckdb.cjs"))
	cmd.Env = append(cmd.Environ(), "NODE_PATH="+filepath.Join(modules, "node_modules"))
	cmd.Stdin, cmd.Stderr = strings.NewReader(string(in)), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var values [][][]*string
	if err := json.Unmarshal(out, &values); err != nil {
		t.Fatal(err)
	}
	results := make([][][]string, len(values))
	for i, rows := range values {
		for _, row := range rows {
			list := make([]string, len(row))
			for j, v := range row {
				if v != nil {
					list[j] = *v
				}
			}
			results[i] = append(results[i], list)
		}
	}
	return results
}

// markdown returns a result in the form of the page.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	return b.String()
}
