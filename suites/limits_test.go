package suites

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/theory/jsonpath"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// doubling is a schema of n parts that each ask for the next one twice.
func doubling(n int, keyword string) string {
	var defs []string
	for i := range n {
		next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		defs = append(defs, fmt.Sprintf(`"d%d":{%s}`, i, fmt.Sprintf(keyword, next, next)))
	}
	defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object"}`, n))
	return `{"$ref":"#/$defs/d0","$defs":{` + strings.Join(defs, ",") + `}}`
}

func TestSchemasAreLimited(t *testing.T) {
	const twice = `"allOf":[%s,%s]`
	for name, tt := range map[string]struct{ schema, want string }{
		"doubles 25 times":      {doubling(25, twice), "schema: # stands for more than 100000 parts"},
		"doubles 14 times":      {doubling(14, twice), ""},
		"by anyOf":              {doubling(25, `"anyOf":[%s,%s]`), "more than 100000 parts"},
		"by oneOf":              {doubling(25, `"oneOf":[%s,%s]`), "more than 100000 parts"},
		"by if and then":        {doubling(25, `"if":%s,"then":%s`), "more than 100000 parts"},
		"by not and else":       {doubling(25, `"not":%s,"else":%s,"if":{}`), "more than 100000 parts"},
		"by dependentSchemas":   {doubling(25, `"dependentSchemas":{"a":%s,"b":%s}`), "more than 100000 parts"},
		"below a property":      {`{"properties":{"a":` + strings.Replace(doubling(25, twice), "#/", "#/properties/a/", -1) + `}}`, "more than 100000 parts"},
		"itself":                {`{"allOf":[{"$ref":"#"}]}`, "refers to itself for the same value"},
		"itself, but deeper":    {`{"properties":{"a":{"$ref":"#"}}}`, ""},
		"large":                 {`{"enum":["` + strings.Repeat("a", maxSchema) + `"]}`, "it may have 262144"},
		"a large number":        {`{"maximum":1e1000000000}`, "a number with more than 1000 digits"},
		"a pattern of a moment": {`{"pattern":"^[a-z]{1,99}$"}`, ""},
		"a large pattern":       {`{"pattern":"` + strings.Repeat("a{1000}", 100) + `"}`, "it may have 10000"},
		"a pattern of a name":   {`{"patternProperties":{"` + strings.Repeat("a{1000}", 100) + `":{}}}`, "it may have 10000"},
	} {
		n, err := strict.ParseJSON("x.jsonl", 7, []byte(tt.schema))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, err = schemaOf(n)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:7: schema: ") || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v\nwant %s", name, err, tt.want)
		}
	}
}

// What only an answer can make large ends too, and soon.
func TestWorkOfACaseIsLimited(t *testing.T) {
	deep := strings.Repeat("[", 150) + strings.Repeat("]", 150)
	long := "[" + strings.Repeat("1,", 5000) + "1]"
	words := `{"a":"` + strings.Repeat("ab", 200_000) + `"}`
	for name, tt := range map[string]struct{ expect, reply, want string }{
		"descendants of descendants": {"json: {'$..*..*..*..*': []}", deep, "take more than 4000000 steps"},
		"a filter of the document":   {"json: {'$[?count($..*) > 0 && count($..*) > 0]': []}", long, "take more than 4000000 steps"},
		"filters in filters":         {"json: {'$[?$[?$[?$ == 2]]]': []}", long, "take more than 4000000 steps"},
		"a pattern for each":         {`json: {'$[?search($[0], "a.{900}b")]': []}`, "[" + strings.Repeat(`"aaaaaaaaaaaaaaaa",`, 4000) + "1]", "take more than 4000000 steps"},
		"a pattern of long texts":    {`json: {'$[?search(@, "a.{900}b")]': []}`, `["` + strings.Repeat("a", 400_000) + `"]`, "take more than 4000000 steps"},
		"a schema that doubles":      {`schema: {$defs: {l: {allOf: [{items: {$ref: '#/$defs/l'}}, {items: {$ref: '#/$defs/l'}}]}}, $ref: '#/$defs/l'}`, deep, "take more than 4000000 steps"},
		"a schema of properties": {
			`schema: {properties: {a: {$ref: '#'}}, patternProperties: {a: {$ref: '#'}}}`, strings.Repeat(`{"a":`, 150) + "1" + strings.Repeat("}", 150), "take more than 4000000 steps",
		},
		"a pattern":                 {"matches: '(?:a?){900}(?:b?){900}x'", strings.Repeat("ab", 500_000), "take more than 4000000 steps"},
		"a pattern in a schema":     {"schema: {properties: {a: {pattern: '(?:a?){900}(?:b?){900}x'}}}", words, "take more than 4000000 steps"},
		"unlike numbers":            {"schema: {uniqueItems: true}", "[" + strings.Repeat("1e9999999,", 30) + "1]", "cannot be held against a schema"},
		"a path of a moment":        {"json: {'$..a': [7]}", `{"a":7}`, ""},
		"a filter of a moment":      {`json: {'$[?search(@, "^b") && @ != "c"]': [bc]}`, `["abc","bc"]`, ""},
		"a filter of small lists":   {"json: {'$.l[?count(@.t[*]) > 1].n': [2]}", `{"l":[{"n":1,"t":[1]},{"n":2,"t":[1,2]}]}`, ""},
		"a number that is no float": {"json: {'$[?@ == 1]': []}", "[1e1000000000]", ""},
	} {
		begin := time.Now()
		trace := &Trace{Outcomes: []Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Replies: []pipeline.Reply{{Text: tt.reply}}}}}}
		_, errs := judged(t, "reply: {"+tt.expect+"}", trace)
		err := errors.Join(errs...)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "x.yaml:2: turn-1: reply: ") || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v\nwant %s", name, err, tt.want)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// Whatever is being looked at, the run's end is seen.
