package running

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/stream"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/touched"
)

// job is what a run needs, all of it read and checked before anything runs.
type job struct {
	project *project.Project
	suites  []*project.Suite
	choice  choice
	gates   *gates
	asking  *asking // nil: the cases and their recordings answer
	ci      bool
	name    string           // of the run, whether it keeps a report or not
	also    []stream.Handler // who else is told of the cases
	wrong   error            // with o.partly: what cannot be read, and is left out
}

func (a *app) newJob(ctx context.Context, o runOptions) (*job, error) {
	j, err := a.loadJob(ctx, o)
	if err != nil {
		return nil, err
	}
	return j, a.openJob(j, o)
}

// loadJob reads the project, and chooses the cases.
func (a *app) loadJob(ctx context.Context, o runOptions) (*job, error) {
	err := errors.Join(o.Filters.Check(), o.checkForm(), o.checkLive(), o.checkRequests(), a.traceClash(o))
	if err != nil {
		return nil, err
	}
	if o.failed && o.builtin {
		return nil, errors.New("--failed and --builtin exclude each other: the runs of the project inside this " +
			"program leave no report")
	}
	if o.workers < 0 {
		return nil, fmt.Errorf("--workers: want 0 or more, got %d", o.workers)
	}
	j := &job{ci: a.InCI(o.ci, o.noCI)}
	if j.project, err = a.runProject(o.builtin); err != nil {
		return nil, err
	}
	j.project.Recording, j.project.Partly = o.live(), o.partly // a live run needs no set of recordings
	j.suites, j.wrong = project.Load(ctx, j.project, a.Systems, o.Suites, o.prompts...)
	if j.wrong != nil && (!o.partly || len(j.suites) == 0) {
		return nil, j.wrong
	}
	if err := a.CheckPrompts(j.suites, j.ci); err != nil {
		return nil, errors.Join(j.wrong, err)
	}
	var asked map[filter.CaseName]bool
	if o.requests != "" {
		if asked, err = a.FromLog(ctx, j.suites, o.requests); err != nil {
			return nil, err
		}
	}
	if j.choice, err = a.choose(ctx, j.project, j.suites, o); asked != nil {
		j.choice.cases.Only = asked
	}
	if err = errors.Join(err, project.FindStages(j.suites, o.Stages)); err != nil {
		return nil, errors.Join(j.wrong, err)
	}
	return j, nil
}

// openJob finds out who answers, and what the run is held against.
func (a *app) openJob(j *job, o runOptions) error {
	err := j.checkWritable(o)
	if err != nil {
		return err
	}
	if j.asking, err = a.openAsking(j.project, o); err != nil {
		return err
	}
	j.gates, err = a.openGates(j.project, j.suites, o, j.ci)
	return err
}

// only narrows the job to some of its cases, to the suites that have any of them, and to the gates over these.
func (j *job) only(cases map[filter.CaseName]bool, now *touched.Now) {
	j.choice.cases.Only = cases
	has, whole := map[string]bool{}, now.Whole(cases)
	for name := range cases {
		has[name.Suite] = true
	}
	j.suites = slices.DeleteFunc(slices.Clone(j.suites), func(s *project.Suite) bool { return !has[s.Name] })
	j.gates.only(j.suites, whole, len(cases) == now.Len())
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

func (a *app) runProject(builtin bool) (*project.Project, error) {
	if builtin && a.Root != "" {
		return nil, errors.New("--builtin and --root exclude each other")
	}
	if builtin {
		return a.Opened(project.Open(starter.Files(), ""))
	}
	return a.Project()
}

func (a *app) traceClash(o runOptions) error {
	if o.trace == "-" && o.format == "json" {
		return errors.New("--trace - and --format json both want standard output")
	}
	return nil
}
