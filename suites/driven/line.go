package driven

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// Line is what tests say while they drive an application: a case begins, or it ends.
type Line struct {
	Begin   string       `json:"begin"`
	End     string       `json:"end"`
	Answers *strict.Node `json:"answers"` // of the case that begins, as in a fixture
	Fault   string       `json:"fault"`   // that it meets: FAULT@STAGE, or FAULT:every@STAGE
	Worker  string       `json:"worker"`  // the process of tests that says it; empty: the only one

	at string // file:line, for messages
}

// MaxLine is the most bytes of a line.
const MaxLine = 8 << 20

// maxName is the most bytes of a name: those of a case's id.
const maxName = 1000

const wanted = `want {"begin": "CASE"} or {"end": "CASE"}`

// ParseLine reads a line, a JSON object with known keys. Errors name the file and the line.
func ParseLine(file string, number int, text []byte) (*Line, error) {
	n, err := strict.ParseJSON(file, number, text)
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, wanted)
	}
	if n.Kind != strict.Map {
		return nil, n.Errorf("%s", wanted)
	}
	l := &Line{at: fmt.Sprintf("%s:%d", file, number)}
	if err := n.Decode(l); err != nil {
		return nil, err
	}
	begins, ends := n.Get("begin") != nil, n.Get("end") != nil
	switch {
	case begins == ends:
		return nil, n.Errorf("%s", wanted)
	case l.Begin+l.End == "":
		return nil, n.Errorf("the name of the case is empty; %s", wanted)
	case len(l.Begin+l.End) > maxName || len(l.Worker) > maxName:
		return nil, n.Errorf("a name of more than %d bytes: give the test a shorter one", maxName)
	case ends && (l.Answers != nil || n.Get("fault") != nil):
		return nil, n.Errorf("answers and fault belong to the begin of a case")
	case begins && n.Get("fault") != nil && l.Fault == "":
		return nil, n.Get("fault").Errorf("fault: want FAULT@STAGE, such as status-500@router")
	}
	return l, nil
}
