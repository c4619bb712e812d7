package ollama_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	projects "github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	traces "github.com/beaver-eval/beaver-eval/suites/trace"
)

// matrix breaks calls of a project's one suite like the verb faults: on the broken server, without a real one.
type matrix struct {
	suite *projects.Suite
	bad   *badserver.Server
}

func newMatrix(t *testing.T, p *project) *matrix {
	t.Helper()
	system := named(t, "beaver")
	opened, err := projects.Open(disk.DirFS(p.dir), p.dir)
	if err != nil {
		t.Fatal(err)
	}
	suites, err := projects.Load(t.Context(), opened, map[string]pipeline.System{system.Name(): system}, nil)
	if err != nil || len(suites) != 1 {
		t.Fatalf("%d suites: %v", len(suites), err)
	}
	bad, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bad.Close(); err != nil {
			t.Error(err)
		}
	})
	return &matrix{suites[0], bad}
}

// cell returns the case named after a stage, run again with the stage's requests failing: by these faults, one after
// the other, and from then on by the last. What follows has to be what the call declares.
func (m *matrix) cell(t *testing.T, st pipeline.Stage, ways []fault.Fault) trace {
	t.Helper()
	c := faults.OpenCase(t.Context(), m.prepared(t, st.Name), faults.CaseOptions{Stages: m.suite.Vocabulary().Stages})
	log := c.Intended().Log
	i := slices.IndexFunc(log, func(e pipeline.Entry) bool {
		return e.Kind == pipeline.EntryCall && e.Stage == st.Name
	})
	if i < 0 || c.Intended().Err != nil {
		t.Fatalf("%s: the case has no call of the stage: %v", st.Name, c.Intended().Err)
	}
	put := func(ctx context.Context, try int, req pipeline.Request, was pipeline.Response) (
		pipeline.Response, error, bool) {
		way := badserver.Way(ways[min(try, len(ways))-1].Way)
		resp, err := m.bad.Chat(ctx, way, req, was, false)
		return resp, err, true
	}
	broken := c.Call(log[i]).Fail(put)
	if broken.Err != nil || len(broken.Reports()) == 0 {
		t.Fatalf("%s: the broken case reports %d fallbacks: %v", st.Name, len(broken.Reports()), broken.Err)
	}
	if held := broken.Hold(); held.What != "" || held.Err != nil || held.Same {
		t.Errorf("%s: the fallback is not the declared one, or what was meant anyway: %+v", st.Name, held)
	}
	return written(t, m.suite.Name, st.Name, broken.Ran)
}

// prepared returns a case of the suite.
func (m *matrix) prepared(t *testing.T, id string) *runner.Prepared {
	t.Helper()
	var found *runner.Prepared
	err := m.suite.Sources().Each(t.Context(), func(src fixtures.Source) error {
		p, err := runner.Prepare(m.suite, src, []string{"beaver"}, nil)
		if err == nil && p.ID() == id {
			found = p
		}
		return err
	})
	if err != nil || found == nil {
		t.Fatalf("no case %s: %v", id, err)
	}
	return found
}

// written returns a run of a case in the form of a trace.
func written(t *testing.T, suite, id string, ran *runner.Ran) trace {
	t.Helper()
	all := traces.New(suite, id, ran.Log, ran.Calls)
	all.Outcomes = ran.Outcomes
	var b bytes.Buffer
	w := export.NewWriter(&b)
	if err := w.Write(&result.Result{Suite: suite, Case: id, Trace: all}); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return readTrace(t, b.String())
}
