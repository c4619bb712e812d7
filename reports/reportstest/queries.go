package reportstest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Query is a query over the files of a run, and its result: first the names of the columns.
type Query struct {
	Dir  string     `json:"dir"` // of the run
	SQL  string     `json:"sql"`
	Want [][]string `json:"-"`
}

// Queries reads the queries of a page in docs: ```sql RUN, and the result table after it. Dir is RUN.
func Queries(t *testing.T, page string) []Query {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	var all []Query
	for _, part := range strings.Split(string(text), "\n```sql ")[1:] {
		head, rest, _ := strings.Cut(part, "\n")
		sql, after, ok := strings.Cut(rest, "\n```\n")
		if !ok {
			t.Fatalf("a query without an end: %.60s", rest)
		}
		q := Query{Dir: head, SQL: sql}
		for line := range strings.Lines(strings.TrimLeft(after, "\n")) {
			if !strings.HasPrefix(line, "|") {
				break
			}
			if !strings.HasPrefix(line, "| ---") {
				q.Want = append(q.Want, cells(line))
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

// CheckQueries runs queries, whose runs are below dir, and compares the results with those of their page.
func CheckQueries(t *testing.T, dir string, all []Query) {
	t.Helper()
	for i := range all {
		all[i].Dir = filepath.Join(dir, all[i].Dir)
	}
	results := DuckDB(t, all)
	for i, q := range all {
		if !slices.EqualFunc(q.Want, results[i], slices.Equal) {
			t.Errorf("%s\nDuckDB:\n%s\nthe page:\n%s", q.SQL, markdown(results[i]), markdown(q.Want))
		}
	}
}

// NeedsDuckDB skips a test if there is no DuckDB.
func NeedsDuckDB(t *testing.T) {
	t.Helper()
	if os.Getenv("BEAVER_EVAL_DUCKDB") == "" {
		t.Skip("BEAVER_EVAL_DUCKDB names no folder with node_modules/@duckdb/node-api")
	}
}

// DuckDB runs queries, each in its folder.
func DuckDB(t *testing.T, all []Query) [][][]string {
	t.Helper()
	in, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join("..", "reportstest", "duckdb.cjs"))
	cmd.Env = append(cmd.Environ(), "NODE_PATH="+filepath.Join(os.Getenv("BEAVER_EVAL_DUCKDB"), "node_modules"))
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
