package driven

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

func TestParseLine(t *testing.T) {
	t.Parallel()
	const want = `; want {"begin": "CASE"} or {"end": "CASE"}, or one of case, calls, drop and goldens`
	const belongs = `in:7: answers and fault belong to the begin of a case, or to a line with the key case`
	tests := map[string]struct {
		text string
		line Line
		err  string
	}{
		"begin":         {`{"begin": "a b"}`, Line{Begin: "a b"}, ""},
		"end":           {`{"end": "a"}`, Line{End: "a"}, ""},
		"of a worker":   {`{"begin": "a", "worker": "gw0"}`, Line{Begin: "a", Worker: "gw0"}, ""},
		"with a fault":  {`{"begin": "a", "fault": "empty@main"}`, Line{Begin: "a", Fault: "empty@main"}, ""},
		"no JSON":       {`hello`, Line{}, `in:7: column 1: want a value, got 'h'` + want},
		"cut off":       {`{"begin": "a"`, Line{}, `in:7: column 14: want a comma or }, but the text ends here` + want},
		"no object":     {`["a"]`, Line{}, `in:7: want {"begin": "CASE"} or {"end": "CASE"}, or one of case, calls, drop and goldens`},
		"nothing":       {`{}`, Line{}, `in:7: want {"begin": "CASE"} or {"end": "CASE"}, or one of case, calls, drop and goldens`},
		"both":          {`{"begin": "a", "end": "a"}`, Line{}, `in:7: want {"begin": "CASE"} or {"end": "CASE"}, or one of case, calls, drop and goldens`},
		"unknown key":   {`{"begin": "a", "answer": {}}`, Line{}, `in:7: unknown key "answer" (nearest: answers)`},
		"twice a key":   {`{"begin": "a", "begin": "b"}`, Line{}, `in:7: the key "begin" appears twice` + want},
		"more answers":  {`{"case": "a", "fault": "empty@main"}`, Line{Case: "a", Fault: "empty@main"}, ""},
		"calls":         {`{"calls": "a"}`, Line{Calls: "a"}, ""},
		"drop":          {`{"drop": "a"}`, Line{Drop: "a"}, ""},
		"goldens":       {`{"goldens": true}`, Line{Goldens: true}, ""},
		"no goldens":    {`{"goldens": false}`, Line{}, `in:7: the name of the case is empty` + want},
		"case, nothing": {`{"case": "a"}`, Line{}, `in:7: want {"case": "a", "answers": {…}} or {"case": "a", "fault": "…"}`},
		"empty name":    {`{"end": ""}`, Line{}, `in:7: the name of the case is empty` + want},
		"a number":      {`{"begin": 1}`, Line{}, `in:7: begin: want a text, got the number 1: put it in quotes`},
		"end answers":   {`{"end": "a", "answers": {}}`, Line{}, belongs},
		"end fault":     {`{"end": "a", "fault": "x@y"}`, Line{}, belongs},
		"fault, empty":  {`{"begin": "a", "fault": ""}`, Line{}, `in:7: fault: want FAULT@STAGE, such as status-500@router`},
		"null for text": {`{"begin": null}`, Line{}, `in:7: begin: want a text, got null`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ParseLine("in", 7, []byte(tt.text))
			if err != nil || tt.err != "" {
				if err == nil || err.Error() != tt.err {
					t.Errorf("got %v, want %q", err, tt.err)
				}
				return
			}
			if d := cmp.Diff(&tt.line, got, cmpopts.IgnoreUnexported(Line{}, strict.Node{})); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// A line that was posted has no number.
func TestParseLine_Posted(t *testing.T) {
	t.Parallel()
	_, err := ParseLine(Posted, 0, []byte(`{"begin": 1}`))
	const want = "a line of the tests: begin: want a text, got the number 1: put it in quotes"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// Whatever a line is, it names a case or asks for goldens, or it is an error that names the line.
func FuzzParseLine(f *testing.F) {
	for _, text := range []string{
		`{"begin": "a", "answers": {"main": [{"text": "x", "when": {"step": 1}}]}, "fault": "empty@main"}`,
		`{"end": "a", "worker": "gw1"}`, `{"begin": "\ud800"}`, "", "null", `{"begin": {"begin": "a"}}`,
		`{"case": "a", "fault": "empty@main"}`, `{"calls": "a"}`, `{"drop": "a"}`, `{"goldens": true}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ParseLine("in", 7, text)
		switch {
		case err != nil && len(err.Error()) < len("in:7: "), err != nil && err.Error()[:len("in:7: ")] != "in:7: ":
			t.Errorf("no place: %v", err)
		case err == nil && (l.name() == "") != l.Goldens:
			t.Errorf("neither a case nor goldens: %+v", l)
		}
	})
}
