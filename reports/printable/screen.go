package printable

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
)

// Screen prints lines, some of them in colour.
type Screen interface {
	io.Writer
	// Paint sets the colour of the following lines, a terminal escape; empty: none.
	Paint(colour string)
	// Emphasize emphasizes these bytes of the next line.
	Emphasize(from, to int)
}

// Plain is a screen without colours.
type Plain struct{ io.Writer }

// Paint does nothing.
func (Plain) Paint(string) {}

// Emphasize does nothing.
func (Plain) Emphasize(int, int) {}

const indent = "  "

// Diff prints lines that begin with their sign. If a line was replaced by another, the differing words are emphasized.
func Diff(w Screen, lines []string) {
	shown := make([]string, len(lines))
	for i, line := range lines {
		shown[i] = Line(line)
	}
	marks := emphasis(shown)
	for i, line := range shown {
		if line == "" {
			continue
		}
		w.Paint(colourOf(line))
		if m := marks[i]; m[0] < m[1] {
			w.Emphasize(len(indent)+m[0], len(indent)+m[1])
		}
		fmt.Fprintf(w, "%s%s\n", indent, line)
	}
	w.Paint("")
}

// emphasis returns for each line the bytes that differ from its counterpart: a run of removed lines followed by as many
// added ones is paired in order.
func emphasis(lines []string) [][2]int {
	marks := make([][2]int, len(lines))
	for i := 0; i < len(lines); {
		removed := run(lines[i:], "-")
		added := run(lines[i+removed:], "+")
		if removed == added {
			for k := range removed {
				marks[i+k], marks[i+removed+k] = differing(lines[i+k], lines[i+removed+k])
			}
		}
		i += max(1, removed+added)
	}
	return marks
}

// run returns the number of leading lines that begin with a sign.
func run(lines []string, sign string) int {
	n := 0
	for n < len(lines) && strings.HasPrefix(lines[n], sign) {
		n++
	}
	return n
}

// differing returns the bytes of two lines between their common leading and trailing words, ignoring signs; none if
// that is the whole line.
func differing(old, new string) (inOld, inNew [2]int) {
	a, b := diff.Tokens(old[1:]), diff.Tokens(new[1:])
	start, end := diff.SameEnds(a, b)
	if start+end == 0 {
		return inOld, inNew
	}
	return [2]int{1 + start, len(old) - end}, [2]int{1 + start, len(new) - end}
}

// colourOf returns the colour of a line of a diff.
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
