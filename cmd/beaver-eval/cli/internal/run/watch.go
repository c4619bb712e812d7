package run

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/touched"
)

// watch runs the cases, and then, until ctx ends, those that edits of files touch. The end of ctx is no error: there is
// no other end.
func (a *app) watch(ctx context.Context, o runOptions) error {
	ci := a.inCI(&o)
	if err := errors.Join(o.checkWatch(ci), o.Filters.Check(), o.checkForm(), o.checkLive()); err != nil {
		return err
	}
	w := &watching{app: a, o: o, cases: touched.NewCases(), red: red{}}
	w.tree.Skip = unwatched
	w.tree.Files = func() []string { return w.code }
	w.files.Scan = w.scan
	if err := w.look(); err != nil {
		return err
	}
	var changed []string
	for {
		if err := w.round(ctx, changed); err != nil {
			return err
		}
		var err error
		if changed, err = w.files.Wait(ctx); err != nil {
			return nil
		}
		_ = w.look() // the round reports errors in the root file
	}
}

// look determines the files to watch, before any of them is read.
func (w *watching) look() error {
	p, err := project.Find(".", w.Root)
	if err != nil {
		return err
	}
	w.project = p
	roots := project.Watched(p)
	for _, text := range w.o.prompts {
		_, dir, named := strings.Cut(text, "=")
		if roots = append(roots, text); named {
			roots = append(roots, dir)
		}
	}
	if !slices.Equal(roots, w.tree.Roots) {
		w.tree.Roots = roots
		w.files.See()
	}
	return nil
}

// scan looks at the files to watch. New files of an application's code are found, too.
func (w *watching) scan() disk.Snapshot {
	w.code = slices.DeleteFunc(project.WatchedCode(w.project, w.Systems), func(name string) bool {
		return slices.Contains(w.written.own, name) || w.isOutput(name)
	})
	return w.tree.Scan()
}

// isOutput reports whether a file receives the output of the watch itself.
func (w *watching) isOutput(name string) bool {
	out, isFile := w.Out.W.(*os.File)
	if !isFile {
		return false
	}
	of, err1 := out.Stat()
	is, err2 := os.Stat(name)
	return err1 == nil && err2 == nil && of.Mode().IsRegular() && os.SameFile(of, is)
}

// unwatched reports whether no run reads a file of this name: it is under review, being written, or an editor's own.
func unwatched(name string) bool {
	_, unfinished := disk.Unfinished(name)
	return unfinished || strings.HasSuffix(name, ".pending.yaml") || strings.HasSuffix(name, ".pending.json") ||
		strings.HasSuffix(name, "~") || strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".swp")
}

// round runs the cases that the changed files affect; at first, all. An error, that the output cannot be written, ends
// the watch; all others are printed.
func (w *watching) round(ctx context.Context, changed []string) error {
	started := time.Now()
	err := w.play(ctx, changed, started)
	w.TellRefused()
	w.TellWritten()
	if _, broken := errors.AsType[*console.WriteError](err); broken {
		return err
	}
	w.unread = err != nil
	w.say(err)
	w.tellWritten()
	return errors.Join(w.Stdout.Flush(), w.Stderr.Flush())
}

func (w *watching) play(ctx context.Context, changed []string, started time.Time) error {
	o := w.o
	o.partly = true
	files := touched.Files{All: w.files.Seen(), Code: w.code}
	var before *touched.Now
	if w.looked.now != nil && w.looked.now.Keeps(files.All) {
		o.checked, before = project.CheckedSets(w.looked.suites), w.looked.now
	}
	w.looked = looked{}
	j, err := w.loadJob(ctx, &o)
	if err == nil {
		err = w.openJob(ctx, j, o)
	}
	var now *touched.Now
	if err == nil {
		now, err = touched.Look(ctx, j.suites, slices.Sorted(maps.Keys(w.Systems)), &j.choice.cases, files,
			before)
	}
	if err == nil && now.Len() == 0 {
		err = j.wrong
	}
	if err != nil {
		return errors.Join(w.head(changed, "nothing runs"), err)
	}
	var gone []filter.CaseName
	if j.wrong == nil { // else unreadable cases would count as gone
		w.looked = looked{j.suites, now}
		gone = w.cases.Forget(now)
	}
	run := w.cases.Touched(now)
	tell := func(first int) error { return w.tell(changed, gone, len(run), first) }
	if err := w.playFirst(ctx, j, o, now, run, tell); err != nil {
		return err
	}
	if err := tell(0); err != nil {
		return err
	}
	if w.begun && len(run) == 0 {
		room := mostStill
		if w.staysShown(0) {
			room = 0
		}
		return errors.Join(w.still(run, room), j.wrong)
	}
	o.noReport = o.noReport || w.begun || j.wrong != nil
	if w.begun {
		j.only(run, now)
	}
	w.begun = true
	room := 0 // for red cases that do not run
	if len(w.cases.Red(run)) > 0 {
		room = roomStill
		o.behind = room + rowsOfStill
	}
	j.also = append(j.also, seen(func(c *rows.Case) {
		w.cases.Ran(c.Result, now, c.Green())
		w.red.see(c)
	}), console.AtEnd(func(*overview.Overview) error {
		w.seeWritten()
		return nil
	}))
	err = w.app.drivenPlay(ctx, j, o, started)
	if e, is := errors.AsType[*console.Error](err); is && e.Err == nil { // everything is printed
		err = nil
	}
	if ctx.Err() != nil {
		return err
	}
	return errors.Join(err, w.still(run, room), j.wrong)
}
