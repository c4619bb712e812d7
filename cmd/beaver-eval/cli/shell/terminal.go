package shell

import (
	"io"
	"os"

	"golang.org/x/term"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
)

// Dialog returns the terminal that a person sits at: where keys come from, and where a program can draw. ok is false
// where standard input or output is none, or one that cannot move its cursor.
func (a *App) Dialog() (in, out *os.File, ok bool) {
	out = file(a.Stdout.W)
	ok = out != nil && a.terminal(out) && term.IsTerminal(int(os.Stdin.Fd())) && a.Env("TERM") != "dumb"
	return os.Stdin, out, ok
}

// terminal reports whether w is one.
func (a *App) terminal(w io.Writer) bool {
	f := file(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// file is the file behind a writer; nil: it is none.
func file(w io.Writer) *os.File {
	if o, is := w.(*exit.Output); is {
		w = o.W
	}
	f, _ := w.(*os.File)
	return f
}
