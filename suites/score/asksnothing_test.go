package score

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// around returns the YAML around the keys of each struct of expectations, with the other keys that it needs. A struct
// that is missing here fails the law.
func around() map[reflect.Type][]string {
	return map[reflect.Type][]string{
		reflect.TypeFor[expect.Turn]():  {"%s"},
		reflect.TypeFor[expect.Reply](): {"reply: {%s}"},
		reflect.TypeFor[expect.Similar](): {"reply: {similar: {%s}}", "reply: {similar: {min: 0.5, %s}}",
			"reply: {similar: {to: a parcel, %s}}"},
		reflect.TypeFor[expect.Length](): {"reply: {length: {%s}}"},
		reflect.TypeFor[expect.Judge]():  {"reply: {judge: {%s}}", "reply: {judge: {rubric: judges/kind.md, %s}}"},
		reflect.TypeFor[expect.Fallback](): {"fallbacks: [{stage: router, reason: timeout, %s}]",
			"fallbacks: [{stage: router, %s}]", "fallbacks: [{reason: timeout, %s}]"},
		reflect.TypeFor[expect.Route](): {"route: {%s}", "route: {action: close_task, soft: true, %s}",
			"route: {action: close_task, %s}"},
		reflect.TypeFor[expect.Plan]():   {"plan: {%s}"},
		reflect.TypeFor[expect.Skills](): {"skills: {%s}", "skills: {names: [s1], %s}"},
		reflect.TypeFor[expect.Tools](): {
			"tools: {%s}", "tools: {match: any_order, %s}", "tools: {match: in_order, %s}",
			"tools: {match: subset, %s}", "tools: {calls: [refund], %s}",
		},
		reflect.TypeFor[expect.ToolCall](): {
			"tools: [{%s}]", "tools: [{name: find, %s}]", "tools: [{name: find, compare: subset, %s}]",
			"tools: [{name: find, compare: schema, %s}]",
		},
		reflect.TypeFor[expect.Draft]():       {"draft: {%s}"},
		reflect.TypeFor[expect.SingleReply](): {"replies: [{%s}]", "replies: [{kind: answer, %s}]"},
	}
}

// Any key of an expectation with an empty value is rejected when read, with its line, or there is a turn in which it
// fails.
func TestNothingThatIsExpectedAlwaysHolds(t *testing.T) {
	places := around()
	for typ := range reachable(reflect.TypeFor[expect.Turn]()) {
		if len(places[typ]) == 0 {
			t.Errorf("nobody says where a %s stands", typ.Name())
		}
		for _, f := range reflect.VisibleFields(typ) {
			for _, empty := range []string{"", "null", "~", `""`, "[]", "{}", "0", "false", `[""]`, "[[]]", "[{}]",
				"[null]", "{a: }", "{a: {}}", "{router: }", "{router: {}}", "{$.a: }"} {
				for _, place := range places[typ] {
					key := f.Tag.Get("json")
					if strings.Contains(place, " "+key+":") || strings.Contains(place, "{"+key+":") {
						continue
					}
					heldOrRefused(t, "{"+fmt.Sprintf(place, fmt.Sprintf("%s: %s", key, empty))+"}")
				}
			}
		}
	}
	for _, expect := range []string{"", "null", "{}", "[]", `""`} {
		heldOrRefused(t, expect)
	}
}

func heldOrRefused(t *testing.T, expect string) {
	t.Helper()
	for _, key := range []string{"expect", "labels"} {
		text := fmt.Sprintf("turns:\n  - user: Hello\n    %s: %s\n", key, expect)
		n, err := strict.ParseYAML("x.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		c, err := fixtures.Decode(n, []string{"beaver"})
		if err == nil {
			err = CheckExpectations(c)
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.yaml:3: ") {
				t.Errorf("%s: the error names no line: %v", expect, err)
			}
			continue
		}
		if !canFail(t, c) {
			t.Errorf("%s: %s: neither refused nor ever wrong", key, expect)
		}
	}
}

