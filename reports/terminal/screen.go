package terminal

import "io"

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
