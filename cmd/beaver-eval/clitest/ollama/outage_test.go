package ollama_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// numCtx is the line of the suite that is replaced by a context that is too small.
const numCtx = "num_ctx: 8192"

// A real server's failures, in the call of each stage, are as in the matrix: the stage goes on after a prompt that is
// too long, and a case without an answer from the server ends in an error. The server is killed last.
func TestRealOutages(t *testing.T) {
	t.Parallel()
	server := ollamatest.NewReal(t, []string{"OLLAMA_NUM_PARALLEL=" + strconv.Itoa(len(breaking(t)))},
		ollamatest.KindRandom, ollamatest.KindEndless)
	t.Run("context overflown", func(t *testing.T) { tryOverflow(t, server.URL()) })
	t.Run("missing model", func(t *testing.T) { tryMissing(t, server.URL()) })
	t.Run("killed", func(t *testing.T) { tryKilled(t, server) })
}

// breaking returns the stages on which the outages are tried.
func breaking(t *testing.T) map[string]pipeline.Stage {
	t.Helper()
	return calling(named(t, "beaver"))
}

// tryOverflow sends a prompt that is longer than the context.
func tryOverflow(t *testing.T, url string) {
	p := newProject(t, "outage", url)
	p.replace(t, "suites/outage.yaml", numCtx, "num_ctx: 64")
	wantCells(t, p, broken(t, p, 0, ollamatest.KindEndless), "context-overflow")
}

// tryMissing removes a model after its check.
func tryMissing(t *testing.T, url string) {
	r := newRelay(t, url)
	r.asks = sync.OnceFunc(func() { remove(t, url, ollamatest.KindRandom) })
	r.serve(t)
	p := newProject(t, "outage", r.address())
	p.replace(t, "suites/outage.yaml", "default: endless", "default: random")
	wantUnanswered(t, p, broken(t, p, 2, ollamatest.KindRandom), "model-not-found")
}

// remove removes a model from a server.
func remove(t *testing.T, url string, model ollamatest.ModelKind) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, url+"/api/delete",
		strings.NewReader(fmt.Sprintf(`{"model": %q}`, model)))
	if err != nil {
		t.Error(err)
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("the model %s is not removed: %s", model, resp.Status)
	}
}

// tryKilled kills a server while it answers all stages, each in its own case.
func tryKilled(t *testing.T, server *ollamatest.RealServer) {
	r := newRelay(t, server.URL())
	var begun sync.WaitGroup
	begun.Add(len(breaking(t)))
	kill := sync.OnceFunc(func() {
		server.Kill()
		r.close()
	})
	r.answers = func() bool {
		begun.Done()
		begun.Wait()
		kill()
		return false
	}
	r.serve(t)
	p := newProject(t, "outage", r.address())
	wantUnanswered(t, p, broken(t, p, 2, ollamatest.KindEndless), "cut-stream")
}

// broken runs the cases on a server that fails, in the calls without a scripted answer: of each stage in its own case.
// The run has to end with an exit code.
func broken(t *testing.T, p *project, code int, model ollamatest.ModelKind) trace {
	t.Helper()
	q := p.copied(t)
	before, _, _ := strings.Cut(q.read(t, "suites/outage.yaml"), "\notherwise:")
	q.write(t, "suites/outage.yaml", before+"\n")
	stages := strconv.Itoa(len(breaking(t)))
	return q.traced(t, code, "run", "--model", "ollama:"+string(model), "--keep-scripted", "--workers", stages,
		"--parallel", stages)
}

// mostUnanswered is how many calls without an answer stop a run. Calls in progress by then are reported too.
const mostUnanswered = 5

// wantUnanswered fails unless the cases end in an error, at the call with this fault, in the words of the matrix.
func wantUnanswered(t *testing.T, p *project, live trace, name string) {
	t.Helper()
	faults := found(t, name)
	m, told := newMatrix(t, p), 0
	for name, st := range breaking(t) {
		seen := live.whoever(name).of("call")
		if len(seen) == 0 {
			continue // the run had stopped
		}
		told++
		until := m.cell(t, st, faults).whoever(name).of("call")
		until = until[:min(len(seen), len(until))]
		last := &until[len(until)-1]
		last.Fallbacks, last.Decision = nil, nil
		want(t, name+": up to the failure", until, seen)
		for _, l := range live.of("case") {
			ends := strings.Join(l.Errors, "\n")
			if l.Case == name && (l.Status != "error" || !strings.Contains(ends, ": the server gave no answer: ")) {
				t.Errorf("%s: %s %q", name, l.Status, ends)
			}
		}
	}
	if told < mostUnanswered {
		t.Errorf("%d cases are told, want %d or more", told, mostUnanswered)
	}
}

func found(t *testing.T, names ...string) []fault.Fault {
	t.Helper()
	var faults []fault.Fault
	for _, name := range names {
		f, ok := fault.Find(name)
		if !ok {
			t.Fatalf("there is no fault %s", name)
		}
		faults = append(faults, f)
	}
	return faults
}

// wantCells fails unless each stage got this fault, and went on as in the matrix.
func wantCells(t *testing.T, p *project, live trace, name string) {
	t.Helper()
	faults, m := found(t, name), newMatrix(t, p)
	for name, st := range breaking(t) {
		reason, tries := reports(st, faults)
		seen := live.whoever(name)
		want(t, name+": fallback", map[string]int{fmt.Sprint(name, " ", reason, " ", tries): 1}, seen.fellBack())
		want(t, name+": what follows", m.cell(t, st, faults).whoever(name), seen)
	}
}

// reports returns the fallback that a stage has to report when its requests get these faults, one after the other.
func reports(st pipeline.Stage, faults []fault.Fault) (reason pipeline.Reason, tries int) {
	for {
		f := faults[min(tries, len(faults)-1)]
		tries++
		reason = f.Expects(st, pipeline.Strict)[0]
		if last, _ := f.Asks(st, reason, 1); last <= tries {
			return reason, tries
		}
	}
}

// whoever returns the trace of a case, without the origins of answers.
func (all trace) whoever(name string) trace {
	var seen trace
	for _, l := range all {
		if l.Case != name || l.Kind == "case" {
			continue
		}
		l.Source, l.Match, l.Model, l.Options, l.Marks, l.Response = "", "", "", nil, nil, nil
		seen = append(seen, l)
	}
	return seen
}

// fellBack counts fallbacks by stage, reason and tries. A budget that has run out is no failure of a server.
func (all trace) fellBack() map[string]int {
	n := map[string]int{}
	for _, l := range all {
		for _, f := range l.Fallbacks {
			if f.Reason != string(pipeline.ToolBudget) {
				n[fmt.Sprint(f.Stage, " ", f.Reason, " ", f.Tries)]++
			}
		}
	}
	return n
}
