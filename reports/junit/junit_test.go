package junit

import (
	"bytes"
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// recorded is the folder of a run with these results.
func recorded(t tb, dir string, info RunInfo, results ...*suites.Result) string {
	t.Helper()
	run, err := NewRun(dir, started)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := run.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Close(info); err != nil {
		t.Fatal(err)
	}
	return run.path()
}

// everything is a run in which everything happens once.
func everything() (RunInfo, []*suites.Result) {
	info := RunInfo{Exit: 3, Seconds: 1.25, Interrupted: true, Gates: []suites.Verdict{
		{Gate: "goldens", Measure: "goldens", Want: "0", Got: "4", First: "s/changed/turn-1/main-1", Reason: "changed"},
		{Gate: "stale", Measure: "stale", Dropped: true, Got: "dropped by --no-gate"},
		{Suite: "s", Gate: "routing.accuracy >= 0.9", Measure: "routing.accuracy", Want: ">= 0.9", Got: "1", Baseline: "0.95", Holds: true},
	}, Measures: []suites.Measure{{Name: "routing.accuracy[hard]", Unit: suites.Share, Value: 0.5, Scores: 2, Expected: 2, Holding: 1}},
		Suites: []SuiteMeasures{{Suite: "s", Measures: []suites.Measure{
			{Name: "routing.accuracy", Scores: 4, Rests: 3},
			{Name: "answer.contains", Unit: suites.Share, Value: 0.5, Scores: 2, Expected: 2, Holding: 1, Rests: 1},
			{Name: "routing.accuracy[hard]", Unit: suites.Share, Value: 0.5, Scores: 2, Expected: 2, Holding: 1},
		}}}}
	changes := []suites.Change{
		{Status: suites.Unchanged, Path: "turn-1/router", Stage: "router"},
		{Status: suites.Changed, Path: "turn-1/main-1", Stage: "main", Parts: []string{`message 1 (system) · section "Rules"`}, Text: "@@ -1 +1 @@\n-old ``` fence\n+new\n"},
		{Status: suites.New, Path: "turn-2/main-1", Stage: "main", Text: "turn-2/main-1 · new call\n"},
	}
	fallback := &pipeline.Fallback{Stage: "router", Reason: pipeline.Timeout, Tries: 2}
	trace := &suites.Trace{Steps: []suites.Step{
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: &suites.Call{Path: "turn-1/main-1", Stage: "main", Origin: pipeline.Origin{Match: pipeline.MatchStale}}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Fallback: fallback}},
	}}
	routed := func(path, want, got, reason string) []suites.Score {
		return []suites.Score{{
			Scorer: "routing", Metric: "accuracy", By: "hard", Path: path, Unit: suites.Share, Expected: true,
			Holds: want == got, Want: want, Got: got, Reason: reason,
		}}
	}
	return info, []*suites.Result{
		{Scores: routed("turn-1/router", "new_task", "new_task", "as expected"),
			Suite: "s", Case: "good", File: "fixtures/good.yaml", Line: 1, Status: suites.StatusOK, Warnings: []string{"an answer nobody asked for"}, Trace: trace},
		{Scores: routed("turn-1/router", "simple_chat", "@all|<b>", "route: want simple_chat, got @all|<b>"),
			Suite: "s", Case: "wrong", File: "fixtures/wrong.yaml", Line: 3, Status: suites.StatusFailed, Failures: []string{"fixtures/wrong.yaml:4: turn-1: no \x1b[31mred\x1b[0m", "second <b>"}, Changes: changes[:2]},
		{Suite: "s", Case: "changed", File: "fixtures/all.jsonl", Line: 2, Status: suites.StatusOK, Changes: changes, Forms: []suites.FormChange{{File: "goldens/s/changed.openai.json"}}},
		{Suite: "s", Case: "fixtures/broken.yaml", File: "fixtures/broken.yaml", Line: 9, Status: suites.StatusError, Errors: []error{errors.New("fixtures/broken.yaml:9: unknown key @all|x")}},
		{Suite: "t", Case: "elsewhere", File: "fixtures/e.yaml", Line: 1, Status: suites.StatusSkipped, Skipped: "talk"},
		{Suite: "t", Case: "gone", Status: suites.StatusOrphan, Changes: []suites.Change{{Status: suites.Missing, Path: "turn-1/main-1"}}},
	}
}

