package driven

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// Line is what tests say and ask while they drive an application. It has one of the keys of verbs.
type Line struct {
	Begin   string       `json:"begin"`   // a case
	End     string       `json:"end"`     // a case, which is judged
	Case    string       `json:"case"`    // that has begun, and gets more answers or a fault
	Calls   string       `json:"calls"`   // a case: what it has asked so far?
	Drop    string       `json:"drop"`    // a case, as if it had not begun
	Goldens bool         `json:"goldens"` // which cases have one?
	Answers *strict.Node `json:"answers"` // of the case that begins or has begun, as in a fixture
	Fault   string       `json:"fault"`   // that it meets: FAULT@STAGE, or FAULT:every@STAGE
	Worker  string       `json:"worker"`  // the process of tests that says it; empty: the only one

	at     string // whose line it is, for messages: file:line, or that it was posted
	posted bool
}

// Posted is the file of lines that are posted one by one: their number says nothing to people.
const Posted = "a line of the tests"

// MaxLine is the most bytes of a line.
const MaxLine = 8 << 20

// maxName is the most bytes of a name: those of a case's id.
const maxName = 1000

const wanted = `want {"begin": "CASE"} or {"end": "CASE"}, or one of case, calls, drop and goldens`

// verbs are the keys of a line that say what it is.
var verbs = []string{"begin", "end", "case", "calls", "drop", "goldens"}

// ParseLine reads a line, a JSON object with known keys. Errors name the file and, unless it is 0, the line.
func ParseLine(file string, number int, text []byte) (*Line, error) {
	n, err := strict.ParseJSON(file, number, text)
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, wanted)
	}
	if n.Kind != strict.Map {
		return nil, n.Errorf("%s", wanted)
	}
	l := &Line{at: file, posted: number == 0}
	if !l.posted {
		l.at = fmt.Sprintf("%s:%d", file, number)
	}
	if err := n.Decode(l); err != nil {
		return nil, err
	}
	given := slices.DeleteFunc(slices.Clone(verbs), func(verb string) bool { return n.Get(verb) == nil })
	if len(given) != 1 {
		return nil, n.Errorf("%s", wanted)
	}
	return l, l.check(n, given[0])
}

// check checks the values of a line.
func (l *Line) check(n *strict.Node, verb string) error {
	name, fault := l.name(), n.Get("fault")
	says := l.Answers != nil || fault != nil
	switch {
	case name == "" && !l.Goldens:
		return n.Errorf("the name of the case is empty; %s", wanted)
	case len(name) > maxName || len(l.Worker) > maxName:
		return n.Errorf("a name of more than %d bytes: give the test a shorter one", maxName)
	case says && verb != "begin" && verb != "case":
		return n.Errorf("answers and fault belong to the begin of a case, or to a line with the key case")
	case !says && verb == "case":
		return n.Errorf(`want {"case": %q, "answers": {…}} or {"case": %q, "fault": "…"}`, name, name)
	case fault != nil && l.Fault == "":
		return fault.Errorf("fault: want FAULT@STAGE, such as status-500@router")
	}
	return nil
}

// name returns the case that the line is about; empty: none.
func (l *Line) name() string { return cmp.Or(l.Begin, l.End, l.Case, l.Calls, l.Drop) }
