package metric

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A case that a server answers and that ends in an error counts in no figure but that of the calls without an answer,
// however far it came. Offline nothing changes.
func TestUnansweredCasesCountNowhere(t *testing.T) {
	t.Parallel()
	ollama := pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchLive}
	fails := func(r *result.Result, live bool, status result.Status) *result.Result {
		r.Live, r.Status = live, status
		last := &r.Trace.Steps[len(r.Trace.Steps)-1]
		last.Call.Failure = &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("as played")}
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryFallback, Path: "turn-1/main-1", Stage: "main",
			Fallback: &pipeline.Fallback{Stage: "main", Reason: pipeline.Timeout, Tries: 1},
		}})
		return r
	}
	figures := func(live bool, status result.Status) map[string]float64 {
		tally := NewTally(nil)
		good := callsOf("s", "good", ollama)
		good.Live = live
		tally.Add(good)
		scripted := pipeline.Origin{Source: pipeline.SourceScripted}
		tally.Add(fails(callsOf("s", "bad", ollama, scripted, ollama), live, status))
		all := map[string]float64{}
		for _, m := range tally.Measures() {
			switch m.Name {
			case "scripted", ServerFailures, "fallbacks.rate[main]", "expectations":
				all[m.Name] = m.Value
			}
		}
		return all
	}
	for _, tt := range []struct {
		live   bool
		status result.Status
		want   map[string]float64
	}{
		{true, result.StatusError, map[string]float64{"scripted": 0, ServerFailures: 1, "expectations": 0,
			"fallbacks.rate[main]": 0}},
		{true, result.StatusFailed, map[string]float64{"scripted": 1, ServerFailures: 1, "expectations": 1,
			"fallbacks.rate[main]": 1.0 / 3}},
		{false, result.StatusError, map[string]float64{"scripted": 1, "expectations": 0,
			"fallbacks.rate[main]": 1.0 / 3}},
	} {
		got := figures(tt.live, tt.status)
		if _, ok := got["fallbacks.rate[main]"]; !ok {
			got["fallbacks.rate[main]"] = 0
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("live %v, %s (-want +got):\n%s", tt.live, tt.status, d)
		}
	}
}