func junit(t tb, j JUnit, folder string) string {
	t.Helper()
	var b bytes.Buffer
	if err := j.Write(&b, folder); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJUnit(t *testing.T) {
	info, results := everything()
	folder := recorded(t, t.TempDir(), info, results...)
	got := junit(t, JUnit{Places: true, Below: "sub"}, folder)
	want, err := os.ReadFile(filepath.Join("testdata", "junit.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("testdata/junit.xml (-want +got):\n%s", d)
	}
	places := regexp.MustCompile(` file="[^"]*" line="[^"]*"`)
	if d := cmp.Diff(places.ReplaceAllString(got, ""), junit(t, JUnit{}, folder)); d != "" {
		t.Errorf("without places (-want +got):\n%s", d)
	}
}

// What a dropped gate allows fails no case.
func TestJUnitAgreesWithTheRun(t *testing.T) {
	info, results := everything()
	info.Gates = []suites.Verdict{{Measure: "goldens", Gate: "goldens", Dropped: true}, {Measure: "expectations", Gate: "expectations", Dropped: true}}
	doc := parsed(t, junit(t, JUnit{}, recorded(t, t.TempDir(), info, results...)))
	if doc.Failures != 0 || doc.Errors != 2 {
		t.Errorf("%d failures and %d errors, want 0 and 2: a broken case, and the interruption", doc.Failures, doc.Errors)
	}
	if out := doc.Suites[0].Cases[1].Output; !strings.Contains(out, "turn-1: no") || !strings.Contains(out, "turn-1/main-1: changed") {
		t.Errorf("output of the case: %q", out)
	}
}

// The schema of Jenkins' xUnit plugin holds, as far as its elements and attributes are named in testdata/xunit.xsd.
func TestJUnitSchema(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("no xmllint: the schema is not checked")
	}
	info, results := everything()
	file := filepath.Join(t.TempDir(), "xunit.xml")
	if err := os.WriteFile(file, []byte(junit(t, JUnit{}, recorded(t, t.TempDir(), info, results...))), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("xmllint", "--noout", "--schema", filepath.Join("testdata", "xunit.xsd"), file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

type (
	junitDoc struct {
		Tests    int            `xml:"tests,attr"`
		Failures int            `xml:"failures,attr"`
		Errors   int            `xml:"errors,attr"`
		Suites   []junitSuiteIn `xml:"testsuite"`
	}
	junitSuiteIn struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
)

// parsed reads a report as others do, and holds its numbers against its cases.
func parsed(t tb, text string) junitDoc {
	t.Helper()
	var doc junitDoc
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var all []junitCounts
	for _, s := range doc.Suites {
		got := junitCounts{suite: s.Name}
		for _, c := range s.Cases {
			got.add(c)
		}
		if want := (junitCounts{s.Name, s.Tests, s.Failures, s.Errors, s.Skipped}); got != want {
			t.Fatalf("a suite says %+v, its cases say %+v", want, got)
		}
		all = append(all, got)
	}
	if sum := total(all); sum.tests != doc.Tests || sum.failures != doc.Failures || sum.errors != doc.Errors {
		t.Fatalf("the numbers at the top are not those of the suites: %+v", doc)
	}
	return doc
}

// hostile draws texts of what has a meaning somewhere.
func hostile() *rapid.Generator[string] {
	pieces := []string{"]]>", "<!--", "-->", "&amp;", "</failure>", "\x00", "\x1b[31m", "\r\n", "\n", "\t", "\ufffe", "\uffff", "\u202e", "\u2028", "\xff", "|", "\\|", "```", "````", "`", "@all", "<b>",
		"</details>", "http://a.b/c", "www.a.b", "[x](y)", "![x](y)", "*x*", "$x$", ":smile:", "::error::", "%0A", "%", ",", ":", "🙂", "龍", "x", " ", "| --- |", "#1"}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()), 0, 8).Draw(t, "pieces"), "")
	})
}

