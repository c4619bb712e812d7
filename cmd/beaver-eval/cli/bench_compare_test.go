//go:build unix

package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// BenchmarkCompare times whole processes: `compare` of two runs, each case with two turns of router and main, a
// fifth of which turned: with their cases in the same order; with a run that has only the last tenth of them; and in
// opposite orders, where half of the cases of each run wait for the other one.
func BenchmarkCompare(b *testing.B) {
	program := buildProgram(b)
	for _, cases := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("cases=%d", cases), func(b *testing.B) {
			dir := b.TempDir()
			write(b, dir, "beaver-eval.yaml", "")
			write(b, dir, "suites/s.yaml", "system: beaver\n")
			all := make([]int, cases)
			for i := range all {
				all[i] = i
			}
			old := writeRun(b, dir, 11, all)
			compared := map[string]string{"same": writeRun(b, dir, 7, all),
				"tenth": writeRun(b, dir, 7, all[cases*9/10:])}
			slices.Reverse(all)
			compared["reversed"] = writeRun(b, dir, 7, all)
			for _, order := range []string{"same", "tenth", "reversed"} {
				b.Run(order, func(b *testing.B) {
					peak := int64(0)
					for b.Loop() {
						state := runs(b, program, 0, "compare", "--root", dir, old, compared[order], "--by", "stage")
						peak = max(peak, state.SysUsage().(*syscall.Rusage).Maxrss)
					}
					b.ReportMetric(float64(peak)/1024, "MB-peak")
				})
			}
		})
	}
}

// writeRun stores a run with these cases, one of so many of which is wrong, and returns its name.
func writeRun(b *testing.B, dir string, wrong int, cases []int) string {
	b.Helper()
	w, err := stored.Create(dir+"/reports", storedtest.Started)
	if err != nil {
		b.Fatal(err)
	}
	for _, i := range cases {
		if err := w.Add(rows.NewCase(routedCase(i, i%wrong == 0))); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(stored.Info{}); err != nil {
		b.Fatal(err)
	}
	return w.Name
}

// routedCase returns the result of a case of two turns, of which the router decides one wrongly or none.
func routedCase(i int, wrong bool) *result.Result {
	r := &result.Result{Suite: "s", Case: fmt.Sprintf("case-%06d", i), Group: fmt.Sprint(i / 3),
		Status: result.StatusOK, Tags: []string{"shop"}}
	r.Trace = &trace.Trace{Suite: r.Suite, Case: r.Case}
	for turn := 1; turn <= 2; turn++ {
		at, action := fmt.Sprintf("turn-%d", turn), "simple_chat"
		holds := turn == 1 || !wrong
		if !holds {
			r.Status, r.Failures, action = result.StatusFailed, []string{at + ": wrong"}, "new_task"
		}
		answers := []string{fmt.Sprintf(`{"action":%q,"reason":"message %d"}`, action, i), fmt.Sprintf("Answer %d.", i)}
		for j, stage := range []string{"router", "main"} {
			call := &trace.Call{Path: at + "/" + stage, Stage: stage,
				Origin:   pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh, Model: "m"},
				Response: pipeline.Response{Content: answers[j], Duration: time.Duration(800+i%50) * time.Millisecond},
				Tokens:   trace.Tokens{Prompt: 1200, Output: 30}}
			if stage == "router" {
				call.Decision = json.RawMessage(answers[j])
			}
			r.Trace.Steps = append(r.Trace.Steps, trace.Step{
				Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: call.Path, Stage: stage}, Call: call})
		}
		s := score.Score{Scorer: "routing", Metric: "accuracy", Facet: "hard", Turn: at, Path: at + "/router",
			Unit: score.Share, Expected: true, Holds: holds, Want: "simple_chat"}
		if holds {
			s.Value = 1
		}
		r.Scores = append(r.Scores, s)
	}
	return r
}
