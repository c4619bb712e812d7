package ci

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

func TestAnnotationIsAWorkflowCommand(t *testing.T) {
	for want, n := range map[string]annotation{
		"::error file=a%2Cb%3A1.yaml,line=3,title=t%25::100%25: one, two%0Athree": {"error", "a,b:1.yaml", 3, "t%",
			"100%: one, two\r\nthree"},
		`::warning title=::\u001b[31m\u0000` + "\ufffd": {"warning", "", 7, "",
			"\x1b[31m\x00\xff"},
		"::error file=f,title=x::": {level: "error", file: "f",
			title: "x"},
	} {
		if d := cmp.Diff(want, n.String()); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
}

// Whatever its text, an annotation is one line with one command, and has the intended properties.
func TestAnnotationStaysOneLine(t *testing.T) {
	text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("%:,=\r\n\u2028\u0085\x1b\x00"))))
	rapid.Check(t, func(t *rapid.T) {
		n := annotation{"error", text.Draw(t, "file"), rapid.IntRange(0, 9).Draw(t, "line"), text.Draw(t, "title"),
			text.Draw(t, "message")}
		line := n.String()
		if strings.ContainsAny(line, "\r\n\u2028\u0085\x1b\x00") {
			t.Fatalf("%q is more than a line", line)
		}
		properties, _, ok := strings.Cut(strings.TrimPrefix(line, "::error "), "::")
		want := 1
		if n.file != "" {
			want += 1 + min(n.line, 1)
		}
		if !ok || strings.Count(properties, ",")+1 != want || strings.Contains(properties, ":") {
			t.Fatalf("properties %q, want %d", properties, want)
		}
	})
}

// annotated returns the lines of a run with these gates.
func annotated(t *testing.T, below string, gates []metric.Verdict, results ...*result.Result) []string {
	t.Helper()
	var b strings.Builder
	n := NewAnnotations(&b, below)
	for _, r := range results {
		if err := n.Case(rows.NewCase(r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.End(&overview.Overview{Gates: gates}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func TestAnnotationsOfARun(t *testing.T) {
	got := annotated(t, "sub",
		[]metric.Verdict{{Gate: "goldens", Measure: "goldens", Want: "0", Got: "1"}, {Gate: "stale", Measure: "stale",
			Dropped: true}, {Gate: "x", Holds: true}},
		&result.Result{Suite: "s", Case: "good", Status: result.StatusOK, File: "good.yaml",
			Changes: []result.Change{{Status: result.Unchanged}}},
		&result.Result{Suite: "s", Case: "wrong", File: "wrong.yaml", Line: 1,
			Failures: []string{"wrong.yaml:4: turn-1: no"},
			Scores:   []score.Score{{Required: true, Holds: true, Line: 2}, {Required: true, Line: 4}}},
		&result.Result{Suite: "s", Case: "broken", File: "broken.yaml", Line: 9,
			Errors: []error{errors.New("unknown key")}},
		&result.Result{Suite: "s", Case: "gone", Golden: "goldens/s/gone.yaml",
			Changes: []result.Change{{Status: result.Missing, Path: "turn-1/main-1"}}},
	)
	want := []string{
		"::error title=a gate fails::goldens: 1 prompt is not accepted",
		"::error file=sub/broken.yaml,line=9,title=s/broken could not be run::unknown key",
		"::error file=sub/wrong.yaml,line=4,title=s/wrong fails::wrong.yaml:4: turn-1: no",
		"::error file=sub/goldens/s/gone.yaml,line=1,title=s/gone%3A prompts are not as accepted::turn-1/main-1: " +
			"missing",
		"::warning title=a gate was dropped::stale: dropped by --no-gate",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Whatever a dropped gate allows is a warning.
func TestAnnotationsAgreeWithTheRun(t *testing.T) {
	lines := annotated(t, "",
		[]metric.Verdict{{Gate: "goldens", Measure: "goldens", Dropped: true},
			{Gate: "expectations", Measure: "expectations", Dropped: true}},
		&result.Result{Suite: "s", Case: "c", File: "f", Failures: []string{"no"},
			Changes: []result.Change{{Status: result.New, Path: "p"}}},
	)
	if text := strings.Join(lines, "\n"); len(lines) != 4 || strings.Contains(text, "::error ") {
		t.Errorf("got\n%s", text)
	}
}

// GitHub shows ten annotations of a level: the tenth says how many more there are.
func TestAnnotationsAreTen(t *testing.T) {
	for _, count := range []int{1, 10, 11, 5000} {
		var results []*result.Result
		for i := range count {
			results = append(results, &result.Result{Suite: "s", Case: fmt.Sprint(i), File: "f",
				Failures: []string{"no"}})
		}
		lines := annotated(t, "", []metric.Verdict{{Gate: "expectations", Measure: "expectations"}}, results...)
		if len(lines) != min(count+1, mostAnnotations) || !strings.Contains(lines[0], "a gate fails") {
			t.Errorf("%d cases: %d lines, the first %s", count, len(lines), lines[0])
		}
		more := fmt.Sprintf("::error title=and more::%d more: ", count+1-9)
		if last := lines[len(lines)-1]; strings.HasPrefix(last, more) != (count+1 > mostAnnotations) {
			t.Errorf("%d cases: the last line is %s", count, last)
		}
	}
}

// A message is short, however much there is to say.
func TestAnnotationsAreBrief(t *testing.T) {
	lines := make([]string, 5000)
	for i := range lines {
		lines[i] = strings.Repeat("龍", 400)
	}
	got := strings.Split(brief(lines), "\n")
	if want := strings.Repeat("龍", mostLine/3) + "…"; len(got) != 11 || got[0] != want || got[10] != "… and 4990 more" {
		t.Errorf("%d lines, the first %q, the last %q", len(got), got[0], got[len(got)-1])
	}
}

// The annotation of a case without a file, as of an application's own tests, names none.
func TestAnnotationOfNoFile(t *testing.T) {
	c := &rows.Case{Result: &result.Result{File: noFile, Line: 1, Golden: "goldens/s/c.yaml"}}
	a := NewAnnotations(nil, "below").at(c, c.Line, "t", []string{"m"})
	if a != (annotation{title: "t", message: "m"}) {
		t.Errorf("%+v", a)
	}
}
