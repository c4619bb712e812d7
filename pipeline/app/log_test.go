package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const lines = `{"case":"a","messages":[{"role":"user","content":"1"}]}` + "\r\n\n" +
	`{"case":"b","turn":3,"messages":[{"role":"user","content":"2"}]}` + "\n" +
	`{"case":"a","messages":[{"role":"user","content":"3"}]}`

// Lines of a case need not stand together; their order is that of the file, and their numbers are those of the file.
func TestLog(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	opened, err := OpenLog(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	spooled, err := Spool(t.Context(), strings.NewReader(lines), "stdin")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Log{opened, spooled} {
		if d := cmp.Diff([]string{"a", "b"}, l.Cases()); d != "" {
			t.Error(d)
		}
		got, err := l.Lines("a")
		if err != nil || len(got) != 2 || got[0].Number != 1 || got[1].Number != 4 ||
			!strings.Contains(string(got[1].Body), `"3"`) {
			t.Errorf("%+v, %v", got, err)
		}
		if l.Turns("a") != 0 || l.Turns("b") != 3 || l.First("b") != 3 {
			t.Errorf("turns %d and %d, first %d", l.Turns("a"), l.Turns("b"), l.First("b"))
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(spooled.file.Name()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the copy is still there: %v", err)
	}
}

func TestLogErrors(t *testing.T) {
	t.Parallel()
	_, err := Spool(t.Context(), strings.NewReader("\n{}\n"), "x.jsonl")
	if bad, ok := errors.AsType[*pipeline.FileError](err); !ok || bad.Line != 2 || bad.File != "x.jsonl" {
		t.Errorf("error %v", err)
	}
	if _, err := Spool(t.Context(), strings.NewReader("\n"), "x.jsonl"); err == nil {
		t.Error("a log without a request was opened")
	}
	if _, err := OpenLog(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("a folder: %v", err)
	}
}

// Lines without a case that continue one another are one case, whatever stands between them.
func TestNaming(t *testing.T) {
	t.Parallel()
	text := `{"messages":[{"role":"user","content":"1"}]}
{"messages":[{"role":"user","content":"2"}]}
{"messages":[{"role":"user","content":"1"},{"role":"assistant","content":"A"},{"role":"user","content":"B"}]}
{"messages":[{"role":"user","content":"1"},{"role":"assistant","content":"A"},{"role":"user","content":"B"},{"role":"user","content":"C"}]}
`
	l, err := Spool(t.Context(), strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ids := l.Cases()
	if len(ids) != 2 || !strings.HasPrefix(ids[0], "request-") {
		t.Fatalf("cases %v", ids)
	}
	if got, err := l.Lines(ids[0]); err != nil || len(got) != 3 {
		t.Errorf("%d lines, %v", len(got), err)
	}
}
