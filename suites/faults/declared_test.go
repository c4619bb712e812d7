package faults

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// toy is a system of two stages: one picks a word, and the other says something about it.
type toy struct {
	pick, say []pipeline.Declared
	tries     int  // of pick; a retry says why
	silent    bool // it does not report its fallbacks
	crash     bool // it cannot do without an answer
	undo      bool // a turn in which nothing is said is forgotten
	more      bool // it says something more when it cannot say anything
	forget    bool // it says no other word when it has none
	name      bool // the user reads why nothing is said
	none      bool // the stages have no fallback
}

const unknown pipeline.Reason = "unknown"

func (toy) Name() string       { return "toy" }
func (toy) Blocks() (any, any) { return nil, nil }
func (s toy) fallback() string {
	if s.none {
		return ""
	}
	return "another word"
}

func (s toy) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name: "pick", Calls: true, Reads: pipeline.ReadsJSON, Fallback: s.fallback(),
			Reasons: []pipeline.Reason{unknown}, Refuses: map[pipeline.Reason]string{unknown: `"dragon"`},
		},
		{Name: "say", Calls: true, Reads: pipeline.ReadsText, Fallback: s.fallback()},
	}
}

func (s toy) Open(pipeline.Case) (pipeline.Conversation, error) { return &talk{toy: s}, nil }

type talk struct {
	toy
	before []string
}

func (c *talk) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	said := append(c.before, in.Text, rt.Now().Format(time.TimeOnly))
	req := pipeline.Request{
		Stage: "pick", Declared: c.pick,
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Said", strings.Join(said, "\n"))},
	}
	got, err := reply.Ask(ctx, rt, req, reply.Asking[string]{
		Tries: c.tries,
		Check: func(word string) *pipeline.Failure {
			if word == "dragon" {
				return &pipeline.Failure{Reason: unknown}
			}
			return nil
		},
		Again: func(req *pipeline.Request, _ pipeline.Response, why *pipeline.Failure) bool {
			req.Messages = append(req.Messages, pipeline.Text(pipeline.RoleUser, "Why", string(why.Reason)))
			req.Declared = c.pick[len(c.pick)-1:]
			return true
		},
	})
	word := got.Value
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		if c.crash {
			panic("no answer")
		}
		word = "none"
		if !c.silent {
			rt.Fallback(pipeline.Fallback{Stage: "pick", Reason: f.Reason, Tries: got.Tries})
		}
	} else if err != nil {
		return pipeline.Outcome{}, err
	}
	return c.tell(ctx, rt, in.Text, word)
}

func (c *talk) tell(ctx context.Context, rt *pipeline.Runtime, text, word string) (pipeline.Outcome, error) {
	req := pipeline.Request{
		Stage: "say", Leaf: "say-1", Declared: c.say,
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Word", word)},
	}
	resp, err := rt.Chat(ctx, req)
	f, failed := errors.AsType[*pipeline.Failure](err)
	switch {
	case err != nil && !failed:
		return pipeline.Outcome{}, err
	case err == nil && resp.Content == "":
		f, failed = &pipeline.Failure{Reason: pipeline.Empty}, true
	}
	answer := resp.Content
	if failed {
		rt.Fallback(pipeline.Fallback{Stage: "say", Reason: f.Reason, Tries: 1})
		if answer = "Sorry."; c.name {
			answer += " Why: " + string(f.Reason)
		}
		if c.forget {
			answer = ""
		}
	}
	if failed && c.more {
		req.Leaf = "say-2"
		if _, err := rt.Chat(ctx, req); err != nil {
			return pipeline.Outcome{}, err
		}
	}
	if !failed || !c.undo {
		c.before = append(c.before, text, answer)
	}
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: answer}}}, nil
}

// check runs a toy on a case of two turns.
func check(t *testing.T, s toy, o DeclaredOptions) *DeclaredReport {
	t.Helper()
	return checkText(t, s, o, `
id: talk
turns:
- {user: first, answers: {pick: "\"apple\"", say: An apple.}}
- {user: second, answers: {pick: {text: "\"pear\"", takes: 5s}, say: A pear.}}
`)
}

