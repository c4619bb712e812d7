package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites"
)

// job is what a run needs, all of it read and checked before anything runs.
type job struct {
	project *suites.Project
	suites  []*suites.Suite
	gates   *gates
	ci      bool
}

func (a *app) newJob(ctx context.Context, o runOptions) (*job, error) {
	if err := errors.Join(o.check(), oneOf("--format", o.format, "table", "json"), a.traceClash(o)); err != nil {
		return nil, err
	}
	if o.workers < 0 {
		return nil, fmt.Errorf("--workers: want 0 or more, got %d", o.workers)
	}
	j := &job{ci: a.inCI(o.ci, o.noCI)}
	var err error
	if j.project, err = a.runProject(o.builtin); err != nil {
		return nil, err
	}
	if j.suites, err = suites.Load(ctx, j.project, a.systems, o.suites, o.prompts...); err != nil {
		return nil, err
	}
	if err := a.checkPrompts(j.suites, j.ci); err != nil {
		return nil, err
	}
	if err := errors.Join(suites.FindCases(ctx, j.suites, o.cases), suites.FindStages(j.suites, o.stages)); err != nil {
		return nil, err
	}
	if err := j.checkWritable(o); err != nil {
		return nil, err
	}
	j.gates, err = a.openGates(j.project, j.suites, o, j.ci)
	return j, err
}

// checkWritable is an error when what the run writes would come to lie outside of the project.
func (j *job) checkWritable(o runOptions) error {
	var folders []string
	if j.project.Dir == "" {
		return nil
	}
	if !o.noReport {
		folders = append(folders, j.project.Reports)
	}
	for _, s := range j.suites {
		if !j.ci {
			folders = append(folders, path.Join(j.project.Goldens, s.Name))
		}
	}
	return j.project.CheckWritable(folders...)
}

// watchers are told of each result, one after the other.
type watchers struct {
	bar     *progress
	seen    *reports.Overview
	details *details
	notes   *annotations
	trace   *reports.TraceWriter // nil: none
	report  *reports.Run
	stages  *suites.Sought // of --stage
}

func (a *app) newWatchers(j *job, o runOptions, trace *reports.TraceWriter, report *reports.Run) *watchers {
	total := 0
	for _, s := range j.suites {
		total += s.Len()
	}
	w := &watchers{
		bar: a.newProgress(total, "cases"), seen: reports.NewOverview(j.gates.baseline),
		details: &details{w: &door{w: io.Discard}, colour: a.colours(a.stdout.w)},
		notes:   a.newAnnotations(j.project), trace: trace, report: report, stages: suites.NewSought(o.stages),
	}
	if o.format == "table" {
		w.details.w = &door{w: bufio.NewWriter(a.stdout.w), change: a.screen.people}
	}
	return w
}

func (w *watchers) add(r *suites.Result) error {
	w.bar.step()
	w.seen.Add(r)
	w.details.add(r)
	w.notes.add(r)
	w.stages.SeeCalls(r)
	if w.trace != nil {
		if err := w.trace.Write(r); err != nil {
			return err
		}
	}
	return w.report.Add(r)
}
