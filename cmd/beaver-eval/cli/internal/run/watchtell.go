package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/touched"
)

// watching is a run --watch in progress.
type watching struct {
	*app
	o       runOptions
	project *project.Project
	tree    disk.Tree
	code    []string // files that may be code of applications
	files   disk.Watcher
	cases   *touched.Cases
	red     red
	written written
	begun   bool // a round has run
	looked  looked

	unread bool // the last round ended with a read error
}

// looked is what the last round that read everything has found.
type looked struct {
	suites []*project.Suite
	now    *touched.Now // nil: something could not be read
}

// written holds the files of code that the programs themselves write: each round would cause the next one.
type written struct {
	during map[string]int // files that changed while the last round ran: in how many rounds in a row
	own    []string       // no longer followed
	told   int            // so many of own have been named
}

// seen is a handler of only cases.
type seen func(*rows.Case)

func (f seen) Case(c *rows.Case) error {
	f(c)
	return nil
}

func (f seen) End(*overview.Overview) error { return nil }

// tell prints the beginning of a round: what has changed, how many cases run and how many of them before all, which 0
// means that they are not divided, and which are gone. If nothing runs, the
// terminal's content stays, unless it is an error fixed by now.
func (w *watching) tell(changed []string, gone []filter.CaseName, run, first int) error {
	what := wording.Number(run, "case") + " " + wording.Plural(run, "runs", "run")
	switch {
	case run == 0:
		what = "no case runs"
	case first > 0:
		what += ", " + wording.Number(first, "case") + " first"
	}
	head := w.head
	if w.staysShown(run) {
		head = w.line
	}
	if err := head(changed, what); err != nil {
		return err
	}
	if len(gone) > 0 {
		fmt.Fprintf(w.Stdout, "gone     %s; `beaver-eval accept --gone` removes leftover goldens\n", someOf(gone))
	}
	return nil
}

// staysShown reports whether an earlier round's output stays on the terminal.
func (w *watching) staysShown(run int) bool { return w.begun && run == 0 && !w.unread }

// head clears the terminal, and prints what has changed.
func (w *watching) head(changed []string, what string) error {
	if err := w.ClearScreen(); err != nil {
		return err
	}
	return w.line(changed, what)
}

// line prints what has changed, and the consequence.
func (w *watching) line(changed []string, what string) error {
	if len(changed) == 0 {
		_, err := fmt.Fprintf(w.Stdout, "watch    %s; then the cases that each saved file touches, until "+
			"Ctrl-C\n", what)
		if len(w.code) > 0 && err == nil {
			_, err = fmt.Fprintf(w.Stdout, "follows  %s that git does not ignore, for applications\n",
				wording.Number(len(w.code), "file"))
		}
		return err
	}
	more := ""
	if n := len(changed) - 1; n > 0 {
		more = fmt.Sprintf(" and %s", wording.Number(n, "other file"))
	}
	_, err := fmt.Fprintf(w.Stdout, "watch    %s%s: %s\n", w.shown(changed[0]), more, what)
	return err
}

// shown returns a file's name as in errors: relative to the project.
func (w *watching) shown(file string) string {
	if w.Screen.Project != nil {
		if rel, err := filepath.Rel(w.Screen.Project.Dir, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return file
}

func someOf(cases []filter.CaseName) string {
	var names []string
	for _, name := range cases {
		names = append(names, name.String())
	}
	return wording.Some(names, maxNamed)
}

// say prints an error of a round like one that ends the program; an interrupted round needs none.
func (w *watching) say(err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	fmt.Fprintf(w.Stderr, "beaver-eval: %v\n", err)
	console.TellPanic(w.Stderr, err)
}
