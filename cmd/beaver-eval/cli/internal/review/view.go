package review

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// around is the number of rows outside the body: the header, the line about hidden rows, and the keys.
const around = 3

// room returns how many rows the body has.
func (d *Dialog) room() int { return max(0, d.height-around) }

// View returns the window: at most its height of rows, none of them with more columns than it has.
func (d *Dialog) View() string {
	rows := []string{d.fixed(d.header())}
	end := min(len(d.body), d.top+d.room())
	rows = append(rows, d.body[d.top:end]...)
	for len(rows) < d.height-(around-1) {
		rows = append(rows, "")
	}
	rows = append(rows, d.fixed(d.below(len(d.body)-end)))
	d.lay(rows)
	rows = append(rows, d.fixed(d.keys()))
	return strings.Join(rows[:max(0, min(len(rows), d.height))], "\n")
}

// lay lays the note over as many of the last rows as it needs, except the header.
func (d *Dialog) lay(rows []string) {
	if d.note == "" {
		return
	}
	note := line{text: d.note}.safe(d.change).rows(d.columns, d.colours)
	note = note[:min(len(note), len(rows)-1)]
	copy(rows[len(rows)-len(note):], note)
}

// fixed returns a row cut at the window's edge.
func (d *Dialog) fixed(row string) string {
	return printable.Cut(printable.Line(d.change(row)), d.columns)
}

// show shows a page from its top.
func (d *Dialog) show(p page) {
	d.page, d.job = p, nil
	if p == listPage {
		d.showList()
		return
	}
	d.fill(d.text())
}

// text returns the body of the page.
func (d *Dialog) text() *Text {
	switch {
	case d.page == helpPage:
		return help()
	case d.page == callPage:
		return d.load()
	case d.atEnd():
		return d.summary()
	}
	return d.groups[d.at].Body
}

// load requests the call, which is shown as soon as it has arrived, unless something else is shown by then.
func (d *Dialog) load() *Text {
	at, call, whole := d.at, d.call, d.whole
	body := d.groups[at].Calls[call].Body
	d.job = func() func() {
		text := body(whole)
		return func() {
			if text != nil && d.page == callPage && d.at == at && d.call == call && d.whole == whole {
				d.fill(text)
			}
		}
	}
	t := &Text{}
	fmt.Fprintln(t, "the case runs again …")
	return t
}

// fill fills the page with a text from its top, or scrolled to its marked line if that would be below the window.
func (d *Dialog) fill(t *Text) {
	d.top, d.search.found = 0, 0
	d.lines = d.safe(t)
	d.fit()
	if t.mark < len(d.rowOf) && d.rowOf[t.mark] >= d.room() {
		d.scroll(d.rowOf[t.mark] - d.room()/4)
	}
}

// showList shows the list of groups, scrolled so that the chosen one is visible.
func (d *Dialog) showList() {
	d.search.found, d.lines = 0, nil
	for i := range d.groups {
		d.lines = append(d.lines, d.row(i))
	}
	d.fit()
	d.top = max(min(d.top, d.at), d.at-d.room()+1)
	d.scroll(0)
}

// safe returns the lines of a text made safe to show.
func (d *Dialog) safe(t *Text) []line {
	var all []line
	for _, l := range t.lines {
		all = append(all, l.safe(d.change))
	}
	return all
}

// fit rewraps the lines of the body.
func (d *Dialog) fit() {
	d.body, d.rowOf = nil, nil
	for i, l := range d.lines {
		if i+1 == d.search.found {
			l.from, l.to, _ = find(l.text, d.search.last)
		}
		d.rowOf = append(d.rowOf, len(d.body))
		d.body = append(d.body, l.rows(d.columns, d.colours)...)
	}
	d.scroll(0)
}

// scroll moves the body by so many rows, as far as there are any.
func (d *Dialog) scroll(rows int) {
	d.top = max(0, min(d.top+rows, len(d.body)-d.room()))
}
