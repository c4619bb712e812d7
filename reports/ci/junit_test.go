package ci

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

func written(t reportstest.TB, o JUnitOptions, run *stored.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteJUnit(t.Context(), &b, run, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJUnit(t *testing.T) {
	info, results := storedtest.Everything()
	run := storedtest.Record(t, t.TempDir(), info, results...)
	got := written(t, JUnitOptions{Places: true, Below: "sub"}, run)
	want, err := os.ReadFile(filepath.Join("testdata", "junit.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("testdata/junit.xml (-want +got):\n%s", d)
	}
	places := regexp.MustCompile(` file="[^"]*" line="[^"]*"`)
	if d := cmp.Diff(places.ReplaceAllString(got, ""), written(t, JUnitOptions{}, run)); d != "" {
		t.Errorf("without places (-want +got):\n%s", d)
	}
}

// Each cause fails once, however many cases it reaches, and so does each case with another problem.
func TestJUnitFailsOncePerCause(t *testing.T) {
	info := stored.Info{Exit: 1, Gates: []metric.Verdict{{Gate: "goldens", Measure: "goldens", Want: "0", Got: "800"}}}
	var results []*result.Result
	for i := range 100 {
		r := &result.Result{Suite: "s", Case: fmt.Sprint("c", i), Status: result.StatusOK}
		for n := range 8 {
			path := fmt.Sprintf("turn-%d/main-1", n)
			r.Changes = append(r.Changes, result.Change{Status: result.Changed, Path: path, Stage: "main"})
			r.Edits = append(r.Edits, storedtest.EditedIn(fmt.Sprint("S", n), path, fmt.Sprint("Be old", n, "."),
				fmt.Sprint("Be new", n, "."))...)
		}
		switch i {
		case 7:
			r.Changes = append(r.Changes, result.Change{Status: result.New, Path: "turn-9/main-1", Stage: "main"})
		case 8:
			r.Status, r.Failures = result.StatusFailed, []string{"turn-1: no"}
		}
		results = append(results, r)
	}
	doc := parsed(t, written(t, JUnitOptions{}, storedtest.Record(t, t.TempDir(), info, results...)))
	if doc.Failures != 8+2+1 {
		t.Errorf("%d failures of 8 causes, 2 cases and a gate", doc.Failures)
	}
	cases := doc.Suites[0].Cases
	if got := cases[0].Skipped; got == nil || strings.Count(got.Message, ",") != 8 {
		t.Errorf("a case with other prompts alone is %+v", got)
	}
	if got := cases[7].Failure; got == nil || got.Message != "turn-9/main-1: new" ||
		strings.Contains(got.Text, "turn-1/") {
		t.Errorf("a case with a new prompt is %+v", got)
	}
}

// Whatever a dropped gate allows fails no case.
func TestJUnitAgreesWithTheRun(t *testing.T) {
	info, results := storedtest.Everything()
	info.Gates = []metric.Verdict{{Measure: "goldens", Gate: "goldens", Dropped: true},
		{Measure: "expectations", Gate: "expectations", Dropped: true}}
	doc := parsed(t, written(t, JUnitOptions{}, storedtest.Record(t, t.TempDir(), info, results...)))
	if doc.Failures != 0 || doc.Errors != 2 {
		t.Errorf("%d failures and %d errors, want 0 and 2: a broken case, and the interruption", doc.Failures,
			doc.Errors)
	}
	if out := doc.Suites[0].Cases[1].Output; !strings.Contains(out, "turn-1: no") ||
		!strings.Contains(out, "turn-1/main-1: changed") {
		t.Errorf("output of the case: %q", out)
	}
}

// The schema of Jenkins' xUnit plugin holds, as far as its elements and attributes are named in testdata/xunit.xsd.
func TestJUnitSchema(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("no xmllint: the schema is not checked")
	}
	info, results := storedtest.Everything()
	file := filepath.Join(t.TempDir(), "xunit.xml")
	text := written(t, JUnitOptions{}, storedtest.Record(t, t.TempDir(), info, results...))
	if err := os.WriteFile(file, []byte(text),
		0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("xmllint", "--noout", "--schema", filepath.Join("testdata", "xunit.xsd"),
		file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

type (
	document struct {
		Tests    int       `xml:"tests,attr"`
		Failures int       `xml:"failures,attr"`
		Errors   int       `xml:"errors,attr"`
		Suites   []suiteIn `xml:"testsuite"`
	}
	suiteIn struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testCase `xml:"testcase"`
	}
)

// parsed reads a report like other tools, and compares its numbers with its cases.
func parsed(t reportstest.TB, text string) document {
	t.Helper()
	var doc document
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var all []counts
	for _, s := range doc.Suites {
		got := counts{suite: s.Name}
		for _, c := range s.Cases {
			got.add(c)
		}
		if want := (counts{s.Name, s.Tests, s.Failures, s.Errors, s.Skipped}); got != want {
			t.Fatalf("a suite says %+v, its cases say %+v", want, got)
		}
		all = append(all, got)
	}
	if sum := total(all); sum.tests != doc.Tests || sum.failures != doc.Failures || sum.errors != doc.Errors {
		t.Fatalf("the numbers at the top are not those of the suites: %+v", doc)
	}
	return doc
}

// Whatever the texts of a run, the XML can be read back, is right about each case, and has the right numbers.
func TestJUnitOfHostileTexts(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		info, results := storedtest.HostileRun(t)
		run := storedtest.Record(t, dir, info, results...)
		defer os.RemoveAll(run.Folder())
		doc := parsed(t, written(t, JUnitOptions{Places: true}, run))
		if doc.Tests != len(results)+len(info.Gates) {
			t.Fatalf("%d test cases of %d cases and %d gates", doc.Tests, len(results), len(info.Gates))
		}
	})
}

func TestXMLText(t *testing.T) {
	for text, want := range map[string]string{
		"a\x00b\x1b[0m\ufffe\uffff": `a\u0000b\u001b[0m\ufffe\uffff`, "two\nlines\r\n": "two\nlines\\u000d\n",
		"bad\xff":                     "bad\ufffd",
		strings.Repeat("é", mostText): strings.Repeat("é", mostText/2) + "…",
	} {
		if got := xmlLines(text); got != want {
			t.Errorf("%.40q: %.60q, want %.60q", text, got, want)
		}
	}
	if got := xmlLine("two\nlines"); got != `two\nlines` {
		t.Errorf("an attribute has lines: %q", got)
	}
}