// canFail reports whether there is a turn in which the case fails or cannot be evaluated.
func canFail(t *testing.T, c *fixtures.Case) bool {
	t.Helper()
	s := beaverEvaluator(t)
	quiet := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
		Outcome: pipeline.Outcome{Status: pipeline.StatusDone}}}}
	for _, trace := range []*trace.Trace{worked(), happened(), quiet} {
		scores, errs := s.Evaluate(t.Context(), c, trace)
		if len(errs) > 0 || slices.ContainsFunc(scores, func(s Score) bool { return s.Expected && !s.Holds }) {
			return true
		}
	}
	return false
}

// reachable returns the structs of package fixtures that a type contains, by their fields' json tags.
func reachable(t reflect.Type) map[reflect.Type]bool {
	found := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || found[t] || t.PkgPath() != reflect.TypeFor[expect.Turn]().PkgPath() ||
			t == reflect.TypeFor[expect.PathSet]() {
			return
		}
		found[t] = true
		for _, f := range reflect.VisibleFields(t) {
			visit(f.Type)
		}
	}
	visit(t)
	return found
}

// Expectations that ask for nothing although no value is empty.
func TestExpectationsThatCannotFailAreRefused(t *testing.T) {
	for expect, want := range map[string]string{
		"reply: {matches: '.*'}":                             `matches: ".*" is found in every text`,
		"reply: {matches: '(a|b)?'}":                         "is found in every text",
		"reply: {schema: {title: a, $comment: b}}":           "schema: it asks for nothing",
		"reply: {schema: true}":                              "schema: it asks for nothing",
		"reply: {schema: {requried: [a]}}":                   `unknown keyword "requried" (nearest: required)`,
		"reply: {schema: {properties: {a: {format: data}}}}": `unknown format "data" (nearest: date)`,
		"reply: {schema: {$ref: '#'}}":                       "refers to itself for the same value",
		"reply: {json: {'$.a[*]': 1}}":                       "can find several values: want a list",
		"reply: {json: {'$..a': null}}":                      "can find several values: want a list",
		"reply: {similar: {to: a, min: -1}}":                 "min: want a bound above -1 and up to 1",
		"reply: {similar: {to: a, min: 1.1}}":                "min: want a bound above -1 and up to 1",
		"reply: {length: {min: 3, max: 2}}":                  "no text has at least 3 and at most 2",
		"reply: {length: {min: 0, max: 2}}":                  "min: want 1 or more, got 0",
		"reply: {contains: [a, '']}":                         `contains[1]: "" asks for nothing`,
		"status: dnoe":                                       `status: want one of done, failed, waiting, got "dnoe"`,
		"decisions: [router]": "decisions: want a mapping from stage to " +
			"decision",
		"fallbacks: [{stage: router, reason: timeout, tries: -1}]": "tries: want 0 or more, got -1",
		"plan: {nodes: {a: ['']}}":                                 `"" asks for nothing`,
		"skills: {names: [a], order: true}": "order: want two names " +
			"or more",
		"skills: {at: 'node:a'}": `missing key "names"`,
		"tools: {match: exact}":  "match: there are no calls to match",
		"tools: {calls: [], match: in_order}": "calls: [] asks for nothing where others " +
			"may be called (in_order)",
		"tools: {max_calls: -1}": "max_calls: want 0 or more, got -1",
		"tools: [{name: a, compare: schema}]": "compare: there are no arguments to " +
			"compare",
		"tools: [{name: a, arguments: {}, compare: subset}]":               "{} asks for nothing",
		"tools: [{name: a, arguments: {description: a}, compare: schema}]": "schema: it asks for nothing",
		"plan: {at: 'node:a'}":                                      "at alone asks for nothing",
		"draft: {action: new, at: '{'}":                             `at: "{" is not a glob`,
		"draft: {max_findings: -1}":                                 "max_findings: want 0 or more, got -1",
		"route: {action: new_task, soft: true, alternatives: ['']}": `"" asks for nothing`,
	} {
		n, err := strict.ParseYAML("x.yaml", []byte("turns:\n  - user: Hello\n    expect: {"+expect+"}\n"))
		if err != nil {
			t.Fatalf("%s: %v", expect, err)
		}
		c, err := fixtures.Decode(n, []string{"beaver"})
		if err == nil {
			err = CheckExpectations(c)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "x.yaml:3: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant x.yaml:3: …%s", expect, err, want)
		}
	}
}
