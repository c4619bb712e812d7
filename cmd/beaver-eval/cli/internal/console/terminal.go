package console

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Dialog returns the terminal of a person: the input for keys, and the output for drawing. not says why there is none;
// empty: there is one.
func (a *App) Dialog() (in, out *os.File, not string) {
	in, out = os.Stdin, file(a.Stdout.W)
	keys, screen := term.IsTerminal(int(in.Fd())), out != nil && a.terminal(out)
	switch {
	case !keys && !screen:
		not = "standard input and output are not a terminal"
	case !keys:
		not = "standard input is not a terminal"
	case !screen:
		not = "standard output is not a terminal"
	case a.Env("TERM") == "dumb":
		not = "the terminal cannot move its cursor (TERM=dumb)"
	}
	return in, out, not
}

// terminal reports whether w is a terminal.
func (a *App) terminal(w io.Writer) bool {
	f := file(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// file returns the file behind a writer; nil: it is none.
func file(w io.Writer) *os.File {
	if o, is := w.(*Output); is {
		w = o.W
	}
	f, _ := w.(*os.File)
	return f
}

// Columns returns the columns of the terminal w; 0: it is none, and lines may have any length.
func (a *App) Columns(w io.Writer) int {
	const usual, least = 80, 40
	if !a.terminal(w) {
		return 0
	}
	if columns, _, err := term.GetSize(int(file(w).Fd())); err == nil && columns > 0 {
		return max(columns, least)
	}
	return usual
}

// Rows returns the rows of the terminal w; 0: it is none, and there may be any number of lines.
func (a *App) Rows(w io.Writer) int {
	const usual, least = 24, 10
	if !a.terminal(w) {
		return 0
	}
	if _, rows, err := term.GetSize(int(file(w).Fd())); err == nil && rows > 0 {
		return max(rows, least)
	}
	return usual
}

// Colours reports whether w may get colours: a terminal, without NO_COLOR.
func (a *App) Colours(w io.Writer) bool {
	return a.terminal(w) && a.Env("NO_COLOR") == "" && a.Env("TERM") != "dumb"
}
