package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// exported returns the export of a table of a run's folder.
func exported(t reportstest.TB, dir, table, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, dir, table, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// written fills a folder with the rows of results.
func written(t reportstest.TB, dir string, results ...*result.Result) {
	t.Helper()
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
}

// anyRow is a row of another program's table: Write knows no column by name.
type (
	anyRow struct {
		Text   string    `parquet:"text"`
		None   *string   `parquet:"none"`
		Share  *float64  `parquet:"gen_ai.share"`
		Count  int32     `parquet:"count"`
		Holds  bool      `parquet:"holds"`
		At     int64     `parquet:"at,timestamp(millisecond)"`
		Texts  []string  `parquet:"texts,list"`
		Nested []anyPart `parquet:"nested,list"`
	}
	anyPart struct {
		Z string `parquet:"z"`
		A *int64 `parquet:"a"`
	}
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	half, none := -0.5, math.NaN()
	list := []anyRow{
		{Text: "=1+1", Share: &half, Count: -1, Holds: true, At: 1, Texts: []string{"-a", "b\"<"},
			Nested: []anyPart{{Z: "z"}}},
		{Text: "a \"b\",\nc", Share: &none},
	}
	if err := parquet.WriteFile(filepath.Join(dir, "scores.parquet"), list); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{
		"csv": "text,none,gen_ai.share,count,holds,at,texts,nested\n" +
			`'=1+1,,-0.5,-1,true,1970-01-01T00:00:00.001Z,"[""-a"",""b\""<""]","[{""z"":""z"",""a"":null}]"` + "\n" +
			"\"a \"\"b\"\",\nc\",,,0,false,1970-01-01T00:00:00Z,[],[]\n",
		"jsonl": `{"text":"=1+1","none":null,"gen_ai.share":-0.5,"count":-1,"holds":true,"at":"1970-01-01T00:00:00.001Z","texts":["-a","b\"<"],"nested":[{"z":"z","a":null}]}` + "\n" +
			`{"text":"a \"b\",\nc","none":null,"gen_ai.share":null,"count":0,"holds":false,"at":"1970-01-01T00:00:00Z","texts":[],"nested":[]}` + "\n",
	} {
		if d := cmp.Diff(want, exported(t, dir, "scores", format)); d != "" {
			t.Errorf("%s (-want +got):\n%s", format, d)
		}
	}
	lines := strings.TrimSuffix(exported(t, dir, "scores", "jsonl"), "\n")
	if d := cmp.Diff("[\n"+strings.ReplaceAll(lines, "\n", ",\n")+"\n]\n",
		exported(t, dir, "scores", "json")); d != "" {
		t.Errorf("json (-want +got):\n%s", d)
	}
}

// A table without rows is still a table.
func TestExportEmptyTable(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, &result.Result{Suite: "s", Case: "c"})
	for format, want := range map[string]string{"csv": "suite,case_id,sample,path,stage,status,parts,diff_digest," +
		"messages_before,tools_before,format_digest_before,parameters_digest_before\n",
		"json": "[]\n", "jsonl": ""} {
		if d := cmp.Diff(want, exported(t, dir, "changes", format)); d != "" {
			t.Errorf("%s (-want +got):\n%s", format, d)
		}
	}
}

// Times are RFC 3339, nested lists keep the order of their fields, and NULL differs from zero.
func TestExportCalls(t *testing.T) {
	dir := t.TempDir()
	call := &trace.Call{Path: "turn-1/main-1", Stage: "main", Request: pipeline.Request{Messages: []pipeline.Message{
		{Role: "user", Sections: []pipeline.Section{{Name: "text", Text: "hello"}}},
	}}}
	at := time.Date(2026, 1, 5, 9, 0, 0, 1000, time.FixedZone("", 3600))
	steps := []trace.Step{{Entry: pipeline.Entry{Kind: pipeline.EntryCall, At: at}, Call: call},
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: call}}
	written(t, dir, &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{Steps: steps}})
	lines := strings.Split(exported(t, dir, "calls", "jsonl"), "\n")
	for _, want := range []string{`"sent_at":"2026-01-05T08:00:00.000001Z"`,
		`"messages":[{"role":"user","name":"","tool_call_id":"","sections":[{"name":"text","text_digest":"`,
		`"gen_ai.request.seed":null,`, `"tokens_prompt":0,`} {
		if !strings.Contains(lines[0], want) {
			t.Errorf("no %s in %s", want, lines[0])
		}
	}
	if !strings.Contains(lines[1], `"sent_at":null`) {
		t.Errorf("a time where there is none: %s", lines[1])
	}
}

// The repository's own run: every table has its columns and rows in every format.
func TestExportOfTheRepository(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, reportstest.Ran(t, reportstest.Repository(t), "", reportstest.Sampled())...)
	mayBeEmpty := []string{"changes", "parts", "faults"} // no changes and no faults
	for _, table := range rows.Tables() {
		from, err := rows.Open[any](dir, table)
		if err != nil {
			t.Fatal(err)
		}
		var top []string
		for _, column := range from.Columns() {
			top = append(top, column.Name())
		}
		if err := from.Close(); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(strings.NewReader(exported(t, dir, table, "csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(top, records[0]); d != "" {
			t.Errorf("%s: columns (-file +exported):\n%s", table, d)
		}
		var list []map[string]any
		if err := json.Unmarshal([]byte(exported(t, dir, table, "json")), &list); err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(exported(t, dir, table, "jsonl"), "\n")
		if len(list) != len(records)-1 || len(list) != lines || !slices.Contains(mayBeEmpty, table) && lines == 0 {
			t.Errorf("%s: %d rows as csv, %d as json, %d as jsonl", table, len(records)-1, len(list), lines)
		}
	}
}

// Every text survives a CSV file unchanged, except for the apostrophe, and no cell begins like a formula.
func TestCSVCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("=+-@\t\r'\",;\n")))).Draw(t, "text")
		got := printable.CSV(text)
		if got != text && got != "'"+text {
			t.Fatalf("%q became %q", text, got)
		}
		if got != "" && strings.ContainsRune("=+-@\t\r", rune(got[0])) {
			t.Fatalf("%q is taken for a formula", got)
		}
	})
}

func TestExportTableErrors(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, &result.Result{Suite: "s", Case: "c"})
	if err := os.WriteFile(filepath.Join(dir, "calls.parquet"), []byte("PAR1 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "texts.parquet")); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{{"calls", "csv", "calls.parquet: "}, {"texts", "csv", "texts.parquet"},
		{"nothing", "csv", `there is no table "nothing"`}, {"cases", "xls", `there is no format "xls"`}} {
		err := Write(t.Context(), &bytes.Buffer{}, dir, c[0], c[1])
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s as %s: %v, want …%s…", c[0], c[1], err, c[2])
		}
	}
	full := errors.New("no room")
	for _, format := range Formats() {
		if err := Write(t.Context(), failingWriter{full}, dir, "cases", format); !errors.Is(err, full) {
			t.Errorf("%s into a full disk: %v", format, err)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
