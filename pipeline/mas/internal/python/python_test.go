package python_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

var fromCase = pipeline.CaseText("turns[0].user")

// A3: CPython's output for the same texts.
func TestReprA3(t *testing.T) {
	for text, want := range map[string]string{
		"":                   `''`,
		"查 plain":            `'查 plain'`,
		"it's":               `"it's"`,
		`say "x"`:            `'say "x"'`,
		`it's "x"`:           `'it\'s "x"'`,
		"a\\b\n\r\t":         `'a\\b\n\r\t'`,
		"\x00\x1f\x7f\u0085": `'\x00\x1f\x7f\x85'`,
		"\u00a0\u3000\u200b": `'\xa0\u3000\u200b'`,
		"\u2028\ufeff\ue000": `'\u2028\ufeff\ue000'`,
		"😀\U000e0001":        `'😀\U000e0001'`,
		"é ü":                `'é ü'`,
	} {
		if got := python.Repr(fromCase.Of(text)).String(); got != want {
			t.Errorf("repr of %q: got %s, want %s", text, got, want)
		}
	}
}

// The quote is chosen for the whole text, and each part keeps its source.
func TestReprKeepsSources(t *testing.T) {
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	got := python.List(pipeline.JoinPieces(code.Of(`a: "`), fromCase.Of(`it's`)), fromCase.Of("\n"))
	want := pipeline.Pieces{
		{Text: "[", Source: code}, {Text: "'", Source: code}, {Text: `a: "`, Source: code},
		{Text: `it\'s`, Source: fromCase}, {Text: "'", Source: code}, {Text: ", ", Source: code},
		{Text: "'", Source: code}, {Text: `\n`, Source: fromCase}, {Text: "'", Source: code}, {Text: "]", Source: code},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestListsAndDicts(t *testing.T) {
	var m state.Map[state.Text]
	if got := python.Dict(m.All()).String(); got != "{}" {
		t.Errorf("an empty dict: %s", got)
	}
	m.Set("0002", state.TextOf(fromCase, "it's"))
	m.Set("0001", state.TextOf(fromCase, "目标"))
	if got, want := python.Dict(m.All()).String(), `{'0002': "it's", '0001': '目标'}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := python.List(fromCase.Of("bomb"), fromCase.Of("evil")).String(), `['bomb', 'evil']`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := python.List().String(); got != "[]" {
		t.Errorf("an empty list: %s", got)
	}
}

// A3: json.dumps of json.loads, with ensure_ascii=False.
func TestDumpsA3(t *testing.T) {
	for raw, want := range map[string]string{
		"":                                         "null",
		`{"q":"x","n":[1,2],"o":{}}`:               `{"q": "x", "n": [1, 2], "o": {}}`,
		`{"b":1,"a":[]}`:                           `{"b": 1, "a": []}`,
		`"\u67e5 \u2028 < / \u007f"`:               "\"查 \u2028 < / \u007f\"",
		`"\b\f\n\r\t\u0000\u001f\"\\"`:             `"\b\f\n\r\t\u0000\u001f\"\\"`,
		`[true,false,null]`:                        `[true, false, null]`,
		`[1.0,-0,0,1.50,1e5,-0.0]`:                 `[1.0, 0, 0, 1.5, 100000.0, -0.0]`,
		`[1e16,1e15,0.0001,0.00001,1E400,-1e400]`:  `[1e+16, 1000000000000000.0, 0.0001, 1e-05, Infinity, -Infinity]`,
		`[123456789012345678901234567890, 1e-400]`: `[123456789012345678901234567890, 0.0]`,
	} {
		if got, err := python.Dumps(json.RawMessage(raw)); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", raw, got, err, want)
		}
	}
	for _, raw := range []string{"{", "[1", `{"a"`, "x"} {
		if got, err := python.Dumps(json.RawMessage(raw)); err == nil {
			t.Errorf("%s: got %s, want an error", raw, got)
		}
	}
}

// A dumped text reads back unchanged, and contains no line break.
func TestDumpsIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		raw, err := json.Marshal(map[string]any{text: []any{text, 1.5}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := python.Dumps(raw)
		if err != nil {
			t.Fatal(err)
		}
		var was, is any
		if json.Unmarshal(raw, &was) != nil || json.Unmarshal([]byte(got), &is) != nil || !cmp.Equal(was, is) {
			t.Fatalf("%s became %s", raw, got)
		}
	})
}

// A value keeps its source, and the text around it is the program's.
func TestJSONSources(t *testing.T) {
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	var d state.Dict
	d.Set("hits", state.Value{JSON: json.RawMessage(`[1]`), Source: fromCase})
	got, err := python.JSON(&d)
	want := pipeline.Pieces{
		{Text: "{", Source: code}, {Text: `"hits": `, Source: code}, {Text: "[1]", Source: fromCase},
		{Text: "}", Source: code},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}