// hostileRun draws a run whose every text is hostile.
func hostileRun(t *rapid.T) (RunInfo, []*suites.Result) {
	texts := func(name string) []string { return rapid.SliceOfN(hostile(), 0, 7).Draw(t, name) }
	text := func(name string) string { return hostile().Draw(t, name) }
	info := RunInfo{Exit: rapid.SampledFrom([]int{0, 1, 2, 3, 130}).Draw(t, "exit")}
	info.Measures = []suites.Measure{{Name: "routing.accuracy[soft]", Unit: suites.Share, Scores: 1}}
	for range rapid.IntRange(0, 3).Draw(t, "gates") {
		info.Gates = append(info.Gates, suites.Verdict{Gate: text("gate"), Measure: text("measure"), Want: text("want"), Got: text("got"), First: text("first"), Reason: text("reason"), Baseline: text("baseline"),
			Holds: rapid.Bool().Draw(t, "holds"), Dropped: rapid.Bool().Draw(t, "dropped")})
	}
	statuses := []suites.Status{suites.StatusOK, suites.StatusFailed, suites.StatusError, suites.StatusSkipped, suites.StatusOrphan}
	var results []*suites.Result
	for i := range rapid.IntRange(1, 4).Draw(t, "cases") {
		r := &suites.Result{Suite: "s" + strings.ToValidUTF8(text("suite"), ""), Case: strconv.Itoa(i) + strings.ToValidUTF8(text("case"), ""), File: strings.ToValidUTF8(text("file"), ""),
			Status: rapid.SampledFrom(statuses).Draw(t, "status"), Failures: texts("failures"), Warnings: texts("warnings"), Skipped: text("skipped")}
		for _, e := range texts("errors") {
			r.Errors = append(r.Errors, errors.New(e))
		}
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			r.Changes = append(r.Changes, suites.Change{Status: suites.Changed, Path: strings.ToValidUTF8(text("path"), ""), Parts: []string{strings.ToValidUTF8(text("part"), "")}, Text: strings.Join(texts("diff"), "\n")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "labels") {
			valid := func(name string) string { return strings.ToValidUTF8(text(name), "") }
			r.Scores = append(r.Scores, suites.Score{
				Scorer: "routing", Metric: "accuracy", By: "soft", Path: valid("routed at"), Expected: true,
				Want: valid("label"), Got: valid("decision"), Reason: text("why"), Holds: rapid.Bool().Draw(t, "right"),
			})
		}
		results = append(results, r)
	}
	return info, results
}

// Whatever stands in a run, the XML is read back, says of each case what is so, and keeps its numbers.
func TestJUnitOfHostileTexts(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		info, results := hostileRun(t)
		folder := recorded(t, dir, info, results...)
		defer os.RemoveAll(folder)
		doc := parsed(t, junit(t, JUnit{Places: true}, folder))
		if doc.Tests != len(results)+len(info.Gates) {
			t.Fatalf("%d test cases of %d cases and %d gates", doc.Tests, len(results), len(info.Gates))
		}
	})
}

func TestXMLText(t *testing.T) {
	for text, want := range map[string]string{
		"a\x00b\x1b[0m\ufffe\uffff": `a\u0000b\u001b[0m\ufffe\uffff`, "two\nlines\r\n": "two\nlines\\u000d\n", "bad\xff": "bad\ufffd",
		strings.Repeat("é", mostJUnitText): strings.Repeat("é", mostJUnitText/2) + "…",
	} {
		if got := xmlLines(text); got != want {
			t.Errorf("%.40q: %.60q, want %.60q", text, got, want)
		}
	}
	if got := xmlLine("two\nlines"); got != `two\nlines` {
		t.Errorf("an attribute has lines: %q", got)
	}
}
