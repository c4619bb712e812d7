package dialog

import (
	"math"
	"strings"
)

// Press does what a key does, and reports whether the review has ended. Keys are named by their character, or as up,
// pgdown and ctrl+c are.
func (d *Dialog) Press(key string) (ended bool) {
	switch key {
	case "ctrl+c":
		d.Interrupted = true
		return true
	case "q":
		if d.page != helpPage {
			return true
		}
	case "enter":
		if d.page == groupPage && d.finished() {
			return true
		}
	}
	switch {
	case d.move(key):
	case d.page == helpPage:
		d.show(groupPage)
	case key == "?":
		d.show(helpPage)
	case key == "u":
		d.undo()
	case !d.finished():
		d.pressAtGroup(key)
	}
	return false
}

// pressAtGroup is Press where a group waits for its decision.
func (d *Dialog) pressAtGroup(key string) {
	for _, what := range []Decision{Accept, Reject, Skip} {
		switch name := what.String()[:1]; key {
		case name:
			d.decide(what, 1)
			return
		case strings.ToUpper(name):
			d.decide(what, len(d.groups)-d.at)
			return
		}
	}
	calls := len(d.groups[d.at].Calls)
	switch {
	case key == "d" && d.page == groupPage && calls > 0:
		d.call = 0
		d.show(callPage)
	case d.page != callPage:
	case key == "d" || key == "esc":
		d.show(groupPage)
	case key == "n" && d.call < calls-1:
		d.call++
		d.show(callPage)
	case key == "p" && d.call > 0:
		d.call--
		d.show(callPage)
	}
}

// move scrolls, and reports whether a key is for that.
func (d *Dialog) move(key string) bool {
	switch key {
	case "j", "down":
		d.scroll(1)
	case "k", "up":
		d.scroll(-1)
	case "pgdown", "space":
		d.scroll(d.room())
	case "pgup", "b":
		d.scroll(-d.room())
	case "g", "home":
		d.scroll(-len(d.body))
	case "G", "end":
		d.scroll(math.MaxInt32)
	default:
		return false
	}
	return true
}
