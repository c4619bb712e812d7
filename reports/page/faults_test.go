package page

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

func brokenCell(stage, fault string, policy pipeline.Policy, v result.Verdict) result.Cell {
	return result.Cell{Path: "turn-1/" + stage, Stage: stage, Fault: fault, Class: "answer", Policy: policy, Verdict: v,
		Tries: 1}
}

// Cells are added up by suite, stage and fault. What is not applicable, or repaired, is kept apart.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	of := func(suite string, cells ...result.Cell) *result.Result {
		return &result.Result{Suite: suite, System: "beaver", Case: "it's", Status: result.StatusOK, Cells: cells}
	}
	run := storedtest.Record(t, dir, stored.Info{}, of("s",
		brokenCell("router", "prose", pipeline.Strict, result.VerdictRightFallback),
		brokenCell("router", "prose", pipeline.Extract, result.VerdictRecovered),
		brokenCell("router", "truncated-json@12", pipeline.Strict, result.VerdictRightFallback),
		brokenCell("router", "truncated-json@9", pipeline.Strict, result.VerdictCrash),
		brokenCell("main", "prose", pipeline.Strict, result.VerdictNotApplicable),
		brokenCell("main", "invented", pipeline.Strict, result.VerdictRightFallback),
	))
	later, err := stored.NewFaults(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = later.Add("app", "c", []result.Cell{
		{Path: "turn-1/chat-1", Stage: "chat", Fault: "status-429-wait", Class: "transport",
			Verdict: result.Verdict(result.AppRetried), Waited: "none"},
		brokenCell("chat", "prose", pipeline.Mend, result.VerdictSilentDamage),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := later.Close(); err != nil {
		t.Fatal(err)
	}

	got, err := ofFaults(t.Context(), run, map[string]string{"s": "beaver"})
	if err != nil {
		t.Fatal(err)
	}
	again := "beaver-eval faults --suite s --case 'it'\\''s' --cell turn-1/router:"
	want := []FaultTable{
		{Of: "run", Cells: 5, Inapplicable: 1, Failing: 1, Bad: 1, Counts: []int{3, 1, 0, 1, 0}, Suites: []FaultSuite{{
			Suite: "s", System: "beaver", Cells: 5, Failing: 1, Faults: []int{0, 1, 3}, Stages: []FaultStage{
				{Stage: "router", Cells: []FaultCell{
					{Fault: 0, Counts: [][2]int{{0, 1}, {3, 1}}, Failing: 1, Bad: 1, Calls: []BrokenCall{
						{Case: "it's", Path: "turn-1/router", Place: "9", Policy: "strict", Verdict: 3,
							Failing: true, Tries: 1, Again: again + "truncated-json@9:strict"},
						{Case: "it's", Path: "turn-1/router", Place: "12", Policy: "strict", Verdict: 0, Tries: 1,
							Again: again + "truncated-json@12:strict"},
					}},
					{Fault: 1, Counts: [][2]int{{0, 1}, {1, 1}}, Calls: []BrokenCall{
						{Case: "it's", Path: "turn-1/router", Policy: "strict", Verdict: 0, Tries: 1,
							Again: again + "prose:strict"},
						{Case: "it's", Path: "turn-1/router", Policy: "extract", Verdict: 1, Tries: 1,
							Again: again + "prose:extract"},
					}},
				}},
				{Stage: "main", Cells: []FaultCell{
					{Fault: 1, Inapplicable: 1},
					{Fault: 3, Counts: [][2]int{{0, 1}}, Calls: []BrokenCall{{Case: "it's", Path: "turn-1/main",
						Policy: "strict", Tries: 1,
						Again: "beaver-eval faults --suite s --case 'it'\\''s' --cell turn-1/main:invented:strict"}}},
				}},
			},
		}}},
		{Of: "faults", Cells: 1, Counts: []int{0, 0, 0, 0, 1}, Suites: []FaultSuite{{
			Suite: "app", Cells: 1, Faults: []int{2}, Stages: []FaultStage{{Stage: "chat", Cells: []FaultCell{
				{Fault: 2, Counts: [][2]int{{4, 1}}, Calls: []BrokenCall{{Case: "c", Path: "turn-1/chat-1",
					Verdict: 4, Waited: "none",
					Again: "beaver-eval faults --suite app --case c --cell turn-1/chat-1:status-429-wait"}}},
			}}},
		}}},
		{Of: "faults", Repaired: true, Cells: 1, Bad: 1, Counts: []int{0, 0, 1, 0, 0}, Suites: []FaultSuite{{
			Suite: "app", Cells: 1, Faults: []int{1}, Stages: []FaultStage{{Stage: "chat", Cells: []FaultCell{
				{Fault: 1, Counts: [][2]int{{2, 1}}, Bad: 1, Calls: []BrokenCall{{Case: "c", Path: "turn-1/chat",
					Policy: "repair", Verdict: 2, Tries: 1,
					Again: "beaver-eval faults --suite app --case c --cell turn-1/chat:prose:repair"}}},
			}}},
		}}},
	}
	ignored := []cmp.Option{cmpopts.IgnoreFields(FaultTable{}, "Written"), cmpopts.IgnoreUnexported(BrokenCall{})}
	if d := cmp.Diff(want, got.Tables, ignored...); d != "" {
		t.Errorf("tables (-want +got):\n%s", d)
	}
	var names []string
	for _, k := range got.Kinds {
		names = append(names, k.Name)
	}
	for _, v := range got.Verdicts {
		names = append(names, v.Name+" "+v.Tone)
	}
	wantNames := []string{"truncated-json", "prose", "status-429-wait", "invented", "right fallback ok",
		"recovered fixed", "silent damage bad", "crash bad", "retried fixed"}
	if d := cmp.Diff(wantNames, names); d != "" {
		t.Errorf("kinds and verdicts (-want +got):\n%s", d)
	}
	if got.Tables[0].Written != nil || got.Tables[1].Written == nil {
		t.Errorf("written: %v, %v; want it of the command only", got.Tables[0].Written, got.Tables[1].Written)
	}
}

// A cell lists the first calls of each verdict, and counts the others.
func TestFaultsListFew(t *testing.T) {
	cells := make([]result.Cell, 0, 60)
	for range 20 {
		cells = append(cells, brokenCell("main", "prose", pipeline.Strict, result.VerdictSame),
			brokenCell("main", "prose", pipeline.Strict, result.VerdictHang),
			brokenCell("main", "prose", pipeline.Strict, result.VerdictUnanswered))
	}
	run := storedtest.Record(t, t.TempDir(), stored.Info{},
		&result.Result{Suite: "s", Case: "c", Status: result.StatusOK, Cells: cells})
	got, err := ofFaults(t.Context(), run, nil)
	if err != nil {
		t.Fatal(err)
	}
	cell := got.Tables[0].Suites[0].Stages[0].Cells[0]
	listed := map[string]int{}
	for _, c := range cell.Calls {
		listed[got.Verdicts[c.Verdict].Name]++
	}
	want := map[string]int{"hang": mostBroken, "unanswered": mostBroken, "same": mostUnbroken}
	if d := cmp.Diff(want, listed); d != "" {
		t.Errorf("listed (-want +got):\n%s", d)
	}
	if first := got.Verdicts[cell.Calls[0].Verdict].Name; first != "hang" || cell.More+len(cell.Calls) != 60 {
		t.Errorf("the first is %s, %d listed and %d more; want hang, 60 in all", first, len(cell.Calls), cell.More)
	}
}

// A run that broke nothing has no faults.
func TestNoFaults(t *testing.T) {
	run := storedtest.Record(t, t.TempDir(), stored.Info{},
		&result.Result{Suite: "s", Case: "c", Status: result.StatusOK})
	if got, err := ofFaults(t.Context(), run, nil); got != nil || err != nil {
		t.Errorf("got %v, %v; want neither", got, err)
	}
}
