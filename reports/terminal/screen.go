package terminal

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Screen is where a run is printed as it goes on.
type Screen interface {
	printable.Screen
	Flush() error
}

// cut shortens a text to so many columns where a terminal is only so wide; 0: it is no terminal.
func cut(text string, columns, width int) string {
	if width == 0 {
		return text
	}
	return printable.Cut(text, columns)
}
