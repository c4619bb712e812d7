package python_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
)

// A4: strict JSON; of a duplicate key the last value counts.
func TestLoadsA4(t *testing.T) {
	got, err := python.Loads(" {\"b\": [ 1.50, {\"x\":1,\"x\":2}, null, true], \"a\":\"\\u6280\", \"b\": [] }\n")
	if diff := cmp.Diff(`{"b":[],"a":"技"}`, string(got)); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, text := range []string{
		"", "True", "{'a':1}", "[1,]", "NaN", "1 2", "[1", "```json\n[]\n```", "\"a\nb\"", "\u00a0[]",
		strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
	} {
		if got, err := python.Loads(text); err == nil {
			t.Errorf("%.40q is %s", text, got)
		}
	}
}

func TestStripTakesWhatPythonTakes(t *testing.T) {
	text := pipeline.JoinPieces(fromCase.Of("\x1c\u3000 a\u00a0"), pipeline.TextSource{}.Of("\x1fb\u2028\u0085 "))
	got := python.Strip(text)
	if got.String() != "a\u00a0\x1fb" || got[0].Source != fromCase {
		t.Errorf("%q", got)
	}
	if got := python.Strip(fromCase.Of(" \n")); got != nil {
		t.Errorf("%q", got)
	}
}

// A loaded and printed value loads as the same.
func TestLawOfLoading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key, item := rapid.String().Draw(t, "key"), rapid.String().Draw(t, "text")
		raw, err := json.Marshal(map[string]any{key: []any{item, 1.5}})
		if err != nil {
			t.Fatal(err)
		}
		once, err := python.Loads(string(raw))
		if err != nil {
			t.Fatal(err)
		}
		text, err := python.Dumps(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := python.Loads(text); err != nil || string(twice) != string(once) {
			t.Fatalf("%s became %s: %v", once, twice, err)
		}
	})
}
