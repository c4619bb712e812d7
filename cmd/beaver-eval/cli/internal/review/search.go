package review

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostSought is the longest search text, in bytes.
const mostSought = 500

// Paste appends pasted text to the search text; outside a search it is ignored.
func (d *Dialog) Paste(text string) {
	if d.search.typing {
		text, _, _ = strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
		d.write(strings.TrimSuffix(text, "\r"))
	}
}

// write appends letters to the search text.
func (d *Dialog) write(letters string) {
	if len(d.search.text)+len(letters) <= mostSought {
		d.search.text += letters
	}
}

// pressInSearch is Press while a text is typed.
func (d *Dialog) pressInSearch(key string) {
	text := d.search.text
	switch {
	case key == "esc":
		d.search.typing = false
	case key == "enter":
		d.search.typing = false
		again := text == "" || text == d.search.last
		if text == "" {
			text = d.search.last
		}
		if d.search.last = text; text != "" {
			d.seek(text, again)
		}
	case key == "backspace":
		_, size := utf8.DecodeLastRuneInString(text)
		d.search.text = text[:len(text)-size]
	case key == "ctrl+u":
		d.search.text = ""
	case key == "space":
		d.write(" ")
	case utf8.RuneCountInString(key) == 1 || key != "" && key[0] >= utf8.RuneSelf:
		d.write(key)
	}
}

// seek goes to the next place with a text: in the list the next group, elsewhere the next line; after the last line of
// a group, the next group with such a line. After the last place it wraps around. again: skips the current place.
func (d *Dialog) seek(text string, again bool) {
	has := func(l line) bool { _, _, ok := find(l.text, text); return ok }
	if d.page == listPage {
		d.seekGroup(text, func(i int) bool {
			return slices.ContainsFunc(append(d.safe(d.groups[i].Body), d.row(i)), has)
		})
		return
	}
	from := max(0, d.lineAt(d.top))
	if again && d.search.found > 0 {
		from = d.search.found
	}
	if i := slices.IndexFunc(d.lines[min(from, len(d.lines)):], has); i >= 0 {
		d.goTo(from+i, text)
		return
	}
	if d.page == groupPage && !d.atEnd() {
		if !d.seekGroup(text, func(i int) bool { return slices.ContainsFunc(d.safe(d.groups[i].Body), has) }) {
			return
		}
	}
	if i := slices.IndexFunc(d.lines, has); i >= 0 {
		d.goTo(i, text)
		return
	}
	d.note = "no line has " + quoted(text)
}

// seekGroup shows the next group that has a text, and reports whether one does.
func (d *Dialog) seekGroup(text string, has func(int) bool) bool {
	for i := range d.groups {
		if at := (d.at + 1 + i) % len(d.groups); has(at) {
			if d.at = at; d.page == listPage {
				d.note = fmt.Sprintf("%s: group %d of %d", quoted(text), at+1, len(d.groups))
			}
			d.show(d.page)
			return true
		}
	}
	d.note = "no group has " + quoted(text)
	return false
}

// goTo shows a line of the page that has a text.
func (d *Dialog) goTo(i int, text string) {
	d.search.found = i + 1
	d.fit()
	d.top = d.rowOf[i]
	d.scroll(0)
	d.note = fmt.Sprintf("%s: line %d of %d", quoted(text), i+1, len(d.lines))
}

// lineAt returns the first line that begins at a row or after it.
func (d *Dialog) lineAt(row int) int {
	i, _ := slices.BinarySearch(d.rowOf, row)
	return i
}

func quoted(text string) string { return "“" + text + "”" }
