package runner_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// echo is a system that makes one call per turn.
type echo struct {
	before func(ctx context.Context, id string) // runs ahead of the call; may be nil
	id     string
}

func (e echo) Name() string                 { return "echo" }
func (e echo) Stages() []pipeline.Stage     { return []pipeline.Stage{{Name: "main", Calls: true}} }
func (e echo) Blocks() (ofCase, ofTurn any) { return nil, nil }

func (e echo) Open(c pipeline.Case) (pipeline.Conversation, error) {
	e.id = c.ID
	return e, nil
}

func (e echo) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if e.before != nil {
		e.before(ctx, e.id)
	}
	_, err := rt.Chat(ctx, pipeline.Request{Stage: "main",
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", in.Text)}})
	return pipeline.Outcome{Status: pipeline.StatusDone}, err
}

// inMemory returns the project of a read-only file system.
func inMemory(t *testing.T, fsys fs.FS) *project.Project {
	t.Helper()
	p, err := project.Open(fsys, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// manyCases returns a project with n cases, c-000 and so on.
func manyCases(t *testing.T, n int) *project.Project {
	t.Helper()
	var lines []byte
	for i := range n {
		lines = fmt.Appendf(lines, `{"id":"c-%03d","turns":[{"user":"Hello","answers":{"main":"Hi."}}]}`+"\n", i)
	}
	return inMemory(t, fstest.MapFS{
		"suites/s.yaml":                     {Data: []byte("system: echo\n")},
		"fixtures/conversations/many.jsonl": {Data: lines},
	})
}

// start begins a run of all suites.
func start(t *testing.T, ctx context.Context, p *project.Project, sys pipeline.System, o runner.Options,
	sink func(*result.Result) error) error {
	t.Helper()
	systems := map[string]pipeline.System{sys.Name(): sys}
	loaded, err := project.Load(context.Background(), p, systems, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return runner.Run(ctx, loaded, systems, o, sink)
}

// run returns the results of a run that finishes.
func run(t *testing.T, p *project.Project, sys pipeline.System, o runner.Options) []*result.Result {
	t.Helper()
	var results []*result.Result
	err := start(t, t.Context(), p, sys, o, func(r *result.Result) error {
		results = append(results, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func ids(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("c-%03d", i))
	}
	return all
}

// A slow first case does not keep others from starting, up to a window that does not grow with the number of cases; the
// results still come in order.
func TestSlowFirstCase(t *testing.T) {
	const cases, workers = 200, 4
	p := manyCases(t, cases)
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		started := 0
		release := make(chan struct{})
		sys := echo{before: func(_ context.Context, id string) {
			mu.Lock()
			started++
			mu.Unlock()
			if id == "c-000" {
				<-release
			}
		}}
		var got []string
		done := make(chan error)
		go func() {
			done <- start(t, t.Context(), p, sys, runner.Options{Workers: workers}, func(r *result.Result) error {
				got = append(got, r.Case)
				return nil
			})
		}()
		synctest.Wait() // everything that can proceed without the first case has
		mu.Lock()
		if started <= workers || started > 4*workers {
			t.Errorf("%d cases have started beside the slow one, want more than %d and at most %d", started, workers,
				4*workers)
		}
		if len(got) > 0 {
			t.Errorf("%v came before the first case", got)
		}
		mu.Unlock()
		close(release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(ids(cases), got); d != "" {
			t.Errorf("order (-want +got):\n%s", d)
		}
	})
}

// The error of the sink ends the run; it gets no further result.
func TestSinkErrorEndsTheRun(t *testing.T) {
	errFull := errors.New("the disk is full")
	for _, workers := range []int{1, 16} {
		var got []string
		err := start(t, t.Context(), manyCases(t, 100), echo{}, runner.Options{Workers: workers, Compare: true},
			func(r *result.Result) error {
				if got = append(got, r.Case); len(got) == 3 {
					return errFull
				}
				return nil
			})
		if !errors.Is(err, errFull) {
			t.Errorf("%d workers: %v, want the sink's error", workers, err)
		}
		if d := cmp.Diff(ids(3), got); d != "" {
			t.Errorf("%d workers: results (-want +got):\n%s", workers, d)
		}
	}
}

// Canceling the context ends the run: the results delivered by then are complete and in order, and nothing unfinished
// follows.
func TestCancelEndsTheRun(t *testing.T) {
	for _, workers := range []int{1, 16} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var got []string
		sys := echo{before: func(ctx context.Context, id string) {
			if id == "c-020" {
				cancel()
			}
			if id >= "c-020" {
				<-ctx.Done()
			}
		}}
		err := start(t, ctx, manyCases(t, 100), sys, runner.Options{Workers: workers, Compare: true},
			func(r *result.Result) error {
				if got = append(got, r.Case); r.Status != result.StatusOK {
					t.Errorf("%d workers: %s is %s: %v", workers, r.Case, r.Status, r.Errors)
				}
				return nil
			})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v, want the context's end", workers, err)
		}
		if len(got) > 20 {
			t.Errorf("%d workers: %d results, but the run ended in the 21st case", workers, len(got))
		}
		if d := cmp.Diff(ids(len(got)), got); d != "" {
			t.Errorf("%d workers: results (-want +got):\n%s", workers, d)
		}
	}
}

// A case that panics, or that misses an answer, ends alone.
func TestErrorsEndTheirCaseAlone(t *testing.T) {
	p := inMemory(t, fstest.MapFS{
		"suites/s.yaml": {Data: []byte("system: echo\n")},
		"fixtures/conversations/many.jsonl": {Data: []byte(
			`{"id":"a","turns":[{"user":"Hello"}]}` + "\n" +
				`{"id":"b","turns":[{"user":"Hello","answers":{"main":"Hi."}}]}` + "\n" +
				`{"id":"c","turns":[{"user":"Hello","answers":{"main":"Hi."}}]}` + "\n")},
	})
	sys := echo{before: func(_ context.Context, id string) {
		if id == "c" {
			panic("broken")
		}
	}}
	type end struct {
		Case   string
		Status result.Status
		Bug    bool
	}
	var got []end
	for _, r := range run(t, p, sys, runner.Options{}) {
		got = append(got, end{r.Case, r.Status, r.Bug})
	}
	want := []end{{"a", result.StatusError, false}, {"b", result.StatusOK, false}, {"c", result.StatusError, true}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("results (-want +got):\n%s", d)
	}
}
