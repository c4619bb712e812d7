package rows

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// noise is text that does not compress well.
func noise(seed byte, size int) string {
	b := make([]byte, size)
	rand.NewChaCha8([32]byte{seed}).Read(b)
	for i := range b {
		b[i] = ' ' + b[i]%64
	}
	return string(b)
}

func opened(t *testing.T, dir, name string) *parquet.File {
	t.Helper()
	data := fileBytes(t, dir, name)
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A row group has at most 16 MB, unless it is a single larger row.
func TestRowGroupsAreSmall(t *testing.T) {
	dir := t.TempDir()
	r := &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{}}
	for i := range 20 {
		size := 1 << 20
		if i == 12 {
			size = 17 << 20
		}
		c := &trace.Call{Path: fmt.Sprintf("turn-%d/main-1", i+1), Stage: "main"}
		c.Request.Messages = []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", noise(byte(i), size))}
		for range 5000 { // rows of calls that are large without any text
			c.Request.Messages = append(c.Request.Messages, pipeline.Text(pipeline.RoleUser,
				fmt.Sprintf("section %d", i), "x"))
		}
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c})
	}
	written(t, dir, r)
	for _, name := range []string{"texts", "calls"} {
		f := opened(t, dir, name)
		if n := len(f.RowGroups()); n < 2 || n > 8 {
			t.Errorf("%s has %d row groups, want some", name, n)
		}
		for i, g := range f.Metadata().RowGroups {
			if g.TotalByteSize > 16<<20 && g.NumRows > 1 {
				t.Errorf("%s: row group %d has %d bytes in %d rows", name, i, g.TotalByteSize, g.NumRows)
			}
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "texts.parquet")); err != nil || info.Size() > 37<<20 {
		t.Errorf("texts.parquet has %d bytes for 36 MB of text: is a text in it twice? %v", info.Size(), err)
	}
}

func TestSchemaVersion(t *testing.T) {
	dir := t.TempDir()
	written(t, dir)
	for _, name := range parquetFiles {
		if v, ok := opened(t, dir, name).Lookup("schema_version"); !ok || v != "1" {
			t.Errorf("%s: schema_version %q, %v", name, v, ok)
		}
	}
}

// Zero is a value, and NULL is none: a temperature of 0 differs from an unset one.
func TestZeroIsNotNull(t *testing.T) {
	zero, none := 0.0, 0
	empty := &trace.Call{Path: "turn-1/main-1"}
	empty.Request.Options = pipeline.Options{Temperature: &zero, Seed: &none}
	failed := &trace.Call{Path: "turn-1/main-2", Failure: &pipeline.Failure{Reason: pipeline.Empty}}
	missed := &trace.Call{Path: "turn-1/main-3", Missed: true}
	r := &result.Result{Trace: &trace.Trace{}}
	for _, c := range []*trace.Call{empty, failed, missed} {
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c})
	}
	dir := t.TempDir()
	written(t, dir, r)
	type nulls struct {
		Temperature, TopP, Seed, TopK, Response, Reasoning, Input, Duration, At, Error, Detail, Decision, Format bool
	}
	var got []nulls
	for _, row := range readRows[callRow](t, dir, "calls") {
		got = append(got, nulls{
			row.Temperature == nil, row.TopP == nil, row.Seed == nil, row.TopK == nil, row.ResponseDigest == nil,
			row.ReasoningDigest == nil,
			row.InputTokens == nil, row.Duration == nil, row.At == nil, row.Failure == nil, row.FailureDetail == nil,
			row.Decision == nil, row.FormatDigest == nil,
		})
	}
	all := nulls{true, true, true, true, true, true, true, true, true, true, true, true, true}
	answered, broken := all, all
	answered.Temperature, answered.Seed, answered.Response = false, false, false
	broken.Error, broken.Detail = false, false
	if d := cmp.Diff([]nulls{answered, broken, all}, got); d != "" {
		t.Errorf("NULL (-want +got):\n%s", d)
	}
}

