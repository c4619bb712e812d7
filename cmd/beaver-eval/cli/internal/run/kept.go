package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// openTables makes the folder of a run, unless the project is not writable or none is requested.
func (a *app) openTables(ctx context.Context, j *job, o runOptions, started time.Time) (*console.Tables, error) {
	p, filter := j.project, j.choice.filter
	if o.noReport || p.Dir == "" {
		return nil, nil
	}
	needed := o.resume != "" || o.shard != nil || o.merged != nil
	w, err := a.openRun(ctx, j, o, started)
	if stored.ReadOnly(err) && !needed {
		fmt.Fprintf(a.Stderr, "beaver-eval: no report is written: %v\n", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	j.name = o.nameOf(w, j.before)
	info := func(seen *overview.Overview) stored.Info {
		info := a.runInfo(started, seen.Exit, seen.Interrupted)
		j.before.began(&info)
		if o.shard == nil {
			info.Measures, info.Suites = seen.Measures()
		} else {
			info.NoAnswer = seen.NoAnswer
		}
		info.Gates, info.Baselines, info.TokenCounts = seen.Gates, seen.Baselines, seen.Counts
		info.Uncompared, info.NotDriven = seen.Untested.Goldens(), seen.Untested.NotDriven
		info.Edited = seen.Edited.Unreached
		info.Workers = cmp.Or(o.workers, runtime.GOMAXPROCS(0))
		info.Filter, info.Session = &filter, o.lines != nil
		if j.until != nil {
			info.Until = j.until()
		}
		j.asking.tell(&info)
		return info
	}
	return &console.Tables{Writer: w, Info: info, Last: &a.Kept}, nil
}

// keepRecordings makes the folder for servers' answers, in that of the run.
func (a *app) keepRecordings(t *console.Tables, j *job, started time.Time) (string, error) {
	info := a.runInfo(started, console.Interrupted, true)
	info.Filter = &j.choice.filter
	j.asking.tell(&info)
	j.asking.kept = j.name
	return t.KeepRecordings(info)
}

// tell records the source of answers.
func (w *asking) tell(info *stored.Info) {
	if w != nil {
		info.Answers = &w.answers
	}
}

// dropOldRuns removes the runs that are too old, once this one is stored, and says which one with recordings goes next.
// Failure to remove is no error of the run.
func (a *app) dropOldRuns(j *job) {
	if !a.Kept {
		return
	}
	p := j.project
	j.release() // everything is read
	folders, err := project.Baselines(p)
	var done stored.Pruned
	if err == nil {
		for i, folder := range folders {
			folders[i] = p.OnDisk(folder)
		}
		keep := stored.Keep{Runs: p.KeepRuns, Recordings: p.KeepRecordings}
		done, err = stored.Prune(p.OnDisk(p.Reports), keep, folders)
	}
	if plain := done.Runs - len(done.Recorded); plain > 1 { // each new run removes one
		fmt.Fprintf(a.Stderr, "beaver-eval: %s: removed %s; keep_runs in %s sets how many stay: %d\n", p.Reports,
			wording.Number(plain, "old run"), project.RootFile, p.KeepRuns)
	}
	if len(done.Recorded) > 0 {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s: removed %s with its recordings; keep_recordings in %s sets how many "+
			"stay: %d\n", p.Reports, wording.Some(done.Recorded, maxNamed), project.RootFile, p.KeepRecordings)
	}
	if done.Next != "" && j.asking != nil && j.asking.kept != "" {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s: %s, the oldest of the last %s with recordings, is deleted "+
			"with the next "+
			"such run; to keep it, rename its folder, or set more than keep_recordings: %d in %s\n",
			p.Reports, done.Next, wording.Number(p.KeepRecordings, "run"), p.KeepRecordings, project.RootFile)
	}
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		fmt.Fprintf(a.Stderr, "beaver-eval: %s: not all old runs could be removed: %s\n", p.Reports, first)
	}
}

// maskedArgs returns the arguments of the program without secrets.
func (a *app) maskedArgs() []string {
	masked := make([]string, len(a.Args))
	for i, arg := range a.Args {
		masked[i] = a.Screen.Mask(arg)
	}
	return masked
}

