package console

import "io"

// ClearScreen clears the terminal and its scrollback, if standard output is one.
func (a *App) ClearScreen() error {
	if !a.terminal(a.Stdout.W) || a.Env("TERM") == "dumb" {
		return nil
	}
	_, err := io.WriteString(a.Out, "\x1b[H\x1b[2J\x1b[3J")
	return err
}
