package run

import (
	"cmp"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// earlier is the run whose answers --recordings, --resume or --compare use, or which --resume continues.
type earlier struct {
	*stored.Run
	recordings string // its folder of answers; empty: no server answered it
	lock       *disk.Lock
	stopped    *stored.Stopped // to be continued in its own folder; nil: it is not
	shards     *stored.Shards  // to be put together; nil: none are
}

// release lets others remove the run. A nil one does nothing.
func (e *earlier) release() {
	if e != nil {
		_ = e.lock.Release() // the file is used by nobody else
		e.lock = nil
		_ = e.stopped.Close() // nothing was written
	}
}

// asked returns the model that servers are asked for: that of --model, else that of the run; empty: none.
func (e *earlier) asked(model string) string {
	if e == nil || e.Answers == nil { // none, or no server answered it
		return model
	}
	return e.Answers.Model
}

// openEarlier finds that run; nil: no flag names one. Without filters, those of the run are used.
func (a *app) openEarlier(p *project.Project, o *runOptions) (*earlier, error) {
	var err error
	e := &earlier{recordings: o.recordings}
	switch {
	case o.recordings != "":
		if e.Run, err = stored.OpenRecordings(o.recordings); err != nil {
			return nil, fmt.Errorf("--recordings: %w", err)
		}
	case o.resume != "":
		if err = e.openResumed(p.OnDisk(p.Reports), o); err != nil {
			e.release()
			return nil, fmt.Errorf("--resume: %w", err)
		}
	case o.compare:
		if err = e.openBaseline(p.OnDisk(p.Reports), o); err != nil {
			return nil, fmt.Errorf("--compare: %w", err)
		}
	case o.merged != nil:
		if e.Run, err = o.openMerged(); err != nil {
			return nil, err
		}
		e.shards = o.merged
	default:
		return nil, nil
	}
	a.sayRest(e, o)
	if e.stopped == nil && e.shards == nil {
		if e.lock, err = e.Reading(); err != nil {
			return nil, err
		}
	}
	if o.filtered() || e.Filter == nil || e.Filter.Whole() {
		return e, nil
	}
	o.Filter, o.names = *e.Filter, e.Filter.Cases
	o.Cases = nil
	fmt.Fprintf(a.Stderr, "beaver-eval: the filters of run %s are kept: %s\n", e.Name, flagsOf(e.Filter))
	return e, nil
}

// openResumed finds the run that --resume names.
func (e *earlier) openResumed(dir string, o *runOptions) (err error) {
	name := o.resume
	if name == stored.LatestFile {
		name = cmp.Or(stored.LastStopped(dir), name)
	}
	if e.stopped, err = stored.OpenStopped(dir, name); err != nil {
		return err
	}
	if e.stopped != nil {
		e.Run = e.stopped.Run
		return o.asBefore(e.stopped)
	}
	if err = e.openAnswers(dir, name, o); err != nil {
		return err
	}
	if from := e.Answers.From; from != "" && !e.Answers.Resumed {
		return fmt.Errorf("%s used the answers of %s again, and asked only what had changed: repeat its command, with "+
			"--compare", e.Name, from)
	}
	return nil
}

// openAnswers finds a run that servers answered.
func (e *earlier) openAnswers(dir, name string, o *runOptions) (err error) {
	if e.Run, e.recordings, err = stored.OpenAnswers(dir, name); err != nil {
		return err
	}
	o.answered = true
	if asked := e.Answers.Model; o.Model != "" && model.ModelName(o.Model) != model.ModelName(asked) {
		return fmt.Errorf("%s asked %s, and --model says %s: leave --model out", e.Name, asked, o.Model)
	}
	return nil
}

// openBaseline finds the run that --compare compares with.
func (e *earlier) openBaseline(dir string, o *runOptions) error {
	if err := e.openAnswers(dir, o.baseline, o); err != nil {
		return err
	}
	if e.Until.Short() {
		return fmt.Errorf("%s asked %s, with --until decided: `beaver-eval run --resume %s` asks the others", e.Name,
			e.Until, e.Name)
	}
	if e.Interrupted {
		return fmt.Errorf("%s was interrupted, and has not all answers: `beaver-eval run --resume %s` continues it",
			e.Name, e.Name)
	}
	return nil
}

// filtered reports whether the flags narrow the run.
func (o *runOptions) filtered() bool { return !o.Filters.Whole() || len(o.names) > 0 || o.failed }

// flagsOf returns the arguments and flags of a filter.
func flagsOf(f *stored.Filter) string {
	text := ""
	for _, name := range f.Cases {
		text += " " + console.Quoted(name)
	}
	for _, kind := range []struct {
		flag   string
		values []string
	}{{"--suite", f.Suites}, {"--tag", f.Tags}, {"-k", f.Keywords}, {"--stage", f.Stages}} {
		for _, value := range kind.values {
			text += " " + kind.flag + " " + console.Quoted(value)
		}
	}
	if f.Failed != "" {
		text += " --failed (of run " + f.Failed + ")"
	}
	return text[1:]
}

// finished returns the cases that need not run again; nil: none.
func (e *earlier) finished() *journal.Journal {
	if e == nil || e.stopped == nil {
		return nil
	}
	return e.stopped.Journal
}

// part returns which shard is to be continued; nil: none is.
func (e *earlier) part(resume string) *stored.Shard {
	if e == nil || resume == "" {
		return nil
	}
	return e.Shard
}

// ran returns the cases that have run before; nil: none.
func (e *earlier) ran() runner.Finished {
	if e != nil && e.shards != nil {
		return e.shards
	}
	if j := e.finished(); j != nil {
		return j
	}
	return nil
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

// sayRest says what becomes of the cases that an earlier run did not come to.
func (a *app) sayRest(e *earlier, o *runOptions) {
	if !e.Until.Short() {
		return
	}
	rest := "the others have no answer there"
	if o.resume != "" {
		rest = "the others are asked now, to the last"
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: run %s asked %s, with --until decided; %s\n", e.Name, e.Until, rest)
}
