package dialog

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// around is how many rows are not the body's: the header, what is below the window's end, and the keys.
const around = 3

// room is how many rows the body has.
func (d *Dialog) room() int { return max(0, d.height-around) }

// View is the window: at most its height of rows, none of them with more columns than it has.
func (d *Dialog) View() string {
	rows := []string{d.fixed(d.header())}
	end := min(len(d.body), d.top+d.room())
	rows = append(rows, d.body[d.top:end]...)
	for len(rows) < d.height-(around-1) {
		rows = append(rows, "")
	}
	rows = append(rows, d.fixed(d.below(len(d.body)-end)), d.fixed(d.keys()))
	return strings.Join(rows[:max(0, min(len(rows), d.height))], "\n")
}

// fixed is a row that is cut where the window ends.
func (d *Dialog) fixed(row string) string {
	return printable.Cut(printable.Line(d.change(row)), d.columns)
}

// show turns to a page, at its top.
func (d *Dialog) show(p page) {
	d.page, d.top = p, 0
	d.lines = nil
	for _, l := range d.text().lines {
		d.lines = append(d.lines, l.safe(d.change))
	}
	d.fit()
}

// fit breaks the lines of the body anew.
func (d *Dialog) fit() {
	d.body = nil
	for _, l := range d.lines {
		d.body = append(d.body, l.rows(d.columns, d.colours)...)
	}
	d.scroll(0)
}

// scroll moves the body by so many rows, as far as there are any.
func (d *Dialog) scroll(rows int) {
	d.top = max(0, min(d.top+rows, len(d.body)-d.room()))
}
