package review

import "os"

// Group is the unit of a decision.
type Group struct {
	ID    string // short
	Title string // on one line
	Body  *Text  // its details
	Calls []Call // its first calls
	More  int    // number of other calls

	// Edit returns a program that opens the group's source file in an editor, or says why there is none; nil: it has no
	// source file.
	Edit func() (run Program, why string)
}

// Call is a call of a group, or one of several cases.
type Call struct {
	Name string
	// Body returns the call's text, with nothing folded if whole. It may take long: it is called in the background,
	// each time that the call is shown.
	Body func(whole bool) *Text
}

// Program has the terminal until it returns.
type Program = func(in, out *os.File) error

// Decision is a decision about a group.
type Decision int

// The decisions. Skipped groups stay under review.
const (
	Open Decision = iota
	Accept
	Reject
	Skip
)

func (d Decision) String() string { return [...]string{"open", "accept", "reject", "skip"}[d] }

// done returns the word for a decision.
func (d Decision) done() string { return [...]string{"open", "accepted", "rejected", "skipped"}[d] }

// page is the kind of page shown.
type page int

const (
	groupPage page = iota // the group at at, or after the last one the list of decisions
	callPage              // a call of it
	listPage              // all groups
	helpPage
)

// step records the decisions of a key, for undo.
type step struct {
	at     int              // the group shown
	before map[int]Decision // of the decided groups
}

// search is the state of a search.
type search struct {
	typing bool   // keys are letters of the text
	text   string // so far
	last   string // the last search text
	found  int    // from 1, the line of the page that has it; 0: none
}

// Dialog is a review in progress.
type Dialog struct {
	groups    []Group
	decisions []Decision
	at        int // the group shown, or chosen in the list; after the last one come the decisions
	steps     []step

	page    page
	before  page // the page before help
	from    int  // the group before the list
	call    int  // which of the group's calls
	whole   bool // calls are not folded
	top     int  // the first visible row of the body
	lines   []line
	body    []string // the rows of the lines
	rowOf   []int    // the first row of each line
	columns int      // of the window
	height  int      // of the window, in rows
	colours bool
	change  func(string) string

	search search
	note   string // the last key's result, if the page does not show it

	job     func() func()
	program Program

	Interrupted bool // by Ctrl-C
}

// atEnd reports whether the decisions are shown, not a group.
func (d *Dialog) atEnd() bool { return d.at == len(d.groups) }

// count returns the number of groups with a decision.
func (d *Dialog) count(what Decision) int {
	n := 0
	for _, decision := range d.decisions {
		if decision == what {
			n++
		}
	}
	return n
}

// next returns the first undecided group after the shown one, else the first undecided one; the index after the last:
// none.
func (d *Dialog) next() int {
	for i := range d.groups {
		if at := (d.at + 1 + i) % len(d.groups); d.decisions[at] == Open {
			return at
		}
	}
	return len(d.groups)
}