// runInfo describes this run and its end.
func (a *app) runInfo(started time.Time, exit int, interrupted bool) stored.Info {
	program := console.ReadVersion()
	return stored.Info{
		Started: started.UTC(), Seconds: time.Since(started).Seconds(), Arguments: a.maskedArgs(),
		Version: program.Short(), Go: program.Go, Platform: program.Platform,
		Exit: exit, Interrupted: interrupted,
	}
}

// NoteUnbegun records a run that ended before its first case, so that the previous run is not mistaken for it.
func NoteUnbegun(shared *console.App, cmd *cobra.Command, started time.Time, end error) {
	a := &app{shared}
	unreported, _ := cmd.Flags().GetBool("no-report")
	demo, _ := cmd.Flags().GetBool("demo")
	twice, _ := cmd.Flags().GetBool("twice")
	if cmd.Name() != "run" || end == nil || a.Kept || a.Queued || unreported || demo || twice ||
		cmd.Flags().Changed("resume") || cmd.Flags().Changed("shard") {
		return
	}
	p, err := project.Find(".", a.Root)
	if err != nil || p.Dir == "" {
		return
	}
	info := a.runInfo(started, console.ExitCode(end), errors.Is(end, context.Canceled))
	info.Error = a.Screen.Mask(end.Error())
	if err := stored.KeepUnbegun(p.OnDisk(p.Reports), info); err != nil {
		fmt.Fprintf(a.Stderr, "beaver-eval: reports/%s still names the run before this one: %v\n", stored.LatestFile,
			err)
	}
}

// openRun makes the folder of a run, or opens that of the run to be continued.
func (a *app) openRun(ctx context.Context, j *job, o runOptions, started time.Time) (*stored.Writer, error) {
	// A server's answers are kept, tests send all requests again, and shards are put together again.
	if o.shard == nil && (j.asking != nil || o.command != nil || o.merged != nil) {
		return a.createFolder(j, o, started)
	}
	j.journal = true
	if j.before.finished() != nil {
		return j.before.stopped.Continue()
	}
	s, err := a.state(ctx, j.project, &j.choice.filter, j.gates, o, j.ci)
	if err != nil {
		return nil, err
	}
	w, err := a.createFolder(j, o, started)
	if err != nil {
		return nil, err
	}
	info := a.runInfo(started, console.Interrupted, true)
	info.Filter = &j.choice.filter
	j.asking.tell(&info)
	if err := w.KeepJournal(info, *s); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return w, nil
}

// sayResume says how a run goes on that an error has ended.
func (a *app) sayResume(j *job, err error) {
	if err == nil || !j.journal || a.Kept {
		return
	}
	if stored.CanResume(j.project.OnDisk(j.project.Reports), j.name) {
		fmt.Fprintf(a.Stderr, "beaver-eval: the finished cases are kept: `beaver-eval run --resume %s` continues\n",
			j.name)
	}
}

// createFolder makes the folder of a new run, or of a shard.
func (a *app) createFolder(j *job, o runOptions, started time.Time) (*stored.Writer, error) {
	dir := j.project.OnDisk(j.project.Reports)
	if o.shard == nil {
		return stored.Create(dir, started)
	}
	return stored.CreateShard(dir, stored.Shard{K: o.shard.K, N: o.shard.N, ByTime: o.byTime}, j.before != nil)
}

// nameOf returns the name by which flags name the run of a folder.
func (o *runOptions) nameOf(w *stored.Writer, before *earlier) string {
	switch {
	case o.shard == nil:
		return w.Name
	case before.finished() != nil:
		return o.resume
	}
	return path.Join(stored.ShardsDir, w.Name)
}

// keepMerged copies the answers of servers to the folder of the run.
func (a *app) keepMerged(t *console.Tables, j *job, o runOptions, started time.Time) error {
	folders := o.merged.Recordings()
	if len(folders) == 0 {
		return nil
	}
	dir, err := a.keepRecordings(t, j, started)
	if err != nil {
		return err
	}
	return (&live.Folder{Dir: dir}).Merge(folders)
}
