package page

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// words returns so many words, drawn from 2,000.
func words(r *rand.Rand, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprint("word", r.IntN(2000))
	}
	return strings.Join(all, " ")
}

// conversation returns a case of three turns with two calls each. Their instructions are those of all cases, the words
// of users and models its own, and each prompt has the turns before.
func conversation(suite, id string, number uint64, green bool) *result.Result {
	drawn := rand.New(rand.NewPCG(number, 0))
	rules := strings.Repeat("Answer briefly, politely and in the language of the user.\n", 40)
	r := &result.Result{Suite: suite, System: "beaver", Case: id, File: "fixtures/" + suite + ".jsonl", Line: 1,
		Tags: []string{"smoke"}, Status: result.StatusOK, Compared: true,
		Trace: &trace.Trace{Suite: suite, Case: id}}
	if !green {
		r.Status, r.Failures = result.StatusFailed, []string{"want another answer"}
	}
	var before []pipeline.Message
	for turn := range 3 {
		place := fmt.Sprintf("turn-%d", turn+1)
		asked := words(drawn, 15)
		r.Trace.Inputs = append(r.Trace.Inputs, trace.Input{Place: place, Kind: pipeline.UserMessage, Text: asked})
		before = append(before, pipeline.Text("user", "input", asked))
		for _, stage := range []string{"router", "main"} {
			prompt := append([]pipeline.Message{{Role: "system", Sections: []pipeline.Section{
				{Name: "Role", Text: "You are the " + stage + ".\n"}, {Name: "Rules", Text: rules}}}}, before...)
			said := words(drawn, 40)
			call := &trace.Call{Path: place + "/" + stage, Stage: stage, Response: pipeline.Response{Content: said},
				Request: pipeline.Request{Messages: prompt},
				Tokens:  trace.Tokens{Prompt: 700, Output: 20, Estimated: 720}}
			r.Trace.Steps = append(r.Trace.Steps, trace.Step{Call: call, Entry: pipeline.Entry{
				Kind: pipeline.EntryCall, Path: call.Path, Stage: stage, Try: 1, Depth: 1}})
			r.Changes = append(r.Changes, result.Change{Status: result.Unchanged, Path: call.Path, Stage: stage})
		}
		answer := r.Trace.Steps[len(r.Trace.Steps)-1].Call.Response.Content
		before = append(before, pipeline.Text("assistant", "answer", answer))
		r.Trace.Outcomes = append(r.Trace.Outcomes, trace.Outcome{Place: place, Outcome: pipeline.Outcome{
			Status: "done", Replies: []pipeline.Reply{{Text: answer}}}})
	}
	return r
}

// BenchmarkWrite writes the pages of runs of six calls a case, ten suites, every hundredth case failed;
// BEAVER_EVAL_PAGES names a folder that keeps them. 100,000 cases have more texts than one file may have.
func BenchmarkWrite(b *testing.B) {
	for _, cases := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("cases=%d", cases), func(b *testing.B) {
			dir := b.TempDir()
			w, err := stored.Create(dir, storedtest.Started)
			if err != nil {
				b.Fatal(err)
			}
			for i := range cases {
				c := rows.NewCase(conversation(fmt.Sprint("suite-", i*10/cases), fmt.Sprintf("case-%06d", i), uint64(i),
					i%100 != 7))
				if err := w.Add(c); err != nil {
					b.Fatal(err)
				}
			}
			if err := w.Close(stored.Info{}); err != nil {
				b.Fatal(err)
			}
			run, err := stored.Open(dir, w.Name)
			if err != nil {
				b.Fatal(err)
			}
			file := filepath.Join(cmp.Or(os.Getenv("BEAVER_EVAL_PAGES"), b.TempDir()), fmt.Sprint(cases, ".html"))
			for b.Loop() {
				write := func(w io.Writer) error { return Write(b.Context(), w, run, Options{}) }
				err := disk.Stream(file, 0o644, write)
				if err != nil {
					b.Fatal(err)
				}
			}
			info, err := os.Stat(file)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
		})
	}
}
