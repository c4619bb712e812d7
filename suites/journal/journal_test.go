package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// finished returns the result of a case with a bit of everything: texts that are no UTF-8, zeros behind pointers, JSON
// with blanks, empty lists, and errors.
func finished(id string) *result.Result {
	zero := 0.0
	pieces := pipeline.JoinPieces(pipeline.CaseText("turns[0].user").At("Hello \xff", 3),
		pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "t.tmpl"}.Of("bye"))
	failure := &pipeline.Failure{Reason: "timeout", Err: errors.New("30 s")}
	fixed := pipeline.JoinPieces(pipeline.SkillText("s/SKILL.md").At("A skill", 2),
		pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "t.tmpl", Path: "prompts/t.tmpl"}.Of(" and a template"))
	call := &trace.Call{
		Path: "turn-1/main-1", Stage: "main", Failure: failure, Decision: json.RawMessage(`{ "a" : "<&>" }`),
		Request: pipeline.Request{
			Path: "turn-1/main-1", Options: pipeline.Options{Temperature: &zero}, Format: json.RawMessage("{ }"),
			Messages: []pipeline.Message{{Role: "user", Sections: []pipeline.Section{
				pipeline.NewSection("S", pieces), pipeline.NewSection("F", fixed), {Name: "empty"},
			}}},
		},
	}
	entry := pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/main-1", Failure: failure,
		At: time.Date(2026, 11, 21, 19, 12, 33, 5, time.UTC), Err: errors.New("stopped")}
	return &result.Result{
		Suite: "s", System: "beaver", Case: id, File: "conversations/" + id + ".yaml", Line: 1,
		Status: result.StatusFailed, Errors: []error{errors.New("one"), errors.New("two\x00")}, Tags: []string{},
		Scores: []score.Score{{Metric: "routing.accuracy", Want: "a"}}, Later: &score.Later{Case: id, Ranks: 0.5},
		Changes: []result.Change{{Status: result.New, Path: "turn-1/main-1"}, {
			Status: result.Missing, Path: "turn-1/main-2", Golden: &pipeline.Request{
				Messages: []pipeline.Message{pipeline.Text("user", "S", "Hello \xffbye"), {Role: "assistant"}},
				Tools:    []pipeline.Tool{{Name: "t", Parameters: json.RawMessage("{ }")}},
			},
		}},
		Trace: &trace.Trace{
			Suite: "s", Case: id,
			Steps:  []trace.Step{{Entry: entry, Call: call}},
			Inputs: []trace.Input{{Place: "turn-1", Text: "Hello"}},
			Outcomes: []trace.Outcome{{Place: "turn-1",
				Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: "bye"}}, State: json.RawMessage(`{"n":1}`)}}},
		},
	}
}

// textsOf returns the pieces of all sections that a case sent.
func textsOf(r *result.Result) (all []pipeline.Pieces) {
	for _, c := range r.Trace.Calls() {
		for _, m := range c.Request.Messages {
			for _, s := range m.Sections {
				all = append(all, s.Pieces())
			}
		}
	}
	return all
}

// sameResult compares results with their pieces; errors by their texts.
func sameResult(want, got *result.Result) string {
	copied := *got
	copied.Resumed = false
	return cmp.Diff(textsOf(want), textsOf(got)) + cmp.Diff(want, &copied,
		cmp.FilterPath(func(p cmp.Path) bool { return p.Last().Type() == reflect.TypeFor[error]() },
			cmp.Comparer(func(a, b error) bool {
				return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
			})),
		cmp.FilterPath(func(p cmp.Path) bool {
			return p.Last().String() == ".below" || p.Last().String() == ".retrievals"
		}, cmp.Ignore()),
	)
}

