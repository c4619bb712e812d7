//go:build unix

package scripts_test

import (
	"fmt"
	"strings"

	"github.com/mattn/go-runewidth"
)

// display is the cells of a window. It knows the sequences that the program's library sends to a VT100, and records
// everything else.
type display struct {
	cells         [][]rune // a wide character is followed by an empty cell
	column, row   int
	top, bottom   int // the rows that scroll
	insert, alone bool
	colours       bool   // there were some
	pending       string // an unfinished escape
	outside       string // what was printed outside of the window
	wrong         string // sequences that no window may get
}

func newDisplay(columns, rows int) *display {
	d := &display{}
	d.resize(columns, rows)
	return d
}

func (d *display) resize(columns, rows int) {
	d.cells = make([][]rune, rows)
	for i := range d.cells {
		d.cells[i] = blank(columns)
	}
	d.row, d.column, d.top, d.bottom = 0, 0, 0, rows-1
}

func blank(columns int) []rune { return []rune(strings.Repeat(" ", columns)) }

func (d *display) String() string {
	var b strings.Builder
	for _, row := range d.cells {
		b.WriteString(strings.TrimRight(strings.ReplaceAll(string(row), "\x00", ""), " ") + "\n")
	}
	return b.String()
}

// write draws what was printed, and calls frame at the end of each frame.
func (d *display) write(data []byte, frame func()) {
	text := d.pending + string(data)
	d.pending = ""
	for text != "" {
		if text[0] != '\x1b' {
			end := strings.IndexByte(text, '\x1b')
			if end < 0 {
				end = len(text)
			}
			d.print(text[:end])
			text = text[end:]
			continue
		}
		end := escapeEnd(text)
		if end < 0 {
			d.pending = text
			return
		}
		d.obey(text[:end])
		if text[:end] == "\x1b[?2026l" {
			frame()
		}
		text = text[end:]
	}
}

// escapeEnd returns the end of an escape at the beginning of a text; -1: unfinished.
func escapeEnd(text string) int {
	if len(text) > 1 && text[1] != '[' {
		return 2
	}
	for i := 2; i < len(text); i++ {
		if text[i] >= '@' && text[i] <= '~' {
			return i + 1
		}
	}
	return -1
}

// print draws text.
func (d *display) print(text string) {
	if !d.alone {
		d.outside += text
		return
	}
	for _, r := range text {
		switch r {
		case '\r':
			d.column = 0
		case '\n':
			d.down()
		case '\t': // the library goes over blanks by it
			d.column = min(len(d.cells[d.row])-1, d.column/8*8+8)
		case '\b':
			d.column = max(0, d.column-1)
		default:
			d.draw(r)
		}
	}
}

func (d *display) down() {
	if d.row != d.bottom {
		d.row = min(d.row+1, len(d.cells)-1)
		return
	}
	copy(d.cells[d.top:d.bottom], d.cells[d.top+1:d.bottom+1])
	d.cells[d.bottom] = blank(len(d.cells[0]))
}

// up is the reverse of down.
func (d *display) up() {
	if d.row != d.top {
		d.row = max(0, d.row-1)
		return
	}
	copy(d.cells[d.top+1:d.bottom+1], d.cells[d.top:d.bottom])
	d.cells[d.top] = blank(len(d.cells[0]))
}

func (d *display) draw(r rune) {
	row, width := d.cells[d.row], runewidth.RuneWidth(r)
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		d.wrong = fmt.Sprintf("the control character %q in the window", r)
	}
	if d.column+width > len(row) {
		d.wrong = fmt.Sprintf("a row goes over the end of the window: %q, then %q", string(row), r)
		return
	}
	if d.insert {
		copy(row[d.column+width:], row[d.column:])
	}
	for i := range width {
		row[d.column+i] = 0
	}
	row[d.column] = r
	d.column += width
}

// obey executes an escape.
func (d *display) obey(escape string) {
	if escape == "\x1bM" {
		d.up()
		return
	}
	parameters, final := escape[2:len(escape)-1], escape[len(escape)-1]
	n := func(i, usual int) int {
		value := usual
		if parts := strings.Split(parameters, ";"); i < len(parts) {
			fmt.Sscan(parts[i], &value)
		}
		return value
	}
	columns := len(d.cells[0])
	switch {
	case escape[1] != '[':
		d.wrong = fmt.Sprintf("the escape %q, which this terminal does not know", escape)
	case escape == "\x1b[?1049h", escape == "\x1b[?1049l":
		d.alone = final == 'h'
	case !d.alone, strings.ContainsAny(parameters, "?>=$"): // modes
	case final == 'm':
		d.colours = d.colours || parameters != ""
	case final == 'h' || final == 'l':
		d.insert = final == 'h'
	case final == 'H':
		d.row, d.column = min(n(0, 1), len(d.cells))-1, min(n(1, 1), columns)-1
	case final == 'A':
		d.row = max(0, d.row-n(0, 1))
	case final == 'B':
		d.row = min(len(d.cells)-1, d.row+n(0, 1))
	case final == 'C':
		d.column = min(columns-1, d.column+n(0, 1))
	case final == 'D':
		d.column = max(0, d.column-n(0, 1))
	case final == 'r':
		d.top, d.bottom, d.row, d.column = n(0, 1)-1, n(1, len(d.cells))-1, 0, 0
	case final == 'P':
		row := d.cells[d.row]
		copy(row[d.column:], append(row[d.column+n(0, 1):len(row):len(row)], blank(n(0, 1))...))
	case final == 'K' && parameters == "":
		copy(d.cells[d.row][d.column:], blank(columns))
	case final == 'K' && parameters == "1":
		copy(d.cells[d.row], blank(d.column+1))
	case final == 'J' && parameters == "2":
		for i := range d.cells {
			d.cells[i] = blank(columns)
		}
	case final == 'J' && parameters == "":
		copy(d.cells[d.row][d.column:], blank(columns))
		for i := d.row + 1; i < len(d.cells); i++ {
			d.cells[i] = blank(columns)
		}
	default:
		d.wrong = fmt.Sprintf("the escape %q, which this terminal does not know", escape)
	}
}
