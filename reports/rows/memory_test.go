package rows

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// calledCase returns a case of six calls, each with a long common text and a short one of its own.
func calledCase(n int, common []pipeline.Section) *result.Result {
	id := fmt.Sprintf("case-%06d", n)
	t := &trace.Trace{Suite: "bench", Case: id}
	for i := range 6 {
		path := fmt.Sprintf("turn-%d/main-%d", i/3+1, i%3+1)
		own := pipeline.Section{Name: "Message", Text: fmt.Sprintf("Where is parcel %d of order %d?", i/3, n)}
		req := pipeline.Request{Path: path, Stage: "main", Messages: []pipeline.Message{
			{Role: pipeline.RoleSystem, Sections: common},
			{Role: pipeline.RoleUser, Sections: []pipeline.Section{own}}}}
		t.Steps = append(t.Steps, trace.Step{Entry: pipeline.Entry{Path: path, Stage: "main"}, Call: &trace.Call{
			Path: path, Stage: "main", Request: req,
			Response: pipeline.Response{Content: fmt.Sprintf("Parcel %d of order %d is on its way.", i, n)}}})
	}
	return &result.Result{Suite: "bench", Case: id, System: "beaver", Status: result.StatusOK, Trace: t}
}

// BenchmarkMemory writes cases of six calls, and tells what the writer holds when all of them are written, and while it
// ends: neither should grow with the number of cases.
func BenchmarkMemory(b *testing.B) {
	var common []pipeline.Section
	for i := range 8 {
		common = append(common, pipeline.Section{Name: fmt.Sprintf("Rules %d", i),
			Text: strings.Repeat(fmt.Sprintf("Rule %d. ", i), 80)})
	}
	live := func(before uint64) float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // pools keep what they have for a round
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc-before) / (1 << 20)
	}
	for _, cases := range []int{2_000, 20_000} {
		b.Run(fmt.Sprintf("cases=%d", cases), func(b *testing.B) {
			for b.Loop() {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				w, err := NewWriter(b.TempDir())
				if err != nil {
					b.Fatal(err)
				}
				for n := range cases {
					if err := w.Add(NewCase(calledCase(n, common))); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(live(m.HeapAlloc), "MB-live")
				runtime.KeepAlive(w)
				if _, err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
