package faults

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/faults"
)

// The page shows the program's output. The vectors are not part of the repository.
func TestMalformedPage(t *testing.T) {
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "..", "..", "..", "shared"))
	file := filepath.Join(shared, "data", "malformed", "vectors.jsonl")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no vectors: %v", err)
	}
	r, err := faults.MeasureMalformed(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := printVectors(&out, r); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "docs", "malformed.md"))
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile("(?s)```console\n\\$ beaver-eval faults --vectors \\S+\n(.*?\n)```\n")
	shown := command.FindSubmatch(page)
	if shown == nil {
		t.Fatal("the page shows no output")
	}
	if d := gocmp.Diff(string(shown[1]), out.String()); d != "" {
		t.Errorf("(-page +printed):\n%s", d)
	}
	repair := r.Policies[pipeline.Mend].ByContract["repair"]
	for _, want := range []string{
		fmt.Sprintf("right about %d of %d objects and arrays (%d%%), wrong about %d, and refuses %d.", repair.Right,
			repair.Total(), 100*repair.Right/repair.Total(), repair.Wrong, repair.Refused),
		fmt.Sprintf("wrong about %d vectors of the contract `repair`",
			r.Policies[pipeline.Extract].ByContract["repair"].Wrong),
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A file of vectors holds foreign text.
func TestPrintVectorsHostile(t *testing.T) {
	counts := func() map[string]*faults.MalformedCounts {
		return map[string]*faults.MalformedCounts{"k\x1b[2J\n::error": {Right: 1}}
	}
	r := &faults.MalformedReport{Vectors: 1, Policies: map[pipeline.Policy]*faults.MalformedResult{}}
	for _, p := range faults.Policies() {
		tally := faults.MalformedTally{BySource: counts(), ByContract: counts(), ByKind: counts()}
		r.Policies[p] = &faults.MalformedResult{MalformedTally: tally, Scalars: tally}
	}
	r.Disagreements = []faults.Disagreement{
		{Policy: "repair", ID: "a\x1b[2J\nb", What: "panic", Got: "(panic: \r\u202e)", Expected: "\"\u009b\""},
		{Policy: "repair", ID: "c", What: faults.Scalar},
	}
	var out strings.Builder
	if err := printVectors(&out, r); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(out.String(), "\x1b\r\u202e\u009b") || strings.Contains(out.String(), "\n::") {
		t.Errorf("got %q", out.String())
	}
	if !strings.HasSuffix(out.String(), "\nand 1 scalar: `--format json` lists them\n") {
		t.Errorf("got %s", out.String())
	}
	full := errors.New("full")
	for most := range strings.Count(out.String(), "\n") {
		if err := printVectors(&limited{most, full}, r); !errors.Is(err, full) {
			t.Errorf("after %d lines: %v", most, err)
		}
	}
}

// limited is a writer that fails after some lines.
type limited struct {
	lines int
	err   error
}

func (l *limited) Write(data []byte) (int, error) {
	if l.lines -= strings.Count(string(data), "\n"); l.lines < 0 {
		return 0, l.err
	}
	return len(data), nil
}
