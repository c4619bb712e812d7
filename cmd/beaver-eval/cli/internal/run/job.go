package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/cache"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/touched"
)

// job holds the inputs of a run, read and checked before anything runs.
type job struct {
	project *project.Project
	suites  []*project.Suite
	choice  choice
	gates   *gates
	before  *earlier // whose answers are used again; nil: none
	asking  *asking  // nil: the cases and their recordings answer
	ci      bool
	name    string               // of the run, even without a report
	lost    []filter.CaseName    // with a golden, left out by --partial
	left    leftOut              // since only their own tests run them
	also    []console.Handler    // other handlers of the cases
	unkept  bool                 // the run leaves no report
	kept    *cache.Cache         // of earlier commands
	aside   bool                 // another run of the same cases shows the progress
	journal bool                 // the run keeps its finished cases, and can go on
	until   func() *stored.Until // how far it came that --until stops; nil: nothing does

	temporary string // folder of the demo's project, removed with the job; empty: no demo
	wrong     error  // with o.partly: errors in the parts left out
}

// newJob completes the options: a resumed run has the filters of the earlier one. A job returned with an error must be
// released; it may be nil.
func (a *app) newJob(ctx context.Context, o *runOptions) (*job, error) {
	j, err := a.loadJob(ctx, o)
	if err != nil {
		return j, err
	}
	return j, a.openJob(ctx, j, *o)
}

// loadJob reads the project, and chooses the cases.
func (a *app) loadJob(ctx context.Context, o *runOptions) (*job, error) {
	err := errors.Join(o.Filters.Check(), o.checkForm(), o.checkLive(), o.checkCompared(), o.checkRequests(),
		o.checkLimits(),
		o.checkPage(), a.traceClash(o))
	if err != nil {
		return nil, err
	}
	if o.failed && o.demo {
		return nil, errors.New("--failed and --demo exclude each other: the runs of the demo leave no report")
	}
	o.noReport = o.noReport || o.demo
	if o.workers < 0 {
		return nil, fmt.Errorf("--workers: want 0 or more, got %d", o.workers)
	}
	j := &job{kept: a.Cache(o.noCache)}
	if o.demo {
		j.project, j.temporary, err = a.openDemo()
	} else {
		j.project, err = a.Project()
	}
	if err != nil {
		return j, err
	}
	if j.before, err = a.openEarlier(j.project, o); err != nil {
		return j, err
	}
	if err = o.openShard(ctx, j.project, j.before.part(o.resume)); err != nil {
		return j, err
	}
	j.ci = a.inCI(o)
	j.project.Keys = []string{o.ServerFlags.Key(j.before.asked(o.Model), a.Env)}
	for _, other := range o.models {
		j.project.Keys = append(j.project.Keys, o.ServerFlags.Key(other, a.Env))
	}
	if j.choice, err = a.choose(j.project, *o); err != nil {
		return j, err
	}
	j.project.Checked = o.checked
	if !j.ci { // which looks at everything, however little runs
		j.project.Chosen = j.choice.cases
	}
	j.project.Recording, j.project.Partly = o.live(), o.partly // a live run needs no set of recordings
	j.suites, j.wrong = project.Load(ctx, j.project, a.Systems, o.Suites, o.prompts...)
	if j.wrong != nil && (!o.partly || len(j.suites) == 0) {
		return j, j.wrong
	}
	if err := a.CheckPrompts(j.suites, j.ci); err != nil {
		return j, errors.Join(j.wrong, err)
	}
	if j.suites, j.left, err = a.leaveDriven(j.project, j.suites, *o, j.ci); err != nil {
		return j, err
	}
	if err = o.checkDivided(j.suites); err != nil {
		return j, err
	}
	var asked *console.Asked
	if o.requests != "" {
		if asked, err = a.FromLog(ctx, j.suites, o.requests); err != nil {
			return j, err
		}
	}
	if err = a.find(ctx, &j.choice, j.suites, *o); asked != nil {
		j.narrow(asked, o.partial)
	}
	if err = errors.Join(err, project.FindStages(j.suites, o.Stages)); err != nil {
		return j, errors.Join(j.wrong, err)
	}
	return j, nil
}

// narrow selects the cases with requests and, unless partial, those with a golden but no requests, which count as
// missing.
func (j *job) narrow(asked *console.Asked, partial bool) {
	if !partial {
		j.choice.cases.Only = asked.With()
		return
	}
	j.choice.cases.Only = asked.Cases
	for _, name := range asked.Lost {
		if j.choice.cases.Named(name.Suite, name.ID) {
			j.lost = append(j.lost, name)
		}
	}
}

// part leaves out the cases without requests from the tests.
func (j *job) part(ctx context.Context, ids []string) error {
	known, err := j.suites[0].IDs(ctx)
	if err != nil {
		return err
	}
	asked, _, err := console.NewAsked(j.suites[0], ids, known)
	if err == nil {
		j.narrow(asked, true)
	}
	return err
}

// openJob opens the source of answers and the run's gates.
func (a *app) openJob(ctx context.Context, j *job, o runOptions) error {
	err := j.checkWritable(o)
	if err != nil {
		return err
	}
	if j.asking, err = a.openAsking(j.before, o); err != nil {
		return err
	}
	name := ""
	if j.asking != nil {
		name = j.asking.model
	}
	a.WarnOfJudges(j.suites, name)
	if err = j.checkRepeat(); err != nil {
		return err
	}
	if j.gates, err = a.openGates(ctx, j.project, j.suites, j.left.goldens, o, j.ci); err != nil {
		return err
	}
	if o.shard != nil { // the whole run is judged
		j.gates = &gates{}
	}
	return a.checkState(ctx, j, o)
}

// checkRepeat returns an error if cases are to run several times although a stage gets the same answer each time.
func (j *job) checkRepeat() error {
	if j.asking == nil || j.asking.answers.Repeat < 2 {
		return nil
	}
	var errs []error
	for _, s := range j.suites {
		errs = append(errs, s.CheckSamples())
	}
	return errors.Join(errs...)
}

// checkState returns an error if the run to be continued began in another state.
func (a *app) checkState(ctx context.Context, j *job, o runOptions) error {
	if j.before.ran() == nil {
		return nil
	}
	if f, err := os.Open(o.trace); err == nil { // it is written anew
		j.project.WritesItself(f)
		_ = f.Close() // nothing was read
	}
	now, err := a.state(ctx, j.project, &j.choice.filter, j.gates, o, j.ci)
	if err != nil {
		return err
	}
	if o.merged != nil {
		return o.checkStates(now)
	}
	return sameState(j.before, now)
}

// release releases the job's resources. A nil one has none.
func (j *job) release() {
	if j == nil {
		return
	}
	j.before.release()
	if j.temporary != "" {
		_ = os.RemoveAll(j.temporary) // the system removes leftovers there
	}
}

// only narrows the job to some of its cases, to their suites, and to the gates over these.
func (j *job) only(cases map[filter.CaseName]bool, now *touched.Now) {
	j.choice.cases.Only = cases
	has, whole := map[string]bool{}, now.Whole(cases)
	for name := range cases {
		has[name.Suite] = true
	}
	j.suites = slices.DeleteFunc(slices.Clone(j.suites), func(s *project.Suite) bool { return !has[s.Name] })
	j.gates.only(j.suites, whole, len(cases) == now.Len())
}

// checkWritable returns an error if the run would write outside the project.
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

func (a *app) traceClash(o *runOptions) error {
	if o.trace == "-" && o.format == "json" {
		return errors.New("--trace - and --format json both want standard output")
	}
	return nil
}
