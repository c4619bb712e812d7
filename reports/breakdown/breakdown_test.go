package breakdown_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/breakdown"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// called returns a step with a call of 100 tokens, and 10 of its answer.
func called(path, stage, model string) trace.Step {
	return trace.Step{
		Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: stage},
		Call: &trace.Call{Path: path, Stage: stage, Request: pipeline.Request{Model: model},
			Tokens: trace.Tokens{Prompt: 100, Output: 10}},
	}
}

func fell(path, stage string, reason pipeline.Reason) trace.Step {
	f := &pipeline.Fallback{Stage: stage, Reason: reason, Tries: 1}
	return trace.Step{Attached: true,
		Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: path, Stage: stage, Fallback: f}}
}

// cases returns two cases: one of two turns with everything, one without a call.
func cases() []*rows.Case {
	first := &result.Result{Suite: "shop", System: "beaver", Case: "a", Status: result.StatusFailed,
		Tags: []string{"refund", "de", "refund"},
		Trace: &trace.Trace{Steps: []trace.Step{
			called("turn-1/router", "router", "small"),
			fell("turn-1/router", "router", "malformed"), fell("turn-1/router", "router", "schema"),
			called("turn-1/main-1", "main", "large"),
			called("turn-10/router", "router", "small"), called("turn-10/main-1", "main", ""),
		}},
		Scores: []score.Score{
			{Scorer: "routing", Metric: "accuracy", Turn: "turn-1", Path: "turn-1/router", Expected: true, Holds: true},
			{Scorer: "answer", Metric: "equals", Turn: "turn-10", Expected: true},
			{Scorer: "cost", Metric: "calls"},
		},
	}
	second := &result.Result{Suite: "bot", System: "mas", Case: "b", Status: result.StatusOK}
	orphan := &result.Result{Suite: "bot", Case: "c", Status: result.StatusOrphan}
	return []*rows.Case{rows.NewCase(first), rows.NewCase(second), rows.NewCase(orphan)}
}

func written(t rapid.TB, by breakdown.By, format string, all ...*rows.Case) string {
	t.Helper()
	b := breakdown.New(by)
	for _, c := range all {
		if err := b.Case(c); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := b.Write(&out, format, 0); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestBreakdown(t *testing.T) {
	const names = "cases,failed,calls,tokens_prompt,tokens_output,tokens_estimated,fallbacks,decisions_by_fallback," +
		"decisions,expected,holding\n"
	for by, want := range map[breakdown.By]string{
		breakdown.Suite:  "shop,1,1,4,400,40,0,2,1,4,2,1\nbot,1,0,0,0,0,0,0,0,0,0,0\n",
		breakdown.System: "beaver,1,1,4,400,40,0,2,1,4,2,1\nmas,1,0,0,0,0,0,0,0,0,0,0\n",
		breakdown.Tag: "de,1,1,4,400,40,0,2,1,4,2,1\nrefund,1,1,4,400,40,0,2,1,4,2,1\n" +
			",1,0,0,0,0,0,0,0,0,0,0\n",
		breakdown.Stage: "main,1,1,2,200,20,0,0,0,2,0,0\nrouter,1,1,2,200,20,0,2,1,2,1,1\n,1,1,0,0,0,0,0,0,0,1,0\n",
		breakdown.Turn:  "turn-1,1,1,2,200,20,0,2,1,,1,1\nturn-10,1,1,2,200,20,0,0,0,,1,0\n",
		breakdown.Model: "small,1,1,2,200,20,0,2,1,,1,1\nlarge,1,1,1,100,10,0,0,0,,0,0\n" +
			",1,1,1,100,10,0,0,0,,1,0\n",
	} {
		if d := cmp.Diff(string(by)+","+names+want, written(t, by, "csv", cases()...)); d != "" {
			t.Errorf("by %s (-want +got):\n%s", by, d)
		}
	}
}

func TestBreakdownForPeople(t *testing.T) {
	want := `stage   cases  failed  calls  prompt tokens  a call  output tokens  fallbacks   rate  as expected
-------------------------------------------------------------------------------------------------
main        1       1      2            200     100             20          0   0.0%            –
router      1       1      2            200     100             20          2  50.0%          1/1
–           1       1      0              0       –              0          0      –          0/1
total       2       1      4            400     100             40          2  25.0%          1/2
`
	if d := cmp.Diff(want, written(t, breakdown.Stage, "table", cases()...)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// A name is hostile: it forges no row, column or formula in any format.
func TestHostileNames(t *testing.T) {
	c := rows.NewCase(&result.Result{Suite: "=1+1 | <b>\n\x1b[2J", Status: result.StatusOK})
	for format, want := range map[string]string{
		"csv": "\"'=1+1 | <b>\n\x1b[2J\",1,", "markdown": "<code>=1+1 &#124; &#60;b&#62;&#92;n", "table": `=1+1 | <b>\n\u001b[2J`,
		"json": `"suite": "=1+1 | <b>\n\u001b[2J"`,
	} {
		if got := written(t, breakdown.Suite, format, c); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q:\n%s", format, want, got)
		}
	}
}

// What counts once in a case adds up over the stages, turns and models to the numbers of the suites, in any order of
// cases; more names than are kept apart go to one group.
func TestGroupsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []*rows.Case
		for i := range rapid.IntRange(0, 8).Draw(t, "cases") {
			tr := &trace.Trace{}
			for j := range rapid.IntRange(0, 5).Draw(t, "calls") {
				path := fmt.Sprintf("turn-%d/%s-%d", rapid.IntRange(1, 3).Draw(t, "turn"), "main", j)
				stage := rapid.SampledFrom([]string{"router", "main"}).Draw(t, "stage")
				tr.Steps = append(tr.Steps, called(path, stage, rapid.SampledFrom([]string{"", "m"}).Draw(t, "model")))
				if rapid.Bool().Draw(t, "fell") {
					tr.Steps = append(tr.Steps, fell(path, stage, "timeout"))
				}
			}
			all = append(all, rows.NewCase(&result.Result{
				Suite: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "suite"), Case: fmt.Sprint(i), Trace: tr,
				Status: rapid.SampledFrom([]result.Status{result.StatusOK, result.StatusFailed}).Draw(t, "status"),
			}))
		}
		want := sums(t, breakdown.Suite, all)
		for _, by := range []breakdown.By{breakdown.Stage, breakdown.Turn, breakdown.Model} {
			if got := sums(t, by, all); got != want {
				t.Fatalf("by %s: %+v, by suite %+v", by, got, want)
			}
		}
	})
}

