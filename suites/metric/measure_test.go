package metric

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// measureNamed returns a measure, which must exist.
func measureNamed(t *testing.T, all []Measure, name string) Measure {
	t.Helper()
	m, ok := measureOf(all, name)
	if !ok {
		t.Fatalf("nothing measures %s", name)
	}
	return m
}

// callsOf returns a case whose calls have these origins.
func callsOf(suite, id string, origins ...pipeline.Origin) *result.Result {
	r := &result.Result{Suite: suite, Case: id, Status: result.StatusOK, Trace: &trace.Trace{}}
	for i, o := range origins {
		path := fmt.Sprint("turn-1/main-", i+1)
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{
			Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: "main", Try: 1},
			Call:  &trace.Call{Path: path, Stage: "main", Origin: o},
		})
	}
	return r
}

// The origins of answers are counted, and the first call of each kind is the example.
func TestOriginsAreCounted(t *testing.T) {
	tally := NewTally(nil)
	fresh := pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}
	tally.Add(callsOf("s", "a", fresh, pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchMoved},
		fresh))
	tally.Add(callsOf("s", "b", pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale,
		Carried: true}, pipeline.Origin{Source: pipeline.SourceImported}))
	tally.Add(callsOf("s", "c", pipeline.Origin{Source: pipeline.SourceScripted},
		pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise}))
	got := map[string]string{}
	for _, name := range []string{"stale", "moved", "carried", "imported", "scripted", "otherwise"} {
		m := measureNamed(t, tally.Measures(), name)
		got[name] = fmt.Sprint(m.Value, " of ", m.Scores, ", first ", m.high.at)
	}
	want := map[string]string{
		"stale": "1 of 7, first s/b/turn-1/main-1", "carried": "1 of 7, first s/b/turn-1/main-1",
		"moved":    "1 of 7, first s/a/turn-1/main-2",
		"imported": "1 of 7, first s/b/turn-1/main-2", "scripted": "2 of 7, first s/c/turn-1/main-1",
		"otherwise": "1 of 7, first s/c/turn-1/main-2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Prompts and forms that are not as accepted count as one; the case with most of them is the example.
func TestGoldensAndExpectationsAreCounted(t *testing.T) {
	tally := NewTally(nil)
	tally.Add(&result.Result{Suite: "s", Case: "same", Changes: []result.Change{{Status: result.Unchanged}}})
	tally.Add(&result.Result{Suite: "s", Case: "form",
		Forms: []result.FormChange{{File: "f.json", Status: result.New}}})
	tally.Add(&result.Result{Suite: "s", Case: "two", Status: result.StatusFailed,
		Changes: []result.Change{{Status: result.Unchanged}, {Status: result.Changed, Path: "turn-1/a"},
			{Status: result.Missing, Path: "turn-1/b"}},
		Scores: []score.Score{{Required: true, Holds: true, Path: "turn-1"}, {Required: true, Path: "turn-1/a",
			Reason: "no"}}})
	tally.Add(&result.Result{Suite: "s", Case: "gone", Status: result.StatusOrphan,
		Changes: []result.Change{{Status: result.Missing, Path: "turn-1/c"}}})
	m := measureNamed(t, tally.Measures(), "goldens")
	if got := fmt.Sprint(m.Value, m.Scores, " ", m.high.at, " ", m.high.reason); got != "4 4 s/two/turn-1/a changed" {
		t.Errorf("goldens: %s", got)
	}
	if m.basis != "3 prompts and 1 form" {
		t.Errorf("goldens are of %s", m.basis)
	}
	m = measureNamed(t, tally.Measures(), "expectations")
	if got := fmt.Sprint(m.Value, m.Scores, " ", m.high.at, " ", m.high.reason); got != "1 4 s/two/turn-1/a no" {
		t.Errorf("expectations: %s", got)
	}
	only := NewTally(nil)
	only.Add(&result.Result{Suite: "s", Case: "form", Forms: []result.FormChange{{File: "f.json", Status: result.New}}})
	if m := measureNamed(t, only.Measures(), "goldens"); m.high.reason != "f.json: new" || m.String() != "1" ||
		m.basis != "1 form" {
		t.Errorf("goldens: %s, %s", m, m.high.reason)
	}
}

// Rates and calls merge like everything else.
func TestRatesMerge(t *testing.T) {
	failing := func(id string) *Tally {
		r := callsOf("s", id, pipeline.Origin{}, pipeline.Origin{})
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{
			Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1/main-1",
				Fallback: &pipeline.Fallback{Stage: "main", Reason: pipeline.Empty}},
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

// Precision, recall and F1 by hand: a is right two times out of three, b once, and once mistaken for a.
func TestConfusionByHand(t *testing.T) {
	c := newConfusion()
	for _, d := range []struct {
		want, got string
		right     bool
	}{{"a", "a", true}, {"a", "a", true}, {"a", "b", false}, {"b", "b", true}, {"b", "a", false}, {"b", "c", true}} {
		c.add(d.want, d.got, d.right, "s/c")
	}
	if n := [...]int{c.Count("a", "a"), c.Count("a", "b"), c.Count("b", "c"), c.Count("c", "b"),
		c.Most()}; n != [...]int{2, 1, 1, 0, 2} {
		t.Errorf("counts %v", n)
	}
	got := map[string]string{}
	for _, m := range c.Measures(score.LabelSoft) {
		got[m.Name] = fmt.Sprintf("%.3f of %d", m.Value, m.Scores)
	}
	want := map[string]string{
		"routing.precision[soft/a]": "0.667 of 3", "routing.recall[soft/a]": "0.667 of 3",
		"routing.f1[soft/a]": "0.667 of 3",
		// c was equally right
		"routing.precision[soft/b]": "0.667 of 3", "routing.recall[soft/b]": "0.667 of 3",
		"routing.f1[soft/b]":     "0.667 of 3",
		"routing.macro_f1[soft]": "0.667 of 2", // c is no label
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A model may answer anything: beyond fifty actions they count as others.
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
		s := score.Score{Scorer: "turn", Metric: "decision", Facet: fmt.Sprint("stage-", i), Unit: score.Share,
			Value: 1}
		tally.Add(&result.Result{Suite: "s", Case: "c", Scores: []score.Score{s}})
	}
	if m := measureNamed(t, tally.Measures(), "turn.decision"); m.Scores != 1000 || len(tally.measures) > maxBy+10 {
		t.Errorf("%d scores, %d measures", m.Scores, len(tally.measures))
	}
}

// A measure says how many of its scores were expected, hold, and depend on anything but a model's fresh answers.
func TestMeasuresCount(t *testing.T) {
	tally := NewTally(nil)
	for i, s := range []score.Score{
		{Expected: true, Holds: true, Value: 1}, {Expected: true, Provenance: []string{trace.Stale}},
		{Value: 1, Provenance: []string{trace.Scripted, trace.Otherwise}}, {Unmeasured: true},
	} {
		s.Scorer, s.Metric, s.Unit = "x", "y", score.Share
		tally.Add(&result.Result{Suite: "s", Case: fmt.Sprint(i), Scores: []score.Score{s}})
	}
	m := measureNamed(t, tally.Measures(), "x.y")
	if got := [...]int{m.Scores, m.Unmeasured, m.Expected, m.Holding, m.Provenance}; got != [...]int{3, 1, 2, 1, 2} ||
		m.low.at != "s/1" || m.high.at != "s/0" || m.lost.at != "s/3" {
		t.Errorf("%v, lowest %s, highest %s, unmeasured %s", got, m.low.at, m.high.at, m.lost.at)
	}
	lost := NewTally(nil)
	lost.Add(&result.Result{Suite: "s", Case: "c",
		Scores: []score.Score{{Scorer: "x", Metric: "y", Unit: score.Share, Unmeasured: true}}})
	if m := measureNamed(t, lost.Measures(), "x.y"); m.Value != 0 || m.Unmeasured != 1 {
		t.Errorf("nothing measured makes %v", m.Value) // JSON has no NaN
	}
	if _, ok := measureOf(NewTally(nil).Measures(), rateName); ok {
		t.Error("a run that asked nobody has a rate of fallbacks")
	}
}

// Only the labels determine the number of decisions behind recall and F1: models are measured on the same.
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
			for _, m := range c.Measures(score.LabelSoft) {
				if strings.HasPrefix(m.Name, "routing.recall") || strings.HasPrefix(m.Name, "routing.f1") ||
					m.Name == "routing.macro_f1[soft]" {
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
