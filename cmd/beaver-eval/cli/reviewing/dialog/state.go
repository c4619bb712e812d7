package dialog

// Group is what is decided at once.
type Group struct {
	ID    string // short
	Title string // in a line
	Body  *Text  // all that is known of it
	Calls []Call // the first of those behind it
	More  int    // how many others there are
}

// Call is a call behind a group, or a case of several.
type Call struct {
	Name string
	Body func() *Text // what the group does to it
}

// Decision says what becomes of a group.
type Decision int

// The decisions. What is skipped stays under review.
const (
	Open Decision = iota
	Accept
	Reject
	Skip
)

func (d Decision) String() string { return [...]string{"left", "accept", "reject", "skip"}[d] }

// page is what the window shows.
type page int

const (
	groupPage page = iota // the group at, or at the end the list of decisions
	callPage              // a call behind it
	helpPage
)

// Dialog is a review under way. Groups are decided in their order: those before at are, the others are not.
type Dialog struct {
	groups    []Group
	decisions []Decision
	at        int
	steps     []int // the values of at before each key that decided

	page    page
	call    int      // which of the group's calls
	top     int      // the first row of the body that is shown
	lines   []line   // the body, safe to show
	body    []string // its rows
	columns int      // of the window
	height  int      // of the window, in rows
	colours bool
	change  func(string) string

	Interrupted bool // by Ctrl-C
}

// finished reports whether every group is decided.
func (d *Dialog) finished() bool { return d.at == len(d.groups) }

// count is how many groups were decided so.
func (d *Dialog) count(what Decision) int {
	n := 0
	for _, decision := range d.decisions {
		if decision == what {
			n++
		}
	}
	return n
}
