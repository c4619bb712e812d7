package score

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Work that only an answer can make large is limited too.
func TestWorkOfACaseIsLimited(t *testing.T) {
	deep := strings.Repeat("[", 150) + strings.Repeat("]", 150)
	long := "[" + strings.Repeat("1,", 5000) + "1]"
	words := `{"a":"` + strings.Repeat("ab", 200_000) + `"}`
	for name, tt := range map[string]struct{ expect, reply, want string }{
		"descendants of descendants": {"json: {'$..*..*..*..*': []}", deep, "take more than 4000000 steps"},
		"a filter of the document": {"json: {'$[?count($..*) > 0 && count($..*) > 0]': []}", long,
			"take more than 4000000 steps"},
		"filters in filters": {"json: {'$[?$[?$[?$ == 2]]]': []}", long, "take more than 4000000 steps"},
		"a pattern for each": {`json: {'$[?search($[0], "a.{900}b")]': []}`,
			"[" + strings.Repeat(`"aaaaaaaaaaaaaaaa",`, 4000) + "1]", "take more than 4000000 steps"},
		"a pattern of long texts": {`json: {'$[?search(@, "a.{900}b")]': []}`,
			`["` + strings.Repeat("a", 400_000) + `"]`, "take more than 4000000 steps"},
		"a schema that doubles": {
			`schema: {$defs: {l: {allOf: [{items: {$ref: '#/$defs/l'}}, {items: {$ref: '#/$defs/l'}}]}}, $ref: '#/$defs/l'}`, deep, "take more than 4000000 steps",
		},
		"a schema of properties": {
			`schema: {properties: {a: {$ref: '#'}}, patternProperties: {a: {$ref: '#'}}}`,
			strings.Repeat(`{"a":`, 150) + "1" + strings.Repeat("}", 150), "take more than 4000000 steps",
		},
		"a pattern": {"matches: '(?:a?){900}(?:b?){900}x'", strings.Repeat("ab", 500_000),
			"take more than 4000000 steps"},
		"a pattern in a schema": {"schema: {properties: {a: {pattern: '(?:a?){900}(?:b?){900}x'}}}", words,
			"take more than 4000000 steps"},
		"unlike numbers": {"schema: {uniqueItems: true}", "[" + strings.Repeat("1e9999999,", 30) + "1]",
			"cannot be held against a schema"},
		"a path of a moment":   {"json: {'$..a': [7]}", `{"a":7}`, ""},
		"a filter of a moment": {`json: {'$[?search(@, "^b") && @ != "c"]': [bc]}`, `["abc","bc"]`, ""},
		"a filter of small lists": {"json: {'$.l[?count(@.t[*]) > 1].n': [2]}",
			`{"l":[{"n":1,"t":[1]},{"n":2,"t":[1,2]}]}`, ""},
		"a number that is no float": {"json: {'$[?@ == 1]': []}", "[1e1000000000]", ""},
	} {
		begin := time.Now()
		tr := &trace.Trace{Outcomes: []trace.Outcome{{Place: "turn-1",
			Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: tt.reply}}}}}}
		_, errs := evaluated(t, "reply: {"+tt.expect+"}", tr)
		err := errors.Join(errs...)
		if tt.want == "" && err != nil ||
			tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "x.yaml:2: turn-1: reply: ") ||
				!strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v\nwant %s", name, err, tt.want)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// Every evaluation stops at the end of the run.
func TestExpectationsSeeTheEndOfTheRun(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("the run is over")
	cancel(over)
	text := "[" + strings.Repeat("1,", 5000) + "1]"
	tr := worked()
	tr.Outcomes[0].Replies = []pipeline.Reply{{Text: text}}
	for range 5000 {
		tr.Steps = append(tr.Steps, trace.Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryTool, Path: "turn-1/main-1/tool-9",
			Tool: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: "find", Arguments: "{}"}},
		}})
	}
	s := beaverEvaluator(t)
	for _, expect := range []string{"reply: {json: {'$..*': []}}", "reply: {schema: {items: {type: integer}}}",
		"tools: {calls: [find], match: any_order}"} {
		_, errs := s.Evaluate(ctx, caseThatExpects(t, expect), tr)
		if err := errors.Join(errs...); !errors.Is(err, over) {
			t.Errorf("%s: %v", expect, err)
		}
	}
}