func TestExpectationsSeeTheEndOfTheRun(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("the run is over")
	cancel(over)
	text := "[" + strings.Repeat("1,", 5000) + "1]"
	trace := worked()
	trace.Outcomes[0].Replies = []pipeline.Reply{{Text: text}}
	for range 5000 {
		trace.Steps = append(trace.Steps, Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryTool, Path: "turn-1/main-1/tool-9", Tool: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: "find", Arguments: "{}"}},
		}})
	}
	s := &Suite{system: builtin(t)["beaver"], embedder: newWords()}
	for _, expect := range []string{"reply: {json: {'$..*': []}}", "reply: {schema: {items: {type: integer}}}", "tools: {calls: [find], match: any_order}"} {
		_, errs := s.judge(ctx, caseThatExpects(t, expect), trace)
		if err := errors.Join(errs...); !errors.Is(err, over) {
			t.Errorf("%s: %v", expect, err)
		}
	}
}

func TestPathsAreLimited(t *testing.T) {
	for path, want := range map[string]string{
		"$" + strings.Repeat(".a", 500):                                    "a JSONPath of 1001 bytes: it may have 1000",
		"$[?search(@.a, @.b)]":                                             "match and search take a pattern that is written out",
		"$.a[?@.b == ', \"x\")' && match(@.c, $.d)]":                       "match and search take a pattern that is written out",
		`$[?match(@.a, "` + strings.Repeat("a{1000}", 20) + `")]`:          "it may have 10000",
		`$[?match(@.a, "(")]`:                                              "missing closing",
		`$[?match(@.a, "a\\.b") && search(@["x, "], 'it''s') || @.c == 1]`: "",
		`$[?search(@.a, 'a"b')]`:                                           "",
		`$[?@.a == "match("]`:                                              "",
	} {
		if strings.Contains(path, "''") {
			path = strings.ReplaceAll(path, "''", `\'`)
		}
		_, err := parsePath(path)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: %v\nwant %s", path, err, want)
		}
	}
}

// A path finds what the library finds, and always in the same order.
func TestFindLaw(t *testing.T) {
	step := rapid.SampledFrom([]string{".a", ".b", "[0]", "[-1]", "[*]", ".*", "..a", "..*", "[0:2]", "['a','b']", "[?@.a]", "[?@ > 1]", "..[?@.b]", "[0,1]"})
	value := rapid.SampledFrom([]string{
		`{"a":1,"b":{"a":[1,2,{"a":3}],"b":null}}`, `[1,[2,3],{"a":{"b":4}}]`, `{"b":[[],{}],"a":"x"}`, `7`, `[]`, `{"a":{"a":{"a":{"b":1.50}}}}`,
	})
	rapid.Check(t, func(t *rapid.T) {
		path := "$" + strings.Join(rapid.SliceOfN(step, 0, 4).Draw(t, "path"), "")
		text := value.Draw(t, "value")
		q, err := parsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := pipeline.ParseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := newBudget(context.Background()).find(q, doc, len(text))
		if err != nil {
			t.Fatal(err)
		}
		want := []any(jsonpath.MustParse(path).Select(doc))
		if d := cmp.Diff(sortedTexts(want), sortedTexts(got)); d != "" {
			t.Fatalf("%s of %s (-library +got):\n%s", path, text, d)
		}
		again, err := newBudget(context.Background()).find(q, doc, len(text))
		if d := cmp.Diff(got, again); err != nil || d != "" {
			t.Fatalf("%s of %s: %v, another order:\n%s", path, text, err, d)
		}
	})
}

func sortedTexts(values []any) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		texts[i] = string(b)
	}
	slices.Sort(texts)
	return texts
}