func checkText(t *testing.T, s toy, o DeclaredOptions, text string) *DeclaredReport {
	t.Helper()
	p, err := project.Open(fstest.MapFS{
		"suites/toys.yaml":              {Data: []byte("system: toy\n")},
		"fixtures/conversations/a.yaml": {Data: []byte(text)},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, map[string]pipeline.System{"toy": s}, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := CheckDeclared(t.Context(), suites, []string{"toy"}, o, func() {})
	if err != nil || len(report.Errors) > 0 {
		t.Fatal(err, report.Errors)
	}
	return report
}

// answer returns a declaration that an answer means the same.
func answer(text string, reasons ...pipeline.Reason) pipeline.Declared {
	return pipeline.Declared{Reasons: reasons, Answer: &pipeline.Response{Content: text}}
}

// A declaration that the fallback does not fulfil is found, and one that it does passes.
func TestDeclared(t *testing.T) {
	none, sorry := []pipeline.Declared{answer(`"none"`)}, []pipeline.Declared{answer("Sorry.")}
	words, reask := []pipeline.Declared{{Then: "the user is told"}}, pipeline.Declared{Reask: true}
	pear := func(reasons ...pipeline.Reason) pipeline.Declared { return answer(`"pear"`, reasons...) }
	also := func(first pipeline.Declared, more []pipeline.Declared) []pipeline.Declared {
		return append([]pipeline.Declared{first}, more...)
	}
	for _, tt := range []struct {
		name  string
		toy   toy
		stage string
		found int    // differences, of 2 calls for each reason
		what  string // of the first
	}{
		{"answers that mean the same", toy{pick: none, say: sorry}, "pick", 0, ""},
		{"another word", toy{pick: []pipeline.Declared{answer(`"pear"`)}, say: sorry}, "pick", 16,
			`the request turn-1/say-1: message 1 (user), section "Word", differs`},
		{"for one reason only", toy{pick: also(pear(pipeline.Empty), none), say: sorry}, "pick", 2,
			`the request turn-1/say-1: message 1 (user), section "Word", differs`},
		{"for the stage's own reason", toy{pick: also(pear(unknown), none), say: sorry}, "pick", 2,
			`the request turn-1/say-1: message 1 (user), section "Word", differs`},
		{"an answer that is refused", toy{pick: []pipeline.Declared{answer("7")}, say: sorry}, "pick", 16,
			"the stage rejects the answer that it declares: schema"},
		{"nothing", toy{say: sorry}, "pick", 16, "nothing is declared for this reason"},
		{"nothing for a reason", toy{pick: []pipeline.Declared{answer(`"none"`, pipeline.Timeout)}, say: sorry},
			"pick", 14,
			"nothing is declared for this reason"},
		{"nothing, of no fallback", toy{none: true}, "pick", 0, ""},
		{"nothing is reported", toy{pick: none, say: sorry, silent: true}, "pick", 16,
			"no fallback is reported, and no answer is rejected"},
		{"a crash", toy{pick: none, say: sorry, crash: true}, "pick", 16,
			"the case ends with an error in the faulted run: turn-1: panic: no answer"},
		{"another sentence", toy{pick: none, say: []pipeline.Declared{answer("Oh.")}}, "say", 10,
			`the request turn-2/pick: message 1 (user), section "Said", differs`},

		{"a turn undone", toy{pick: none, say: []pipeline.Declared{{Undone: true}}, undo: true}, "say", 0, ""},
		{"a turn that is remembered", toy{pick: none, say: []pipeline.Declared{{Undone: true}}}, "say", 5,
			`the request turn-2/pick: message 1 (user), section "Said", differs`},

		{"the ask that is told why", toy{pick: also(reask, none), say: sorry, tries: 2}, "pick", 0, ""},
		{"no other ask", toy{pick: []pipeline.Declared{{Reask: true}}, say: sorry}, "pick", 16,
			"the stage is declared to ask again, but does not"},
		{"one ask too few", toy{pick: []pipeline.Declared{{Reask: true}}, say: sorry, tries: 3}, "pick", 16,
			"the stage is declared to ask again, but does not"},
		{"what the last ask declares", toy{pick: also(reask, []pipeline.Declared{pear()}), say: sorry, tries: 2},
			"pick", 16,
			`the request turn-1/say-1: message 1 (user), section "Word", differs`},

		{"words", toy{pick: none, say: words}, "say", 0, ""},
		{"words with the reason", toy{pick: none, say: words, name: true}, "say", 0, ""},
		{"words, and the stage goes on", toy{pick: none, say: words, more: true}, "say", 10,
			"the place continues with turn-1/say-2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			report := check(t, tt.toy, DeclaredOptions{})
			var found []Difference
			for _, d := range report.Found {
				if d.Stage == tt.stage {
					found = append(found, d)
				}
			}
			if len(found) != tt.found || tt.found > 0 && found[0].What != tt.what {
				t.Errorf("%d differences, want %d of %q:\n%v", len(found), tt.found, tt.what, found)
			}
			if got := report.stage("toy", tt.stage); got.Differences != tt.found {
				t.Errorf("%d differences are counted, want %d", got.Differences, tt.found)
			}
		})
	}
}

// What follows a failure must show it: the intended sentence does not.
func TestWordsThatNothingShows(t *testing.T) {
	words := []pipeline.Declared{{Then: "the user is told"}}
	s := toy{pick: []pipeline.Declared{answer(`"none"`)}, say: words}
	report := checkText(t, s, DeclaredOptions{Stages: []string{"say"}}, `
id: talk
turns:
- {user: first, answers: {pick: "\"apple\"", say: Sorry.}}
`)
	if report.Differences != 5 || report.Found[0].What != "nothing that follows shows the failure" {
		t.Errorf("%+v", report.Found)
	}
}

// Each cell is counted with its stage and reasons, and a filter leaves calls out.
func TestReport(t *testing.T) {
	s := toy{pick: []pipeline.Declared{answer(`"none"`)}, say: []pipeline.Declared{answer("Sorry.")}}
	text := pipeline.Stage{Reads: pipeline.ReadsText}.FallbackReasons()
	want := &DeclaredReport{Cases: 1, Cells: 26, Found: []Difference{}, Errors: []string{}, Stages: []DeclaredStage{
		{System: "toy", Stage: "pick", Calls: 2, Reasons: append(pipeline.SharedReasons(), unknown), Cells: 16},
		{System: "toy", Stage: "say", Calls: 2, Reasons: text, Cells: 10},
	}}
	if d := cmp.Diff(want, check(t, s, DeclaredOptions{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, tt := range []struct {
		o     DeclaredOptions
		cells int
	}{
		{DeclaredOptions{Stages: []string{"say"}}, 10},
		{DeclaredOptions{Stages: []string{"turn-2/*"}}, 13},
		{DeclaredOptions{Cases: filter.Cases{Globs: []string{"other"}}}, 0},
	} {
		if got := check(t, s, tt.o); got.Cells != tt.cells {
			t.Errorf("%+v: %d cells, want %d", tt.o, got.Cells, tt.cells)
		}
	}
}

// The report is the same however many cases run concurrently.
func TestReportDoesNotDependOnWorkers(t *testing.T) {
	s := toy{pick: []pipeline.Declared{answer(`"pear"`)}, say: []pipeline.Declared{answer("Oh.")}}
	var text strings.Builder
	files := fstest.MapFS{"suites/toys.yaml": {Data: []byte("system: toy\n")}}
	for i := range 12 {
		const line = `{"id": "case-%d", "turns": [{"user": "a", "answers": {"pick": "\"apple\"", "say": "A."}}]}` + "\n"
		fmt.Fprintf(&text, line, i)
	}
	files["fixtures/conversations/a.jsonl"] = &fstest.MapFile{Data: []byte(text.String())}
	p, err := project.Open(files, "")
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, map[string]pipeline.System{"toy": s}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var reports []*DeclaredReport
	told := 0
	for _, workers := range []int{1, 7} {
		r, err := CheckDeclared(t.Context(), suites, []string{"toy"}, DeclaredOptions{Workers: workers},
			func() { told++ })
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, r)
	}
	if d := cmp.Diff(reports[0], reports[1]); d != "" || told != 24 {
		t.Errorf("told of %d cases; (-one worker +seven):\n%s", told, d)
	}
	if r := reports[0]; r.Differences != 12*13 || len(r.Found) != 12*13 || r.Found[13].Case != "case-1" {
		t.Errorf("%d differences, %d kept", r.Differences, len(r.Found))
	}
}

// A cancelled run stops the check.
func TestInterrupted(t *testing.T) {
	s := toy{pick: []pipeline.Declared{answer(`"none"`)}, say: []pipeline.Declared{answer("Sorry.")}}
	p, err := project.Open(fstest.MapFS{
		"suites/toys.yaml":              {Data: []byte("system: toy\n")},
		"fixtures/conversations/a.yaml": {Data: []byte(`turns: [{user: a, answers: {pick: "\"apple\"", say: b}}]`)},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, map[string]pipeline.System{"toy": s}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CheckDeclared(ctx, suites, []string{"toy"}, DeclaredOptions{}, func() {}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("%v, want that the context is cancelled", err)
	}
}

// A call that nothing answers gets its configured answer, else one sentence, and has no answer of its own that could
// fail.
func TestOtherwise(t *testing.T) {
	s := toy{pick: []pipeline.Declared{answer(`"none"`)}, say: []pipeline.Declared{answer("Oh.")}}
	for _, text := range []string{"", "say: From the file.", "say: {fail: timeout}"} {
		var o DeclaredOptions
		if text != "" {
			o.Otherwise = answersOf(t, text)
		}
		report := checkText(t, s, o, `turns: [{user: first, answers: {pick: "\"apple\""}}]`)
		if report.Cells != 8 || report.Differences > 0 || report.stage("toy", "say").Calls > 0 {
			t.Errorf("%q: %+v", text, report)
		}
	}
}

func answersOf(t *testing.T, text string) fixtures.Answers {
	t.Helper()
	answers, err := ReadOtherwise("o.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}
