package score

import (
	"errors"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Values and errors in a map are always in the order of the names.
func TestMapsHaveAnOrder(t *testing.T) {
	text := `{"h":1,"g":2,"f":3,"e":4,"d":5,"c":6,"b":7,"a":8}`
	trace := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
		Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: text}}}}}}
	for range 20 {
		scores, errs := evaluated(t, "reply: {json: {'$.*': [8, 7, 6, 5, 4, 3, 2, 1], '$[?@ > 5]': [8, 7, 6]}}", trace)
		if err := errors.Join(errs...); err != nil || !scores[0].Holds || !scores[1].Holds {
			t.Fatalf("%v, %+v", err, scores)
		}
		for schema, want := range map[string]string{
			"{additionalProperties: false}": "additional properties 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' " +
				"not allowed",
			"{additionalProperties: {type: string}}": `at "/a" got number, want string; at "/b" got number, want string; at "/c"`,
		} {
			scores, _ := evaluated(t, "reply: {schema: "+schema+"}", trace)
			if !strings.Contains(scores[0].Reason, want) {
				t.Fatalf("%s\nwant %s", scores[0].Reason, want)
			}
		}
	}
}

func TestFormatsAreAsserted(t *testing.T) {
	for _, draft := range []string{"", "$schema: 'http://json-schema.org/draft-07/schema#', ",
		"$schema: 'https://json-schema.org/draft/2019-09/schema', "} {
		for format, want := range map[string]bool{"date": true, "email": false, "uuid": false, "regex": true} {
			trace := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
				Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: `"2026-01-31"`}}}}}}
			scores, errs := evaluated(t, "reply: {schema: {"+draft+"format: "+format+"}}", trace)
			if err := errors.Join(errs...); err != nil || scores[0].Holds != want {
				t.Errorf("%s%s: %v, %+v", draft, format, err, scores)
			}
		}
	}
}

// A part of a JSON value may be an empty text: it is compared, so the expectation can fail.
func TestEmptyTextsInValues(t *testing.T) {
	for _, expect := range []string{"tools: [{name: a, arguments: ['', a]}]", "state: ['']",
		"decisions: {router: ['']}"} {
		if c := caseThatExpects(t, expect); !canFail(t, c) {
			t.Errorf("%s holds everywhere", expect)
		}
	}
}
