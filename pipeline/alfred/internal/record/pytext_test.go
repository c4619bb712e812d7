package record

import (
	"testing"
)

func TestRepr(t *testing.T) {
	for in, want := range map[string]string{
		`null`: "None", `true`: "True", `false`: "False", `1`: "1", `-0`: "0", `1.0`: "1.0", `1e5`: "100000.0",
		`1e16`: "1e+16", `1e-5`: "1e-05", `0.0001`: "0.0001", `-0.0`: "-0.0", `1e400`: "inf", `-1e400`: "-inf",
		`123456789012345678901`: "123456789012345678901", `12345678901234567.0`: "1.2345678901234568e+16",
		`"it's"`: `"it's"`, `"say \"it's\""`: `'say "it\'s"'`, `"a\nb\t\\"`: `'a\nb\t\\'`,
		`"é\u00a0\u200b\u0001"`: `'é\xa0\u200b\x01'`,
		`"\ud83c\udf5c"`:        "'🍜'", `[]`: "[]", `{}`: "{}", `[1,[null]]`: "[1, [None]]",
		`{"b":1,"a":{"x":"y"}}`: "{'b': 1, 'a': {'x': 'y'}}",
	} {
		v, err := Parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if got := Repr(v); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if got := Str("it's"); got != "it's" {
		t.Errorf("str of a text: %s", got)
	}
}

func TestIndent(t *testing.T) {
	for in, want := range map[string]string{
		`{"b":[],"a":{},"n":1.50}`: "{\n  \"b\": [],\n  \"a\": {},\n  \"n\": 1.50\n}", `"é<"`: `"é<"`, `no`: "no",
	} {
		if got := Indent([]byte(in)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
