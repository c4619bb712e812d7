package score

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/theory/jsonpath"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// doubling returns a schema of n parts that each refer to the next one twice.
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
		"doubles 25 times":    {doubling(25, twice), "schema: # stands for more than 100000 parts"},
		"doubles 14 times":    {doubling(14, twice), ""},
		"by anyOf":            {doubling(25, `"anyOf":[%s,%s]`), "more than 100000 parts"},
		"by oneOf":            {doubling(25, `"oneOf":[%s,%s]`), "more than 100000 parts"},
		"by if and then":      {doubling(25, `"if":%s,"then":%s`), "more than 100000 parts"},
		"by not and else":     {doubling(25, `"not":%s,"else":%s,"if":{}`), "more than 100000 parts"},
		"by dependentSchemas": {doubling(25, `"dependentSchemas":{"a":%s,"b":%s}`), "more than 100000 parts"},
		"below a property": {`{"properties":{"a":` + strings.Replace(doubling(25, twice), "#/", "#/properties/a/",
			-1) + `}}`, "more than 100000 parts"},
		"itself":                {`{"allOf":[{"$ref":"#"}]}`, "refers to itself for the same value"},
		"itself, but deeper":    {`{"properties":{"a":{"$ref":"#"}}}`, ""},
		"large":                 {`{"enum":["` + strings.Repeat("a", maxSchema) + `"]}`, "it may have 262144"},
		"a large number":        {`{"maximum":1e1000000000}`, "a number with more than 1000 digits"},
		"a pattern of a moment": {`{"pattern":"^[a-z]{1,99}$"}`, ""},
		"a large pattern":       {`{"pattern":"` + strings.Repeat("a{1000}", 100) + `"}`, "it may have 10000"},
		"a pattern of a name": {`{"patternProperties":{"` + strings.Repeat("a{1000}", 100) + `":{}}}`,
			"it may have 10000"},
	} {
		n, err := strict.ParseJSON("x.jsonl", 7, []byte(tt.schema))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, err = CompileSchema(n)
		if tt.want == "" && err != nil ||
			tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:7: schema: ") ||
				!strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v\nwant %s", name, err, tt.want)
		}
	}
}

func TestPathsAreLimited(t *testing.T) {
	for path, want := range map[string]string{
		"$" + strings.Repeat(".a", 500): "a JSONPath of 1001 bytes: it may " +
			"have 1000",
		"$[?search(@.a, @.b)]": "match and search take a pattern that is " +
			"written out",
		"$.a[?@.b == ', \"x\")' && match(@.c, $.d)]": "match and search take a pattern that is " +
			"written out",
		`$[?match(@.a, "` + strings.Repeat("a{1000}", 20) + `")]`: "it may have 10000",
		`$[?match(@.a, "(")]`: "missing closing",
		`$[?match(@.a, "a\\.b") && search(@["x, "], 'it''s') || @.c == 1]`: "",
		`$[?search(@.a, 'a"b')]`: "",
		`$[?@.a == "match("]`:    "",
	} {
		if strings.Contains(path, "''") {
			path = strings.ReplaceAll(path, "''", `\'`)
		}
		_, err := ParsePath(path)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: %v\nwant %s", path, err, want)
		}
	}
}

// A path finds the same values as the library, always in the same order.
func TestFindLaw(t *testing.T) {
	step := rapid.SampledFrom([]string{".a", ".b", "[0]", "[-1]", "[*]", ".*", "..a", "..*", "[0:2]", "['a','b']",
		"[?@.a]", "[?@ > 1]", "..[?@.b]", "[0,1]"})
	value := rapid.SampledFrom([]string{
		`{"a":1,"b":{"a":[1,2,{"a":3}],"b":null}}`, `[1,[2,3],{"a":{"b":4}}]`, `{"b":[[],{}],"a":"x"}`, `7`, `[]`,
		`{"a":{"a":{"a":{"b":1.50}}}}`,
	})
	rapid.Check(t, func(t *rapid.T) {
		path := "$" + strings.Join(rapid.SliceOfN(step, 0, 4).Draw(t, "path"), "")
		text := value.Draw(t, "value")
		q, err := ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonvalue.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := NewBudget(context.Background()).Find(q, doc, len(text))
		if err != nil {
			t.Fatal(err)
		}
		want := []any(jsonpath.MustParse(path).Select(doc))
		if d := cmp.Diff(sortedTexts(want), sortedTexts(got)); d != "" {
			t.Fatalf("%s of %s (-library +got):\n%s", path, text, d)
		}
		again, err := NewBudget(context.Background()).Find(q, doc, len(text))
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
