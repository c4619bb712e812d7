package review

import "os"

// Group is what is decided at once.
type Group struct {
	ID    string // short
	Title string // in a line
	Body  *Text  // all that is known of it
	Calls []Call // the first of those behind it
	More  int    // how many others there are

	// Edit gives what opens the file that the group is from in an editor, or says why there is none; nil: it is from no
	// file.
	Edit func() (run Program, why string)
}

// Call is a call behind a group, or a case of several.
type Call struct {
	Name string
	// Body is all of the call, with nothing folded if whole. To make it may take long: it is asked for beside the
	// dialog, and each time that the call is shown.
	Body func(whole bool) *Text
}

// Program has the terminal until it returns.
type Program = func(in, out *os.File) error

// Decision says what becomes of a group.
type Decision int

// The decisions. What is skipped stays under review.
const (
	Open Decision = iota
	Accept
	Reject
	Skip
)

func (d Decision) String() string { return [...]string{"open", "accept", "reject", "skip"}[d] }

// done says what was decided of a group.
func (d Decision) done() string { return [...]string{"open", "accepted", "rejected", "skipped"}[d] }

// page is what the window shows.
type page int

const (
	groupPage page = iota // the group at, or behind the last one the list of decisions
	callPage              // a call behind it
	listPage              // all groups
	helpPage
)

// step is what a key has decided.
type step struct {
	at     int              // the group that was shown
	before map[int]Decision // of the groups that it decided
}

// search is what is looked for.
type search struct {
	typing bool   // keys are letters of the text
	text   string // so far
	last   string // what was looked for last
	found  int    // from 1, the line of the page that has it; 0: none
}

// Dialog is a review under way.
type Dialog struct {
	groups    []Group
	decisions []Decision
	at        int // the group that is shown, or that is chosen in the list; behind the last one stand the decisions
	steps     []step

	page    page
	before  page // the one that help was asked for on
	from    int  // the group that the list was asked for at
	call    int  // which of the group's calls
	whole   bool // nothing of calls is folded
	top     int  // the first row of the body that is shown
	lines   []line
	body    []string // the rows of the lines
	rowOf   []int    // the first row of each line
	columns int      // of the window
	height  int      // of the window, in rows
	colours bool
	change  func(string) string

	search search
	note   string // what the last key came to, where the page does not say it

	job     func() func()
	program Program

	Interrupted bool // by Ctrl-C
}

// atEnd reports whether the decisions are shown, not a group.
func (d *Dialog) atEnd() bool { return d.at == len(d.groups) }

// count returns how many groups were decided so.
func (d *Dialog) count(what Decision) int {
	n := 0
	for _, decision := range d.decisions {
		if decision == what {
			n++
		}
	}
	return n
}

// next returns the first group behind the one that is shown that nobody has decided, else the first one of all; behind
// the last one: there is none.
func (d *Dialog) next() int {
	for i := range d.groups {
		if at := (d.at + 1 + i) % len(d.groups); d.decisions[at] == Open {
			return at
		}
	}
	return len(d.groups)
}
