package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// keptRun says where a case is sought: in some suites of a stored run, which sample of it.
type keptRun struct {
	name   string
	sample int
	suites []string
}

// keptCase returns a case from a stored run, with the rest of the name. If the run was killed, or the case did not end,
// only the server's answers exist.
func (a *app) keptCase(ctx context.Context, p *project.Project, name string, of keptRun) (
	*result.Result, string, error) {
	reports := p.OnDisk(p.Reports)
	c, at, err := ofTables(ctx, reports, name, of)
	if err == nil {
		return c.Result, at, nil
	}
	asked, recordings, none := stored.OpenAnswers(reports, of.name)
	if none != nil || asked.Rows.Cases > 0 && !isNoCase(err) {
		return nil, "", fmt.Errorf("--run: %w", err)
	}
	r, at, noRecording := ofRecordings(recordings, name, of)
	if r == nil || noRecording != nil {
		return nil, "", fmt.Errorf("--run: %w", errors.Join(err, noRecording))
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: run %s did not reach the end of this case; its server answered %s\n",
		asked.Name, wording.Number(len(r.Trace.Steps), "call"))
	return r, at, nil
}

func isNoCase(err error) bool {
	_, is := errors.AsType[*stored.NoCaseError](err)
	return is
}

func ofTables(ctx context.Context, reports, name string, of keptRun) (*rows.Case, string, error) {
	r, err := stored.Open(reports, of.name)
	if err != nil {
		return nil, "", err
	}
	return r.Case(ctx, name, of.sample, of.suites)
}

// ofRecordings returns a sample of a case from the recordings of a run; nil: there is none of this name.
func ofRecordings(dir, name string, of keptRun) (r *result.Result, at string, err error) {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, "", err
	}
	kept := &live.Folder{Dir: dir}
	for _, whole := range filter.Prefixes(name) {
		for _, suite := range folders {
			for _, id := range []string{whole, strings.TrimPrefix(whole, suite.Name()+"/")} {
				if !filter.Matches(of.suites, suite.Name()) || !kept.Has(suite.Name(), id) {
					continue
				}
				rec, err := kept.ReadSample(suite.Name(), id, of.sample)
				if rec == nil || err != nil {
					return nil, "", err
				}
				return ofRecording(suite.Name(), rec), strings.TrimPrefix(name[len(whole):], "/"), nil
			}
		}
	}
	return nil, "", nil
}

// ofRecording returns a case as far as its recording goes.
func ofRecording(suite string, rec *model.Recording) *result.Result {
	t := &trace.Trace{Suite: suite, Case: rec.Case}
	for i := range rec.Lines {
		l := &rec.Lines[i]
		call := &trace.Call{Path: l.Path, Response: l.Response, Failure: l.Failure, Origin: pipeline.Origin{
			Source: l.Source, Model: l.Model, ModelDigest: l.ModelDigest, Server: l.Server}}
		if l.Request != nil {
			call.Request, call.Stage = *l.Request, l.Request.Stage
		}
		t.Steps = append(t.Steps, trace.Step{Call: call, Entry: pipeline.Entry{
			Kind: pipeline.EntryCall, Path: l.Path, Stage: call.Stage}})
	}
	return &result.Result{Suite: suite, Case: rec.Case, Trace: t}
}
