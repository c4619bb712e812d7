package run

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/journal"
)

// openRun makes the folder of a run, or opens that of the run to be continued.
func (a *app) openRun(j *job, o runOptions, started time.Time) (*stored.Writer, error) {
	if j.asking != nil || o.command != nil { // a server's answers are kept; tests send all requests again
		return stored.Create(j.project.OnDisk(j.project.Reports), started)
	}
	j.journal = true
	if j.before != nil {
		return j.before.stopped.Continue()
	}
	s, err := a.state(j, o)
	if err != nil {
		return nil, err
	}
	w, err := stored.Create(j.project.OnDisk(j.project.Reports), started)
	if err != nil {
		return nil, err
	}
	info := a.runInfo(started, console.Interrupted, true)
	info.Filter = &j.choice.filter
	if err := w.KeepJournal(info, *s); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return w, nil
}

// state returns everything that the cases of the run depend on.
func (a *app) state(j *job, o runOptions) (*journal.State, error) {
	others := slices.Clone(o.prompts)
	for i, folder := range others {
		if _, err := os.Stat(folder); err != nil { // SYSTEM=FOLDER
			_, others[i], _ = strings.Cut(folder, "=")
		}
	}
	if o.requests != "" {
		others = append(others, o.requests)
	}
	files, err := j.project.Digests(a.Systems, others...)
	if err != nil {
		return nil, err
	}
	f := &j.choice.filter
	s := &journal.State{Program: console.Build(), Data: files.Data, Code: files.Code, Options: map[string][]string{}}
	for flag, values := range map[string][]string{
		flagCase: f.Cases, "suite": f.Suites, "tag": f.Tags, console.KeywordFlag: f.Keywords, "stage": f.Stages,
		"failed": given(f.Failed), flagGate: o.gates, flagNoGate: o.noGates, flagBaseline: given(j.gates.baselineName(o)),
		flagPrompts: o.prompts, flagRequests: given(o.requests), flagPartial: has(o.partial), flagCI: has(j.ci),
	} {
		if len(values) > 0 {
			s.Options[flag] = values
		}
	}
	return s, nil
}

// Names of flags that a resumed run has as before, and of the arguments of run.
const (
	flagCase     = "CASE"
	flagGate     = "gate"
	flagNoGate   = "no-gate"
	flagBaseline = "baseline"
	flagPrompts  = "prompts"
	flagRequests = "requests"
	flagPartial  = "partial"
	flagCI       = "ci"
)

// given returns a value as a list, which is empty if the value is.
func given(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// has returns the value of a flag without a value.
func has(set bool) []string {
	if !set {
		return nil
	}
	return []string{"true"}
}

// asBefore fills in the flags of the run to be continued that are not given now.
func (o *runOptions) asBefore(s *stored.Stopped) error {
	if o.Model != "" || o.Hosts != "" {
		return fmt.Errorf("no server answered %s: leave --model and --host out", s.Name)
	}
	if o.noReport || o.demo {
		return errors.New("it excludes --no-report and --demo: the run goes on in its folder")
	}
	was := s.Journal.State.Options
	for flag, list := range map[string]*[]string{
		flagGate: &o.gates, flagNoGate: &o.noGates, flagPrompts: &o.prompts,
	} {
		if len(*list) == 0 {
			*list = was[flag]
		}
	}
	for flag, value := range map[string]*string{flagBaseline: &o.baseline, flagRequests: &o.requests} {
		if *value == "" {
			*value = strings.Join(was[flag], "")
		}
	}
	o.partial = o.partial || was[flagPartial] != nil
	if !o.saysCI {
		o.ci, o.saysCI = was[flagCI] != nil, true
	}
	return nil
}

// baselineName returns the name of the run that --baseline names, whichever is the latest; empty: none.
func (g *gates) baselineName(o runOptions) string {
	if o.baseline == stored.LatestFile && g.run != nil {
		return g.run.Comparison("").Run
	}
	return o.baseline
}

// checkState returns an error if anything differs from when the run to be continued began.
func (a *app) checkState(j *job, o runOptions) error {
	if j.before.finished() == nil {
		return nil
	}
	if f, err := os.Open(o.trace); err == nil { // it is written anew
		j.project.WritesItself(f)
		_ = f.Close() // nothing was read
	}
	now, err := a.state(j, o)
	if err != nil {
		return err
	}
	all := j.before.finished().State.Differences(now)
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("--resume: since %s began: %s\nput it back, or run again: a run never mixes two states",
		j.before.Name, wording.Some(all, maxNamed))
}

// finished returns the cases that need not run again; nil: none.
func (e *earlier) finished() *journal.Journal {
	if e == nil || e.stopped == nil {
		return nil
	}
	return e.stopped.Journal
}

// took returns how long the run took before it was continued, as far as that was noted.
func (e *earlier) took() time.Duration {
	if e.finished() == nil {
		return 0
	}
	return time.Duration(e.Seconds * float64(time.Second))
}

// began lets a continued run begin when it first did, with the arguments that it had.
func (e *earlier) began(info *stored.Info) {
	if e.finished() == nil {
		return
	}
	info.Started, info.Arguments = e.Started, e.Arguments
	info.Seconds += e.Seconds
}

// sayResume says how a run goes on that an error has ended.
func (a *app) sayResume(j *job, err error) {
	if err == nil || !j.journal || a.Kept {
		return
	}
	if stored.CanResume(j.project.OnDisk(j.project.Reports), j.name) {
		fmt.Fprintf(a.Stderr, "beaver-eval: the finished cases are kept: `beaver-eval run --resume %s` continues\n", j.name)
	}
}
