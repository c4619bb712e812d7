package page

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// routingOf reads the view of a run as Write does.
func routingOf(t *testing.T, results ...*result.Result) *Routing {
	t.Helper()
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, results...)
	seen := overview.New(nil)
	err := run.Cases(t.Context(), rows.With{Calls: true, Scores: true}, func(c *rows.Case) error {
		seen.Add(c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := ofRouting(t.Context(), run, seen)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func routedScore(facet, want, got string, others ...string) score.Score {
	holds := want == got
	for _, other := range others {
		holds = holds || other == got
	}
	s := score.Score{Scorer: "routing", Metric: "accuracy", Facet: facet, Turn: "turn-1", Path: "turn-1/router",
		Unit: score.Share, Expected: true, Holds: holds, Want: want, Got: got, Others: others,
		Reason: "route: want " + want + ", got " + got}
	if holds {
		s.Value = 1
	}
	return s
}

// Matrices count decisions by label; the suite with the most mistakes comes first.
func TestMatrices(t *testing.T) {
	of := func(suite, id string, scores ...score.Score) *result.Result {
		return &result.Result{Suite: suite, Case: id, Status: result.StatusOK, Scores: scores}
	}
	got := routingOf(t,
		of("good", "a", routedScore("hard", "new", "new"), routedScore("soft", "new", "chat", "chat")),
		of("s", "a", routedScore("hard", "new", "new"), routedScore("hard", "chat", "new")),
		of("s", "b", routedScore("hard", "new", "new"), routedScore("hard", "chat", "")),
	)
	at := func(id string) CallAt { return CallAt{Case: id, Path: "turn-1/router"} }
	want := []Matrix{
		{Suite: "s", Kind: "hard", Actions: []string{"", "chat", "new"}, Right: 2, Total: 4, Rows: []MatrixRow{
			{Label: "chat", Counts: []int{1, 0, 1}, Precision: "–", Recall: "0.00", F1: "0.00"},
			{Label: "new", Counts: []int{0, 0, 2}, Precision: "0.67", Recall: "1.00", F1: "0.80"},
		}, Cells: []RoutedCell{
			{Want: "new", Got: "new", Calls: []CallAt{at("a"), at("b")}},
			{Want: "chat", Got: "new", Calls: []CallAt{at("a")}},
			{Want: "chat", Got: "", Calls: []CallAt{at("b")}},
		}, Wrong: []RoutedLabel{
			{CallAt: at("a"), Want: "chat", Got: "new", Reason: "route: want chat, got new"},
			{CallAt: at("b"), Want: "chat", Got: "", Reason: "route: want chat, got "},
		}},
		{Suite: "good", Kind: "hard", Actions: []string{"new"}, Right: 1, Total: 1, Rows: []MatrixRow{
			{Label: "new", Counts: []int{1}, Precision: "1.00", Recall: "1.00", F1: "1.00"},
		}, Cells: []RoutedCell{{Want: "new", Got: "new", Calls: []CallAt{at("a")}}}, Wrong: []RoutedLabel{}},
		{Suite: "good", Kind: "soft", Actions: []string{"chat", "new"}, Right: 1, Total: 1, Rows: []MatrixRow{
			{Label: "new", Counts: []int{1, 0}, Precision: "1.00", Recall: "1.00", F1: "1.00"},
		}, Cells: []RoutedCell{{Want: "new", Got: "chat", Calls: []CallAt{at("a")}}}, Wrong: []RoutedLabel{}},
	}
	if d := cmp.Diff(want, got.Matrices); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// found returns the steps of a retrieval at a place, and of a choice of some of its candidates.
func found(place string, names []string, chosen ...string) []trace.Step {
	type candidate struct {
		Name string `json:"name"`
	}
	var list []candidate
	for _, name := range names {
		list = append(list, candidate{name})
	}
	value, _ := json.Marshal(list)
	decision, _ := json.Marshal(chosen)
	return []trace.Step{
		{Entry: pipeline.Entry{Kind: pipeline.EntryEvent, Path: place, Stage: pipeline.EventCandidates, Value: value}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: place + "/skills-final", Stage: "skills-final"},
			Call: &trace.Call{Path: place + "/skills-final", Stage: "skills-final"}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryDecided, Path: place + "/skills-final", Stage: "skills-final",
			Value: decision}, Attached: true},
	}
}

func skillsScore(turn, want, got string) score.Score {
	s := score.Score{Scorer: "skills", Metric: "f1", Turn: turn, Path: turn + "/skills-final", Unit: score.Share,
		Expected: true, Holds: want == got, Want: want, Got: got}
	if s.Holds {
		s.Value = 1
	}
	return s
}

// Each retrieval has its expectation, by rank and choice; what is wrong comes first.
func TestSkills(t *testing.T) {
	steps := slices.Concat(found("turn-1", []string{"refund", "parcel"}, "refund"),
		found("turn-2", []string{"parcel", "refund"}, "parcel"), found("turn-3", []string{"refund"}))
	got := routingOf(t,
		&result.Result{Suite: "none", Case: "c", Status: result.StatusOK,
			Trace: &trace.Trace{Steps: found("turn-1", []string{"refund"}, "refund")}},
		&result.Result{Suite: "s", Case: "c", Status: result.StatusOK, Trace: &trace.Trace{Steps: steps},
			Scores: []score.Score{skillsScore("turn-1", "refund", "refund"),
				skillsScore("turn-2", "refund, lost", "parcel")}},
	)
	ranks := func(first, second, third RankCount, lost int) []RankCount {
		return []RankCount{first, second, third, {From: 4, To: 8}, {From: 9}, {Skills: lost}}
	}
	want := []SkillsSuite{
		{Suite: "s", Selections: 3, Expecting: 2, Right: 1,
			Ranks: ranks(RankCount{From: 1, To: 1, Skills: 1, Chosen: 1}, RankCount{From: 2, To: 2, Skills: 1},
				RankCount{From: 3, To: 3}, 1),
			Listed: []Selection{
				{CallAt: CallAt{"c", 0, "turn-2/skills-final"}, Turn: "turn-2", Want: "refund, lost", Got: "parcel",
					Expects: true, Candidates: []Candidate{{Rank: 1, Name: "parcel", Chosen: true},
						{Rank: 2, Name: "refund", Expected: true}}, Lost: []string{"lost"}},
				{CallAt: CallAt{"c", 0, "turn-1/skills-final"}, Turn: "turn-1", Want: "refund", Got: "refund",
					Expects: true, Right: true, Candidates: []Candidate{
						{Rank: 1, Name: "refund", Chosen: true, Expected: true},
						{Rank: 2, Name: "parcel"}}},
				{CallAt: CallAt{"c", 0, "turn-3"}, Turn: "turn-3", Candidates: []Candidate{{Rank: 1, Name: "refund"}}},
			}},
		{Suite: "none", Selections: 1,
			Ranks: ranks(RankCount{From: 1, To: 1}, RankCount{From: 2, To: 2}, RankCount{From: 3, To: 3}, 0),
			Listed: []Selection{{CallAt: CallAt{"c", 0, "turn-1"}, Turn: "turn-1", Got: "refund",
				Candidates: []Candidate{{Rank: 1, Name: "refund", Chosen: true}}}}},
	}
	if d := cmp.Diff(want, got.Skills, cmpopts.IgnoreUnexported(SkillsSuite{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Candidates behind the first ones are left out unless they were expected or chosen.
func TestSelectionIsShort(t *testing.T) {
	var names []string
	for i := range 40 {
		names = append(names, string(rune('A'+i)))
	}
	got := routingOf(t, &result.Result{Suite: "s", Case: "c", Status: result.StatusOK,
		Trace: &trace.Trace{Steps: found("turn-1", names, names[20])}, Scores: []score.Score{
			skillsScore("turn-1", names[30], names[20])}})
	s := got.Skills[0].Listed[0]
	if n := len(s.Candidates); n != mostCandidates+2 || s.Left != 40-n || s.Candidates[n-1].Rank != 31 {
		t.Errorf("%d candidates, %d left out, the last of rank %d", n, s.Left, s.Candidates[n-1].Rank)
	}
	if k := got.Skills[0].Ranks[4]; k.Skills != 1 {
		t.Errorf("rank 31 is counted as %+v", got.Skills[0].Ranks)
	}
}

// A run without labels and skills has no such view.
func TestNoRouting(t *testing.T) {
	if got := routingOf(t, &result.Result{Suite: "s", Case: "c", Status: result.StatusOK}); got != nil {
		t.Errorf("got %+v", got)
	}
}
