package console

import "io"

// ClearScreen empties the terminal that standard output is, with what has scrolled away; where it is none it does
// nothing.
func (a *App) ClearScreen() error {
	if !a.terminal(a.Stdout.W) || a.Env("TERM") == "dumb" {
		return nil
	}
	_, err := io.WriteString(a.Out, "\x1b[H\x1b[2J\x1b[3J")
	return err
}