func create(t interface{ Fatal(...any) }, name string, s State, cases ...*result.Result) {
	j, err := Create(name, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := j.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// A case is read as it was written.
func TestFind(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	state := State{Program: "p", Options: map[string][]string{"gate": {"a", "b"}}, Data: map[string]string{"f": "1"}}
	want := finished("a")
	twin := finished("b")
	twin.File, twin.Twin = want.File, true
	sample := finished("a")
	sample.Sample = 1
	create(t, name, state, want, twin, sample)
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if d := cmp.Diff(state, j.State); d != "" {
		t.Errorf("state (-want +got):\n%s", d)
	}
	for _, r := range []*result.Result{want, twin, sample} {
		got := j.Find(keyOf(r))
		if got == nil || !got.Resumed {
			t.Fatalf("%s: found %v", r.Case, got)
		}
		if d := sameResult(r, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", r.Case, d)
		}
	}
	if got := j.Find(Key{Suite: "s", File: "other"}); got != nil {
		t.Errorf("found %v", got)
	}
}

// Every field of what is kept by numbers is read as it was written.
func TestShortRecords(t *testing.T) {
	var s score.Score
	var k coverage.Key
	var source pipeline.TextSource
	var step trace.Step
	n := 0
	for _, v := range []any{&s, &k, &source, &step} {
		fill(t, reflect.ValueOf(v).Elem(), &n)
	}
	r := finished("a")
	r.Scores, r.Covered.Reached, r.Covered.Faults = []score.Score{s, {}}, []coverage.Key{k, {}}, []coverage.Key{}
	section := &r.Trace.Steps[0].Call.Request.Messages[0].Sections[0]
	*section = section.WithPieces(pipeline.Pieces{{Text: section.Text, Source: source, Line: 7}})
	r.Trace.Steps = append(r.Trace.Steps, step, trace.Step{})
	c, err := newCodec()
	if err != nil {
		t.Fatal(err)
	}
	common := newCommon()
	data, err := c.encode(r, common)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.decode(data, common.all)
	if err != nil {
		t.Fatal(err)
	}
	if d := sameResult(r, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// fill sets every field that others see, and those of what it holds, to something, each to something else.
func fill(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch f := v.Addr().Interface().(type) {
	case *json.RawMessage:
		*f = fmt.Appendf(nil, "%d", *n)
		return
	case *time.Time:
		*f = time.Date(2026, 11, 26, 0, 0, *n, 0, time.UTC)
		return
	case *error:
		*f = fmt.Errorf("error %d", *n)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fill(t, v.Field(i), n)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0), n)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	default:
		t.Fatalf("nothing fills a %s", v.Type())
	}
}

// A text of the project's files is in the journal once, also if the journal is opened in between; a case's own text is
// in each.
func TestTextsOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	create(t, name, State{Program: "p"}, finished("a"), finished("b"))
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	c := finished("c")
	if err := errors.Join(j.Continue(), j.Add(c), j.Close()); err != nil {
		t.Fatal(err)
	}
	if j, err = Open(name); err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if len(j.found) != 1 || j.found[0].Text != "A skill and a template" {
		t.Errorf("the journal's texts: %+v", j.found)
	}
	if got := j.Find(keyOf(c)); got == nil || sameResult(c, got) != "" {
		t.Errorf("the added case: found %v", got)
	}
}

// Wherever a journal is cut, or has another byte, the cases before that are found as they were, and no other ones; what
// is added afterwards is found too.
func TestCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	var cases []*result.Result
	var ends []int64
	for i := range 4 {
		cases = append(cases, finished(fmt.Sprint("case-", i)))
	}
	create(t, whole, State{Program: "p"})
	begins, _ := os.Stat(whole)
	for i := range cases {
		name := filepath.Join(dir, fmt.Sprint(i))
		create(t, name, State{Program: "p"}, cases[:i+1]...)
		info, _ := os.Stat(name)
		ends = append(ends, info.Size())
	}
	data, err := os.ReadFile(filepath.Join(dir, "3"))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		text, at := slices.Clone(data), rapid.IntRange(int(begins.Size()), len(data)-1).Draw(t, "at")
		if rapid.Bool().Draw(t, "cut") {
			text = text[:at]
		} else {
			text[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		}
		name := filepath.Join(dir, "cut")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		added := finished("added")
		if err := errors.Join(j.Continue(), j.Add(added), j.Close()); err != nil {
			t.Fatal(err)
		}
		if j, err = Open(name); err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		for i, c := range cases {
			got := j.Find(keyOf(c))
			if kept := ends[i] <= int64(at); kept != (got != nil) || kept && sameResult(c, got) != "" {
				t.Fatalf("case %d of a journal changed at %d: found %v", i, at, got)
			}
		}
		if got := j.Find(keyOf(added)); got == nil || sameResult(added, got) != "" {
			t.Fatalf("the added case: found %v", got)
		}
	})
}

// A file that is no journal, or whose state is not whole, is an error.
func TestNoJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	for text, want := range map[string]string{
		"":        "not a journal of this version",
		"rubbish": "not a journal of this version",
		form:      "the state in which the run began is damaged",
		form + "\xff\xff\xff\xff" + strings.Repeat("x", 40): "the state in which the run began is damaged",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(name); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Everything of a result is in its record: a field that CBOR leaves out, since nobody outside its package sees it, or
// that it cannot read, stands in this list with its reason.
func TestRecordHasAll(t *testing.T) {
	known := map[string]string{
		"result.Result.Errors":    "texts in the record",
		"result.Result.Known":     "for the comparison, which is done",
		"result.Result.Space":     "of the suite, which the resumed run has loaded again",
		"pipeline.Entry.Err":      "a text in the record",
		"pipeline.Entry.below":    "the place, while it runs",
		"pipeline.Failure.Err":    "a text in the record",
		"pipeline.Section.pieces": "in the record",
		"pipeline.Outcome.State":  "JSON in the record",
		"trace.Trace.retrievals":  "read from the steps",
		"edit.Part.old":           "for taking an edit, which runs the case",
	}
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(of.Elem())
			return
		}
		if of.Kind() != reflect.Struct || seen[of] || of == reflect.TypeFor[time.Time]() {
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			f := of.Field(i)
			name := of.String() + "." + f.Name
			_, left := known[name]
			delete(known, name)
			switch kind := f.Type.Kind(); {
			case left:
			case f.PkgPath != "" && !f.Anonymous, kind == reflect.Interface, kind == reflect.Func:
				t.Errorf("%s is in no record", name)
			default:
				walk(f.Type)
			}
		}
	}
	walk(reflect.TypeFor[result.Result]())
	walk(reflect.TypeFor[pipeline.Failure]())
	for name := range known {
		t.Errorf("there is no %s", name)
	}
}

// What differs is named, and code that is new is no difference.
func TestDifferences(t *testing.T) {
	was := State{Program: "a", Options: map[string][]string{"gate": {"x"}, "ci": {"true"}},
		Data: map[string]string{"gone": "1", "same": "1", "other": "1"},
		Code: map[string]string{"app.py": "1", "b.py": "1"}}
	now := State{Program: "b", Options: map[string][]string{"gate": {"x", "y"}},
		Data: map[string]string{"same": "1", "other": "2", "more": "1"},
		Code: map[string]string{"app.py": "2", "c": "1"}}
	want := []string{"beaver-eval is b, and was a", "--ci is not given, and was true", "--gate is x, y, and was x",
		"gone is gone", "more is new", "other has changed", "app.py has changed", "b.py is gone"}
	if d := cmp.Diff(want, was.Differences(&now)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if all := was.Differences(&was); len(all) > 0 {
		t.Errorf("the same: %v", all)
	}
}
