package terminal

import (
	"io"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Screen is where lines are printed, some of them in colour.
type Screen interface {
	io.Writer
	// Paint gives the lines that follow a colour, which is a terminal's escape; empty: none.
	Paint(colour string)
	Flush() error
}

func colourOf(line string) string {
	const red, green = "\x1b[31m", "\x1b[32m"
	switch line[0] {
	case '-':
		return red
	case '+':
		return green
	}
	return ""
}

// cut shortens a text to so many columns where a terminal is only so wide; 0: it is no terminal.
func cut(text string, columns, width int) string {
	if width == 0 {
		return text
	}
	return printable.Cut(text, columns)
}
