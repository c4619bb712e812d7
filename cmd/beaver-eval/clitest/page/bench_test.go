package page_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// BenchmarkPage times how long a reader waits, in a running browser: from the opening of the file to the list of its
// cases, from there to the first case, and until all texts are searched; and how many milliseconds of them the page's
// thread was at work, which depends less on what else the machine does.
func BenchmarkPage(b *testing.B) {
	chromium := startBrowser(b)
	for _, c := range []struct {
		name string
		page func() string
	}{
		{"repository", func() string { return edited(b).page() }},
		{"cases=10000", func() string { return batch(b, 10_000) }},
		{"cases=100000", func() string { return batch(b, 100_000) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			file := c.page()
			info, err := os.Stat(file)
			if err != nil {
				b.Fatal(err)
			}
			var list, open, search time.Duration
			var listWork, openWork, sortWork, searchWork float64
			for b.Loop() {
				p := chromium.tab(b)
				p.measure()
				begun := time.Now()
				p.navigate(file + "#/cases?status=all")
				p.settle()
				list += time.Since(begun)
				listed := p.worked()
				p.do(chromedp.Click(`.rows-head .tokens button`))
				p.settle()
				sorted := p.worked()
				p.press("g")
				begun = time.Now()
				before := p.worked()
				p.press("\r")
				open += time.Since(begun)
				opened := p.worked()
				listWork, sortWork, openWork = listWork+listed, sortWork+sorted-listed, openWork+opened-before
				begun = time.Now()
				p.search("#/cases?status=all&q=in+no+text&texts=1")
				search += time.Since(begun)
				searchWork += p.worked() - opened
			}
			b.ReportMetric(1000*searchWork/float64(b.N), "work-ms/search")
			b.ReportMetric(float64(search.Milliseconds())/float64(b.N), "ms/search")
			b.ReportMetric(1000*listWork/float64(b.N), "work-ms/list")
			b.ReportMetric(1000*sortWork/float64(b.N), "work-ms/sort")
			b.ReportMetric(1000*openWork/float64(b.N), "work-ms/case")
			b.ReportMetric(float64(list.Milliseconds())/float64(b.N), "ms/list")
			b.ReportMetric(float64(open.Milliseconds())/float64(b.N), "ms/case")
			b.ReportMetric(float64(info.Size())/1e6, "MB")
		})
	}
}

// search shows a list that texts are searched for, and waits until all are, however long that takes.
func (p *tab) search(link string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(location.hash = %s, true)`, quoted(link)))
	for !eval[bool](p, `document.body.dataset.drawn === location.hash && !document.querySelector("[aria-busy=true]")`) {
		time.Sleep(10 * time.Millisecond)
	}
}

// measure begins to measure the work of the page's thread.
func (p *tab) measure() {
	p.Helper()
	params := performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}
	if _, err := chromedp.Call(p.ctx, performance.Enable, params); err != nil {
		p.Fatal(err)
	}
}

// worked returns the seconds of a processor that the page's thread has used.
func (p *tab) worked() float64 {
	p.Helper()
	found, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.Fatal(err)
	}
	for _, m := range found.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	p.Fatal("the browser does not say how long its tasks took")
	return 0
}

// batch returns the page of a run of so many cases, each with two turns of router and main; one in seven failed.
func batch(t testing.TB, cases int) string {
	t.Helper()
	return stores(t, cases, batchCase)
}

// stores returns the page of a run of so many results.
func stores(t testing.TB, n int, result func(i int) *result.Result) string {
	t.Helper()
	p := project{t, t.TempDir()}
	p.write("beaver-eval.yaml", "")
	w, err := stored.Create(filepath.Join(p.dir, "reports"), storedtest.Started)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := w.Add(rows.NewCase(result(i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(stored.Info{Suites: []stored.SuiteMeasures{{Suite: "batch"}}}); err != nil {
		t.Fatal(err)
	}
	return p.page(w.Name)
}

func batchCase(i int) *result.Result {
	r := &result.Result{Suite: "batch", System: "beaver", Case: fmt.Sprintf("case-%06d", i),
		File: "fixtures/batch.jsonl", Line: i + 1, Status: result.StatusOK,
		Tags: []string{fmt.Sprintf("group-%d", i%20)}, Compared: true}
	if i%7 == 0 {
		r.Status, r.Failures = result.StatusFailed, []string{"turn-2: reply: want \"yes\" in it"}
	}
	r.Trace = &trace.Trace{Suite: r.Suite, Case: r.Case}
	for turn := 1; turn <= 2; turn++ {
		at := fmt.Sprintf("turn-%d", turn)
		said := fmt.Sprintf("Question %d of customer %d: where is order %d?", turn, i, i*37)
		r.Trace.Inputs = append(r.Trace.Inputs, trace.Input{Place: at, Kind: pipeline.UserMessage, Text: said})
		for depth, stage := range []string{"router", "main"} {
			answer := fmt.Sprintf(`{"action":"simple_chat","reason":"message %d"}`, i)
			call := &trace.Call{Path: at + "/" + stage, Stage: stage,
				Request: pipeline.Request{Stage: stage, Messages: []pipeline.Message{
					pipeline.Text(pipeline.RoleSystem, "Role", "You are the "+stage+" of a small shop. Be brief."),
					pipeline.Text(pipeline.RoleUser, "Message", said)}},
				Response: pipeline.Response{Content: answer}, Decision: json.RawMessage(answer),
				Origin: pipeline.Origin{Source: pipeline.SourceScripted},
				Tokens: trace.Tokens{Prompt: 1200, Output: 30}}
			r.Trace.Steps = append(r.Trace.Steps, trace.Step{Call: call, Entry: pipeline.Entry{
				Kind: pipeline.EntryCall, Path: call.Path, Stage: stage, Try: 1, Depth: 2*turn + depth - 1}})
			r.Changes = append(r.Changes, result.Change{Status: result.Unchanged, Path: call.Path, Stage: stage})
		}
		r.Trace.Outcomes = append(r.Trace.Outcomes, trace.Outcome{Place: at, Outcome: pipeline.Outcome{
			Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: fmt.Sprintf("Answer %d.", i)}}}})
	}
	return r
}
