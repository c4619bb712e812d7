package review

import (
	"math"
	"strings"
)

// Press handles a key, and reports whether the review has ended. Keys are named by their character, or like up, pgdown
// and ctrl+c.
func (d *Dialog) Press(key string) (ended bool) {
	d.note = ""
	switch {
	case key == "ctrl+c":
		d.Interrupted = true
		return true
	case d.search.typing:
		d.pressInSearch(key)
		return false
	case key == "q" && d.page != helpPage, key == "enter" && d.page == groupPage && d.atEnd():
		return true
	}
	switch {
	case key == "/":
		d.search.typing, d.search.text = true, ""
	case d.page == listPage && d.choose(key):
	case d.page != listPage && d.move(key):
	case d.page == helpPage:
		d.show(d.before)
	case key == "?":
		d.before = d.page
		d.show(helpPage)
	case key == "u":
		d.undo()
	case d.page == callPage && d.pressAtCall(key):
	case d.page == groupPage && d.turn(key):
	case key == "l" && len(d.groups) > 0:
		d.list()
	case !d.atEnd():
		d.pressAtGroup(key)
	}
	return false
}

// pressAtGroup handles a key while there is a group to decide.
func (d *Dialog) pressAtGroup(key string) {
	for _, what := range []Decision{Accept, Reject, Skip} {
		switch name := what.String()[:1]; key {
		case name:
			d.decide(what, d.at)
			return
		case strings.ToUpper(name):
			d.decide(what, d.open()...)
			return
		}
	}
	switch {
	case key == "e":
		d.edit()
	case key == "d" && len(d.groups[d.at].Calls) > 0:
		d.call = 0
		d.show(callPage)
	}
}

// turn goes to the previous or next group, without a decision, and reports whether a key is for that.
func (d *Dialog) turn(key string) bool {
	switch key {
	case "n", "right":
		d.at = min(d.at+1, len(d.groups))
	case "p", "left":
		d.at = max(d.at-1, 0)
	default:
		return false
	}
	d.show(groupPage)
	return true
}

// pressAtCall goes through the calls, and back, and reports whether a key is for that.
func (d *Dialog) pressAtCall(key string) bool {
	calls := len(d.groups[d.at].Calls)
	switch key {
	case "d", "esc":
		d.show(groupPage)
		return true
	case "n", "right":
		d.call = min(d.call+1, calls-1)
	case "p", "left":
		d.call = max(d.call-1, 0)
	case "f":
		d.whole = !d.whole
	default:
		return false
	}
	d.show(callPage)
	return true
}

// list shows the list of groups.
func (d *Dialog) list() {
	d.from = d.at
	d.at = min(d.at, len(d.groups)-1)
	d.show(listPage)
}

// choose moves in the list, or leaves it, and reports whether a key is for that.
func (d *Dialog) choose(key string) bool {
	switch key {
	case "enter":
		d.show(groupPage)
		return true
	case "l", "esc":
		d.at = d.from
		d.show(groupPage)
		return true
	}
	rows, is := d.rows(key)
	if is {
		d.at = max(0, min(d.at+rows, len(d.groups)-1))
		d.show(listPage)
	}
	return is
}

// move scrolls, and reports whether a key is for that.
func (d *Dialog) move(key string) bool {
	rows, is := d.rows(key)
	if is {
		d.scroll(rows)
	}
	return is
}

// rows returns how many rows a key moves down, or up if negative.
func (d *Dialog) rows(key string) (n int, is bool) {
	switch key {
	case "j", "down":
		return 1, true
	case "k", "up":
		return -1, true
	case "pgdown", "space":
		return d.room(), true
	case "pgup", "b":
		return -d.room(), true
	case "g", "home":
		return -math.MaxInt32, true
	case "G", "end":
		return math.MaxInt32, true
	}
	return 0, false
}
