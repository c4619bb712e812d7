package json5_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/json5"
)

func TestParse(t *testing.T) {
	list := func(items ...any) []any { return append([]any{}, items...) }
	negativeZero := math.Copysign(0, -1)
	for text, want := range map[string]any{
		" null // all of it": nil,
		"true":               true,
		"[1, -2.5, .5, 5., +1e3, 0xFf, -0, 1E-2,]": list(1.0, -2.5, 0.5, 5.0, 1e3, 255.0, negativeZero, 0.01),
		"[Infinity,-Infinity,NaN]":                 list(math.Inf(1), math.Inf(-1), math.NaN()),
		`"\u6280\ud83d\ude00\x41\0\v\'"`:           "技😀A\x00\v'",
		`"half \ud83d, low \ude00"`:                "half \uFFFD, low \uFFFD",
		"'a\\\nb\\\r\nc\\\u2028d'":                 "abcd",
		"'\u2028\"'":                               "\u2028\"",
		"{$b_2:2,'c d':3,\u0066:5,é:6}":            map[string]any{"$b_2": 2.0, "c d": 3.0, "f": 5.0, "é": 6.0},
		"{a:1,a:2}":                                map[string]any{"a": 2.0},
		"/* x */{/**/}\uFEFF\u00a0":                map[string]any{},
		"[[],{a:[null]}]":                          list(list(), map[string]any{"a": list(nil)}),
	} {
		got, err := json5.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "byte 0: no value",
		"not json":               "byte 0: no value",
		"1 2":                    "byte 2: text behind the value",
		"01":                     "byte 1: a number that goes on as a word",
		"[1 2]":                  "byte 3: neither a comma nor ']'",
		"[,]":                    "byte 1: no value",
		"{a 1}":                  "byte 3: no colon behind a key",
		"{1a:1}":                 "byte 1: no key",
		"{requires":              "byte 9: no colon behind a key",
		"'a":                     "byte 2: a text without its end",
		"'a\nb'":                 "byte 3: a line end in a text",
		`'\1'`:                   "byte 3: an octal escape",
		`'\u12'`:                 "byte 3: an escape without its hex digits",
		`{\x41:1}`:               "byte 2: an escape in a key that is not \\u",
		"/* x":                   "byte 2: a comment without its end",
		"\x00":                   "byte 0: no value",
		strings.Repeat("[", 300): "byte 201: more than 200 levels",
	} {
		if v, err := json5.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v, want %s", text, v, err, want)
		}
	}
}

// JSON has the same meaning in JSON5.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x",{"b":null}]}`, "{a:'b',}", "// x\n[.5]", `"\ud83d\ude00"`, "-Infinity"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := json5.Parse(text)
		var want any
		if json.Unmarshal([]byte(text), &want) != nil || strings.Contains(text, "\\") || strings.Count(text, "[")+
			strings.Count(text, "{") > 100 {
			return
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-JSON +JSON5):\n%s", text, err, diff)
		}
	})
}