type sum struct {
	Calls         int `json:"calls"`
	TokensPrompt  int `json:"tokens_prompt"`
	Fallbacks     int `json:"fallbacks"`
	ByFallback    int `json:"decisions_by_fallback"`
	TokensOutputs int `json:"tokens_output"`
}

func sums(t *rapid.T, by breakdown.By, all []*rows.Case) (total sum) {
	var list []sum
	if err := json.Unmarshal([]byte(written(t, by, "json", all...)), &list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		total.Calls += s.Calls
		total.TokensPrompt += s.TokensPrompt
		total.Fallbacks += s.Fallbacks
		total.ByFallback += s.ByFallback
		total.TokensOutputs += s.TokensOutputs
	}
	return total
}

func TestMoreGroupsThanAreKept(t *testing.T) {
	var all []*rows.Case
	for i := range 1200 {
		all = append(all, rows.NewCase(&result.Result{Suite: fmt.Sprint("s", i), Status: result.StatusOK}))
	}
	got := written(t, breakdown.Suite, "csv", all...)
	if !strings.HasSuffix(got, "\n"+breakdown.More+",200,0,0,0,0,0,0,0,0,0,0\n") {
		t.Errorf("…%s", got[len(got)-200:])
	}
}

// A case is one case whatever its samples, and fails if one of them does; calls and scores are of all samples.
func TestSamples(t *testing.T) {
	b := breakdown.New(breakdown.Suite)
	for sample, status := range []result.Status{result.StatusOK, result.StatusFailed, result.StatusFailed} {
		r := &result.Result{Suite: "shop", Case: "a", Sample: sample, Status: status,
			Trace: &trace.Trace{Steps: []trace.Step{called("turn-1/router", "router", "small")}}}
		if err := b.Case(&rows.Case{Result: r}); err != nil {
			t.Fatal(err)
		}
	}
	other := &result.Result{Suite: "shop", Case: "b", Status: result.StatusOK}
	if err := b.Case(&rows.Case{Result: other}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := b.Write(&out, "csv", 0); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\nshop,2,1,3,") {
		t.Error(out.String())
	}
}
