package terminal

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Screen is the output of a run in progress.
type Screen interface {
	printable.Screen
	Flush() error
}

// cut shortens a text to so many columns if the terminal has only width columns; 0: no terminal.
func cut(text string, columns, width int) string {
	if width == 0 {
		return text
	}
	return printable.Cut(text, columns)
}
