package pipeline_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// oracle answers a request by its path and messages alone; now and then with a failure or a miss. The call at breaks
// gets the answer that how says. It also has the results of some tools.
type oracle struct {
	breaks, how string
	restless    uint64 // sleeps, for other goroutines to run meanwhile; it must make no difference

	mu   sync.Mutex
	seen map[string]string // path → content of the messages
}

// waysToBreak are the possible outcomes of a model call.
var waysToBreak = []string{"answers otherwise", "takes longer", "times out", "is down", "misses"}

func (o *oracle) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	content := req.Messages[0].Content()
	n := number(req.Path, content)
	for range (n ^ o.restless) % 4 {
		runtime.Gosched()
	}
	o.mu.Lock()
	o.seen[req.Path] = content
	o.mu.Unlock()
	resp := pipeline.Response{Content: digest(req.Path, content), Takes: time.Duration(n%5) * time.Minute}
	how := map[uint64]string{7: "is down", 11: "times out", 13: "misses"}[n%40]
	if req.Path == o.breaks {
		how = o.how
	}
	switch how {
	case "answers otherwise":
		resp.Content = "otherwise"
	case "takes longer":
		resp.Takes += time.Hour
	case "times out":
		return resp, &pipeline.Failure{Reason: pipeline.Timeout}
	case "is down":
		return resp, &pipeline.Failure{Reason: pipeline.Unavailable}
	case "misses":
		return resp, errMiss
	}
	return resp, nil
}

// Call makes the oracle pipeline.Tools as well: the case has a result for every third call.
func (o *oracle) Call(_ context.Context, path string, forms []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	n := number(path, forms[0].Arguments)
	return pipeline.ToolResult{Content: digest(path), Takes: time.Duration(n%7) * time.Minute}, n%3 == 0, nil
}

func number(parts ...string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q", parts)
	return h.Sum64()
}

// trace is the visible result of a program's run.
type trace struct {
	log      []pipeline.Entry
	messages map[string]string // by the path of the call
	errs     []string
}

func run(ctx context.Context, p program, o *oracle) trace {
	o.seen = map[string]string{}
	root := pipeline.NewRuntime(&pipeline.Env{Model: o, Tools: o, Settings: func(string) pipeline.StageSettings {
		return pipeline.StageSettings{Deadline: 4 * time.Minute}
	}}, start)
	(&actor{ctx: ctx, rt: root}).run(p)
	tr := trace{log: root.Log(), messages: o.seen}
	for _, err := range root.Errs() {
		tr.errs = append(tr.errs, err.Error())
	}
	return tr
}

// notRestingOn returns a run without everything that may rest on a call of the depth: deeper calls, and values read
// from them. A call of that depth itself stays.
func (tr trace) notRestingOn(path string, depth int) []string {
	var lines []string
	for i, line := range render(tr.log) {
		e := tr.log[i]
		if e.Path == path || e.Depth > depth || e.Depth == depth && e.Kind != pipeline.EntryCall {
			continue
		}
		lines = append(lines, line+" "+tr.messages[e.Path])
	}
	return lines
}

// Each call is broken in turn: all that changes must be deeper.
func TestWhatChangesIsDeeper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programs(2).Draw(t, "program")
		how := rapid.SampledFrom(waysToBreak).Draw(t, "how")
		base := run(context.Background(), p, &oracle{})
		calls := depths(base.log)
		for _, path := range slices.Sorted(maps.Keys(calls)) {
			depth := calls[path]
			broken := run(context.Background(), p, &oracle{breaks: path, how: how})
			if d := cmp.Diff(base.notRestingOn(path, depth), broken.notRestingOn(path, depth)); d != "" {
				t.Fatalf("%s, at depth %d, %s: what is no deeper changed too (-before +after):\n%s", path, depth, how,
					d)
			}
		}
	})
}

// The same inputs give the same bytes, on one processor or many, whatever the goroutines do in between.
func TestSameInputsSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programs(2).Draw(t, "program")
		onProcessors := func(n int, restless uint64) (lines []string) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			tr := run(context.Background(), p, &oracle{restless: restless})
			for i, line := range render(tr.log) {
				lines = append(lines, line+" "+tr.messages[tr.log[i].Path])
			}
			return slices.Concat(lines, tr.errs)
		}
		want := onProcessors(1, 0)
		for _, n := range []int{1, 2, 8} {
			got := onProcessors(n, rapid.Uint64().Draw(t, "restless"))
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%d processors (-one +more):\n%s", n, d)
			}
		}
	})
}

// Call paths are unique, and each request that reached the model is in the log, however places were opened.
func TestEveryCallHasAPathOfItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := run(context.Background(), programs(3).Draw(t, "program"), &oracle{})
		logged := map[string]int{}
		for _, e := range tr.log {
			if e.Kind == pipeline.EntryCall || e.Kind == pipeline.EntryPlace {
				logged[string(e.Kind)+" "+e.Path]++
			}
		}
		for path, n := range logged {
			if n > 1 {
				t.Errorf("%s: %d times", path, n)
			}
		}
		for path := range tr.messages {
			if logged["call "+path] == 0 {
				t.Errorf("%s: asked, not in the log", path)
			}
		}
	})
}
