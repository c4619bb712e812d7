package suites

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// named finds a measure, which has to be there.
func measureNamed(t *testing.T, all []Measure, name string) Measure {
	t.Helper()
	m, ok := measureOf(all, name)
	if !ok {
		t.Fatalf("nothing measures %s", name)
	}
	return m
}

// callsOf is a case whose calls have these origins.
func callsOf(suite, id string, origins ...pipeline.Origin) *Result {
	r := &Result{Suite: suite, Case: id, Status: StatusOK, Trace: &Trace{}}
	for i, o := range origins {
		path := fmt.Sprint("turn-1/main-", i+1)
		r.Trace.Steps = append(r.Trace.Steps, Step{
			Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: "main", Try: 1}, Call: &Call{Path: path, Stage: "main", Origin: o},
		})
	}
	return r
}

// Where answers come from is counted for each, and the first call of each kind is the one to look at.
func TestOriginsAreCounted(t *testing.T) {
	tally := NewTally(nil)
	fresh := pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}
	tally.Add(callsOf("s", "a", fresh, pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchMoved}, fresh))
	tally.Add(callsOf("s", "b", pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale, Carried: true}, pipeline.Origin{Source: pipeline.SourceImported}))
	tally.Add(callsOf("s", "c", pipeline.Origin{Source: pipeline.SourceScripted}, pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise}))
	got := map[string]string{}
	for _, name := range []string{"stale", "moved", "carried", "imported", "scripted", "otherwise"} {
		m := measureNamed(t, tally.Measures(), name)
		got[name] = fmt.Sprint(m.Value, " of ", m.Scores, ", first ", m.high.at)
	}
	want := map[string]string{
		"stale": "1 of 7, first s/b/turn-1/main-1", "carried": "1 of 7, first s/b/turn-1/main-1", "moved": "1 of 7, first s/a/turn-1/main-2",
		"imported": "1 of 7, first s/b/turn-1/main-2", "scripted": "2 of 7, first s/c/turn-1/main-1", "otherwise": "1 of 7, first s/c/turn-1/main-2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Prompts and forms that are not as accepted count as one; the case with most of them is the one to look at.
func TestGoldensAndExpectationsAreCounted(t *testing.T) {
	tally := NewTally(nil)
	tally.Add(&Result{Suite: "s", Case: "same", Changes: []Change{{Status: Unchanged}}})
	tally.Add(&Result{Suite: "s", Case: "form", Forms: []FormChange{{File: "f.json", Status: New}}})
	tally.Add(&Result{Suite: "s", Case: "two", Status: StatusFailed, Changes: []Change{{Status: Unchanged}, {Status: Changed, Path: "turn-1/a"}, {Status: Missing, Path: "turn-1/b"}},
		Scores: []Score{{Required: true, Holds: true, Path: "turn-1"}, {Required: true, Path: "turn-1/a", Reason: "no"}}})
	tally.Add(&Result{Suite: "s", Case: "gone", Status: StatusOrphan, Changes: []Change{{Status: Missing, Path: "turn-1/c"}}})
	m := measureNamed(t, tally.Measures(), "goldens")
	if got := fmt.Sprint(m.Value, m.Scores, " ", m.high.at, " ", m.high.reason); got != "4 4 s/two/turn-1/a changed" {
		t.Errorf("goldens: %s", got)
	}
	m = measureNamed(t, tally.Measures(), "expectations")
	if got := fmt.Sprint(m.Value, m.Scores, " ", m.high.at, " ", m.high.reason); got != "1 4 s/two/turn-1/a no" {
		t.Errorf("expectations: %s", got)
	}
	only := NewTally(nil)
	only.Add(&Result{Suite: "s", Case: "form", Forms: []FormChange{{File: "f.json", Status: New}}})
	if m := measureNamed(t, only.Measures(), "goldens"); m.high.reason != "f.json: new" || m.String() != "1" {
		t.Errorf("goldens: %s, %s", m, m.high.reason)
	}
}

// Rates and asks merge as everything else does.
func TestRatesMerge(t *testing.T) {
	failing := func(id string) *Tally {
		r := callsOf("s", id, pipeline.Origin{}, pipeline.Origin{})
		r.Trace.Steps = append(r.Trace.Steps, Step{
			Entry:    pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1/main-1", Fallback: &pipeline.Fallback{Stage: "main", Reason: pipeline.Empty}},
			Attached: true,
		})
		tally := NewTally(nil)
		tally.Add(r)
		return tally
	}
	total := NewTally(nil)
	total.Merge(failing("a"))
	total.Merge(failing("b"))
	m := measureNamed(t, total.Measures(), "fallbacks.rate[main:empty]")
	if m.Value != 1 || m.Scores != 2 || m.high.at != "s/a/turn-1/main-1" {
		t.Errorf("rate %v of %d, first %s", m.Value, m.Scores, m.high.at)
	}
}

// Precision, recall and F1 by hand: a is right twice of three, b once, and once taken for a.
func TestConfusionByHand(t *testing.T) {
	c := newConfusion()
	for _, d := range []struct {
		want, got string
		right     bool
	}{{"a", "a", true}, {"a", "a", true}, {"a", "b", false}, {"b", "b", true}, {"b", "a", false}, {"b", "c", true}} {
		c.add(d.want, d.got, d.right, "s/c")
	}
	if n := [...]int{c.Count("a", "a"), c.Count("a", "b"), c.Count("b", "c"), c.Count("c", "b"), c.Most()}; n != [...]int{2, 1, 1, 0, 2} {
		t.Errorf("counts %v", n)
	}
	got := map[string]string{}
	for _, m := range c.Measures(LabelSoft) {
		got[m.Name] = fmt.Sprintf("%.3f of %d", m.Value, m.Scores)
	}
	want := map[string]string{
		"routing.precision[soft/a]": "0.667 of 3", "routing.recall[soft/a]": "0.667 of 3", "routing.f1[soft/a]": "0.667 of 3",
		"routing.precision[soft/b]": "0.667 of 3", "routing.recall[soft/b]": "0.667 of 3", "routing.f1[soft/b]": "0.667 of 3", // c was as right
		"routing.macro_f1[soft]": "0.667 of 2", // c is no label
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A model may answer anything: beyond fifty actions they are others.
func TestConfusionIsBounded(t *testing.T) {
	c := newConfusion()
	for i := range 1000 {
		c.add(fmt.Sprint("action-", i%60), fmt.Sprint("answer-", i), false, "s/c")
	}
	if n := len(c.Actions()); n != maxActions+1 || c.Count(others, others) == 0 {
		t.Errorf("%d actions, %d others", n, c.Count(others, others))
	}
	tally := NewTally(nil)
	for i := range 1000 {
		s := share("turn", "decision", "turn-1", 1, "r")
		s.By = fmt.Sprint("stage-", i)
		tally.Add(&Result{Suite: "s", Case: "c", Scores: []Score{s}})
	}
	if m := measureNamed(t, tally.Measures(), "turn.decision"); m.Scores != 1000 || len(tally.measures) > maxBy+10 {
		t.Errorf("%d scores, %d measures", m.Scores, len(tally.measures))
	}
}

// Every draft is measured, whatever the case expects.
func TestLearningIsMeasured(t *testing.T) {
	trace := worked()
	trace.Steps = append(trace.Steps,
		Step{Entry: pipeline.Entry{Kind: pipeline.EntryDecided, Path: "end/draft", Stage: "draft", Value: []byte(`{"action":"new","tools":["find"],"findings":[]}`)}},
		Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "end/draft", Stage: "draft", Fallback: &pipeline.Fallback{Stage: "draft", Reason: pipeline.Malformed}}},
	)
	var got []string
	for _, s := range measureLearning(nil, trace, []string{"draft"}) {
		got = append(got, fmt.Sprintf("%s %s %v: %s", s.Path, s.Name(), s.Value, s.Reason))
	}
	want := []string{
		"turn-1/draft learning.schema 1: the model's draft could be used",
		"turn-1/draft learning.tools 0: it names tools that it does not declare",
		"turn-1/draft learning.findings 2: rules of the safety checker that it breaks: secrets, undeclared-tool",
		"end/draft learning.schema 0: the model's draft could not be used: malformed",
		"end/draft learning.tools 1: it names no tool that it does not declare",
		"end/draft learning.findings 0: rules of the safety checker that it breaks: none",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if scores := measureLearning(nil, trace, nil); len(scores) > 0 {
		t.Errorf("a system that learns nothing: %v", scores)
	}
}

// Tools are measured of every case that calls some.
func TestToolsAreMeasured(t *testing.T) {
	trace := worked()
	trace.Steps = append(trace.Steps, Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1/main-2", Fallback: &pipeline.Fallback{Stage: "main", Reason: "tool_budget"}}})
	var got []string
	for _, s := range measureTools(nil, trace) {
		got = append(got, fmt.Sprintf("%s %v %s", s.Name(), s.Value, s.Path))
	}
	want := "tools.calls 3 ; tools.failed 1 ; tools.repeated_failures 1 turn-1/main-1/tool-2; tools.over_budget 1 "
	if d := cmp.Diff(want, strings.Join(got, "; ")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if scores := measureTools(nil, &Trace{}); len(scores) > 0 {
		t.Errorf("without tools: %v", scores)
	}
}

// The reason of a score says what a number cannot.
func TestReasons(t *testing.T) {
	for expect, want := range map[string]string{
		"route: new_task": "route: want new_task, got continue_task; the model said new_task; by the fallback after timeout",
		"route: {action: close_task, soft: true, alternatives: [continue_task]}": "continue_task is as right as close_task; the model said new_task; by the fallback after timeout",
		"reply: {json: {$.none: 1}}":      "reply: $.none: want 1, got nothing",
		"reply: {json: {$.parcel.id: 8}}": "reply: $.parcel.id: want 8, got 7",
		"reply: {schema: {properties: {parcel: {type: string}, text: {maxLength: 3}}}}": `at "/parcel" got object, want string`,
		"reply: {schema: {required: [nothing]}}":                                        `reply: it does not fit the schema: at "" missing property 'nothing'`,
		"skills: {names: [s4], k: 2}":                                                   "skills: want s4, got s3, s2",
	} {
		scores, errs := judged(t, expect, worked())
		if len(errs) > 0 || len(scores) == 0 || !strings.Contains(scores[0].Reason, want) {
			t.Errorf("%s: %v\n%q\nwant %q", expect, errs, scores[0].Reason, want)
		}
	}
	ranked, _ := judged(t, "skills: [s1]", worked())
	if r := ranked[len(ranked)-5].Reason; !strings.Contains(spelledAll(ranked), "retrieval.mrr 1 -") {
		t.Errorf("the first candidate has rank 1: %s, %s", spelledAll(ranked), r)
	}
}

func spelledAll(scores []Score) string {
	var all []string
	for _, s := range scores {
		all = append(all, spelled(s))
	}
	return strings.Join(all, "; ")
}

// What of expectations cannot be read is said before anything runs, with file and line.
func TestExpectationsAreChecked(t *testing.T) {
	for expect, want := range map[string]string{
		"reply: {language: en}":                                            "",
		"reply: {language: english}":                                       "x.yaml:2: language: want a code of two letters, such as en or zh, got \"english\"",
		"reply: {json: {'$[': 1}}":                                         "x.yaml:4: json: $[: ",
		"reply: {schema: {type: nonsense}}":                                "x.yaml:4: schema: ",
		"reply: {schema: {$ref: 'file:///etc/passwd'}}":                    "a schema here refers to nothing outside of itself",
		"tools: [{name: a, arguments: {type: nonsense}, compare: schema}]": "x.yaml:4: schema: ",
		"tools: [{name: a, arguments: {type: nonsense}}]":                  "",
	} {
		for _, key := range []string{"expect", "labels"} {
			text := fmt.Sprintf("turns:\n  - user: Hello\n    %s:\n      %s\n", key, expect)
			err := checkExpectations(decodeCase(t, text))
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %s: %v, want %q", key, expect, err, want)
			}
		}
	}
	err := checkExpectations(decodeCase(t, "turns: [{user: Hello}]\nend: {expect: {reply: {language: xx}}}"))
	if err == nil {
		t.Error("what the end expects is not checked")
	}
}

// A measure says how many of its scores were expected, hold, and rest on other than a model's fresh answers.
func TestMeasuresCount(t *testing.T) {
	tally := NewTally(nil)
	for i, s := range []Score{
		{Expected: true, Holds: true, Value: 1}, {Expected: true, Rests: []string{RestsStale}}, {Value: 1, Rests: []string{RestsScripted, RestsOtherwise}}, {Unmeasured: true},
	} {
		s.Scorer, s.Metric, s.Unit = "x", "y", Share
		tally.Add(&Result{Suite: "s", Case: fmt.Sprint(i), Scores: []Score{s}})
	}
	m := measureNamed(t, tally.Measures(), "x.y")
	if got := [...]int{m.Scores, m.Unmeasured, m.Expected, m.Holding, m.Rests}; got != [...]int{3, 1, 2, 1, 2} || m.low.at != "s/1" || m.high.at != "s/0" || m.lost.at != "s/3" {
		t.Errorf("%v, lowest %s, highest %s, unmeasured %s", got, m.low.at, m.high.at, m.lost.at)
	}
	lost := NewTally(nil)
	lost.Add(&Result{Suite: "s", Case: "c", Scores: []Score{{Scorer: "x", Metric: "y", Unit: Share, Unmeasured: true}}})
	if m := measureNamed(t, lost.Measures(), "x.y"); m.Value != 0 || m.Unmeasured != 1 {
		t.Errorf("nothing measured makes %v", m.Value) // JSON has no NaN
	}
	if _, ok := measureOf(NewTally(nil).Measures(), rateName); ok {
		t.Error("a run that asked nobody has a rate of fallbacks")
	}
}

// The labels alone say of how many decisions recall and F1 are made: models are measured on the same.
func TestSupportIsTheLabels(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		actions := rapid.SampledFrom([]string{"a", "b", "c"})
		labels := rapid.SliceOfN(actions, 1, 20).Draw(rt, "labels")
		support := func(model string) map[string]int {
			c := newConfusion()
			for _, want := range labels {
				got := actions.Draw(rt, model)
				c.add(want, got, want == got || rapid.Bool().Draw(rt, "as right"), "s/c")
			}
			of := map[string]int{}
			for _, m := range c.Measures(LabelSoft) {
				if strings.HasPrefix(m.Name, "routing.recall") || strings.HasPrefix(m.Name, "routing.f1") || m.Name == "routing.macro_f1[soft]" {
					of[m.Name] = m.Scores
				}
				if m.Value < 0 || m.Value > 1 {
					rt.Fatalf("%s is %v", m.Name, m.Value)
				}
			}
			return of
		}
		if d := cmp.Diff(support("one"), support("another")); d != "" {
			rt.Fatalf("(-one model +another):\n%s", d)
		}
	})
}
