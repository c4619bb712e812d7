package runner

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// builtin returns the systems that the repository's own cases know.
func builtin(t *testing.T) map[string]pipeline.System {
	t.Helper()
	all, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// systemNames returns the names of the systems.
func systemNames(t *testing.T) []string { return slices.Sorted(maps.Keys(builtin(t))) }

// sampled runs f for every case, or, in short tests, for one in so many: for laws with many trials per case. They are
// chosen by their names, so that a new case does not change which the others are.
func sampled(t *testing.T, oneIn uint32, f func(t *testing.T, s *project.Suite, c *fixtures.Case)) {
	t.Helper()
	eachCase(t, func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		if testing.Short() && crc32.ChecksumIEEE([]byte(s.Name+"/"+c.ID))%oneIn != 0 {
			t.Skip("short: another case stands for it")
		}
		f(t, s, c)
	})
}

// tagOfTime marks the cases in which the duration of scripted answers determines paths.
const tagOfTime = "by-clock"

// eachCase runs f for every case of the repository and of the starter project.
func eachCase(t *testing.T, f func(t *testing.T, s *project.Suite, c *fixtures.Case)) {
	t.Helper()
	root, err := project.Find(".", "../..")
	if err != nil {
		t.Fatal(err)
	}
	example, err := project.Open(starter.Files(), "")
	if err != nil {
		t.Fatal(err)
	}
	cases, known := 0, builtin(t)
	names := slices.Sorted(maps.Keys(known))
	for _, p := range []*project.Project{root, example} {
		loaded, err := project.Load(context.Background(), p, known, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range loaded {
			err := s.Sources().Each(t.Context(), func(src fixtures.Source) error {
				c, err := src.Decode(names)
				if err == nil {
					cases++
					t.Run(s.Name+"/"+c.ID, func(t *testing.T) {
						if slices.Contains(c.Tags, tagOfTime) {
							t.Skip("how long scripted answers take decides what is asked, and no recording keeps that")
						}
						f(t, s, c)
					})
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if cases < 20 {
		t.Errorf("only %d cases: are these the repository's?", cases)
	}
}

// finished returns a case that has run to its end, with these models to answer its calls; without any, with its own
// answers.
func finished(t *testing.T, s *project.Suite, c *fixtures.Case, models ...pipeline.Model) *caseRun {
	t.Helper()
	r := &caseRun{Prepared: &Prepared{suite: s, c: c}}
	if err := r.read(); err != nil {
		t.Fatal(err)
	}
	links := offline(s, c, r.rec)
	for _, m := range models {
		links = []Link{func(pipeline.Model) pipeline.Model { return m }}
	}
	err := errors.Join(r.converse(t.Context(), links), errors.Join(r.errs...))
	if _, unsupported := errors.AsType[*pipeline.Unsupported](err); unsupported {
		t.Skip("the system does not take the case")
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// answered is a deterministic model: it gives every call its outcome in an earlier run, as a server would. Scripted
// durations of answers are not part of it, but resulting timeouts are.
type answered struct {
	before map[string]*trace.Call
	mu     sync.Mutex         // nodes of a team run concurrently
	seen   []pipeline.Request // all requests in the order of their arrival
}

func answeredAs(t *trace.Trace) *answered {
	a := &answered{before: map[string]*trace.Call{}}
	for _, c := range t.Calls() {
		a.before[c.Path] = c
	}
	return a
}

func (a *answered) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	a.mu.Lock()
	a.seen = append(a.seen, req)
	a.mu.Unlock()
	resp := pipeline.Response{Origin: pipeline.Origin{Source: pipeline.SourceOllama, Model: "deterministic"}}
	c := a.before[req.Path]
	switch {
	case c == nil:
		return resp, fmt.Errorf("no call of the first run was at %s", req.Path)
	case c.Failure != nil:
		return resp, c.Failure
	}
	given := &c.Response
	resp.Content, resp.ToolCalls, resp.Reasoning = given.Content, given.ToolCalls, given.Reasoning
	resp.Finish, resp.Usage = given.Finish, given.Usage
	return resp, nil
}

func (a *answered) paths() []string {
	var paths []string
	for _, req := range a.seen {
		paths = append(paths, req.Path)
	}
	slices.Sort(paths)
	return paths
}
