package metric

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Growth compares counts with counts and estimates with estimates; if it can do neither, nothing is compared.
func TestGrowthComparesLikeWithLike(t *testing.T) {
	sizes := map[string]CallSize{
		"counted":   {Tokens: 200, Counted: true, Estimate: 100},
		"estimated": {Tokens: 100, Estimate: 100},
		"older":     {Tokens: 200, Counted: true}, // by a program that did not keep estimates
	}
	counted := pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}
	for _, tt := range []struct {
		before string
		now    pipeline.Origin
		want   string
	}{
		{"counted", counted, "s/c/turn-1/main: 220 tokens, 200 before"},
		{"counted", pipeline.Origin{Source: pipeline.SourceScripted}, "s/c/turn-1/main: 150 tokens, 100 before"},
		{"estimated", counted, "s/c/turn-1/main: 150 tokens, 100 before"},
		{"older", counted, "s/c/turn-1/main: 220 tokens, 200 before"},
		{"older", pipeline.Origin{Source: pipeline.SourceScripted},
			"unmeasured: one run has counted the prompt, the other has not, and the baseline has no estimate of it"},
	} {
		base := NewCallSizes(1)
		base.Add("s", "c", "turn-1/main", sizes[tt.before])
		base.Sort()
		c := &trace.Call{Path: "turn-1/main", Stage: "main", Origin: tt.now, Tokens: trace.Tokens{Prompt: 220},
			Estimates: trace.Estimates{Prompt: 150}}
		c.Response.Usage.Prompt = 220
		tally := NewTally(base)
		tally.Add(&result.Result{Suite: "s", Case: "c",
			Trace: &trace.Trace{Steps: []trace.Step{{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c}}}})
		total := NewTally(base)
		total.Merge(NewTally(base))
		total.Merge(tally)
		for _, name := range []string{"tokens.growth", "tokens.growth[main]", "tokens.growth[call]"} {
			m := measureNamed(t, tally.Measures(), name)
			if sum := measureNamed(t, total.Measures(), name); sum.Unmeasured != m.Unmeasured ||
				sum.Scores != m.Scores || sum.lost != m.lost {
				t.Errorf("%s, %s now %+v: merged %+v, want %+v", name, tt.before, tt.now, sum, m)
			}
			got := m.high.at + ": " + m.high.reason
			if m.Unmeasured > 0 {
				got = "unmeasured: " + m.lost.reason
			}
			if got != tt.want {
				t.Errorf("%s, %s now %+v: %s, want %s", name, tt.before, tt.now, got, tt.want)
			}
		}
	}
}