// Text that is not UTF-8 would make a whole file unreadable.
func TestErrorsBecomeUTF8(t *testing.T) {
	dir := t.TempDir()
	bad := "cut \xff here"
	c := &trace.Call{Failure: &pipeline.Failure{Reason: pipeline.Malformed, Err: errors.New(bad)},
		Fallbacks: []pipeline.Fallback{{Detail: bad}}}
	written(t, dir, &result.Result{
		Errors: []error{errors.New(bad)}, Failures: []string{bad}, Warnings: []string{bad}, Skipped: bad,
		Changes: []result.Change{{Status: result.New, Text: bad}},
		Trace:   &trace.Trace{Steps: []trace.Step{{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c}}},
	})
	row, call := readRows[caseRow](t, dir, "cases")[0], readRows[callRow](t, dir, "calls")[0]
	change := library(t, dir)[readRows[changeRow](t, dir, "changes")[0].Diff]
	got := []string{row.Errors[0], row.Failures[0], row.Warnings[0], row.Skipped, *call.FailureDetail,
		call.Fallbacks[0].Detail, change}
	for i, text := range got {
		if text != "cut \ufffd here" {
			t.Errorf("text %d is %q", i, text)
		}
	}
}

// No long text stands in a footer, as the smallest or largest value of its column.
func TestFootersAreSmall(t *testing.T) {
	dir, long := t.TempDir(), noise(1, 1<<20)
	fallback := pipeline.Fallback{Stage: "main", Reason: pipeline.Empty, Detail: long}
	answered := &trace.Call{Fallbacks: []pipeline.Fallback{fallback}, Decision: []byte(long),
		Response: pipeline.Response{Content: long}}
	failed := &trace.Call{Failure: &pipeline.Failure{Reason: pipeline.Empty, Err: errors.New(long)}}
	written(t, dir, &result.Result{
		Errors: []error{errors.New(long)}, Failures: []string{long}, Warnings: []string{long},
		Changes: []result.Change{{Status: result.Changed, Parts: []string{long}, Text: long}},
		Trace: &trace.Trace{Steps: []trace.Step{
			{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: answered},
			{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: failed},
			{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Fallback: &fallback}},
		}},
	})
	for _, name := range parquetFiles {
		for _, g := range opened(t, dir, name).Metadata().RowGroups {
			for _, c := range g.Columns {
				if n := len(c.MetaData.Statistics.MaxValue); n > 100 {
					t.Errorf("%s, %s: a largest value of %d bytes", name, strings.Join(c.MetaData.PathInSchema, "."), n)
				}
			}
		}
	}
}

// A file that reads back differently is an error, and is removed.
func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(*parquetFile[textRow]){
		"a value":  func(p *parquetFile[textRow]) { p.sum++ },
		"a row":    func(p *parquetFile[textRow]) { p.rows++ },
		"the head": func(p *parquetFile[textRow]) { overwrite(t, p.file, 0, "XXXX") },
		"a page":   func(p *parquetFile[textRow]) { overwrite(t, p.file, 2000, strings.Repeat("X", 200)) },
	} {
		dir := t.TempDir()
		p, err := createParquet[textRow](dir, "texts", newCodec())
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			if err := p.write(textRow{Digest: fmt.Sprint(i), Text: noise(byte(i), 1000)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.w.Close(); err != nil {
			t.Fatal(err)
		}
		damage(p)
		if p.verify() == nil {
			t.Errorf("damage to %s goes unseen", name)
		}
		if err := p.abort(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

func overwrite(t *testing.T, f *os.File, at int64, text string) {
	t.Helper()
	if _, err := f.WriteAt([]byte(text), at); err != nil {
		t.Fatal(err)
	}
}

// Ten thousand calls of three texts each, one of which is new.
func BenchmarkRows(b *testing.B) {
	const calls = 10_000
	b.ReportAllocs()
	for b.Loop() {
		rows, err := NewWriter(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		for i := range calls {
			c := &trace.Call{Path: fmt.Sprintf("turn-%d/main-1", i%6+1), Stage: "main"}
			c.Request.Messages = []pipeline.Message{
				pipeline.Text(pipeline.RoleSystem, "Base identity", strings.Repeat("You are Beaver. ", 50)),
				pipeline.Text(pipeline.RoleUser, "Message", fmt.Sprintf("Question %d: where is my order?", i)),
			}
			c.Response.Content = "It is on its way."
			step := trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c}
			if err := rows.Add(NewCase(&result.Result{Suite: "s", Case: fmt.Sprint(i / 6),
				Trace: &trace.Trace{Steps: []trace.Step{step}}})); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := rows.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*calls), "µs/call")
}
