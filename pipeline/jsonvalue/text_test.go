package jsonvalue_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

func TestCanonical(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"blanks go", " { \"a\" :\t[ 1 ,\r\n2 ] , \"b\" : { } }\n", `{"a":[1,2],"b":{}}`},
		{"keys keep their order", `{"type":"object","properties":{"b":1,"a":2}}`,
			`{"type":"object","properties":{"b":1,"a":2}}`},
		{"a key twice stays twice", `{"a":1,"a":2}`, `{"a":1,"a":2}`},
		{"numbers keep their spelling", `[1.0,-0,1E5,1e+05,100000000000000000000001,0.10]`,
			`[1.0,-0,1E5,1e+05,100000000000000000000001,0.10]`},
		{"escapes that JSON does not demand go", `"\u0041\/\u003c\u00e9\u4e2d\u2028\u007f"`, "\"A/<é中\u2028\x7f\""},
		{"those that it demands stay, in one spelling", `"\u0022\u005c\u000a\u000D\u0009\b\f\u0000\u001F"`,
			`"\"\\\n\r\t\u0008\u000c\u0000\u001f"`},
		{"keys are strings too", `{"\u0061\"":1}`, `{"a\"":1}`},
		{"a surrogate pair is one character", `"\ud83d\ude00"`, `"😀"`},
		{"half a pair is repaired", `"\ud83d!"`, "\"\uFFFD!\""},
		{"words", `[true,false,null]`, `[true,false,null]`},
		{"a text alone", `""`, `""`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := jsonvalue.Canonical([]byte(tt.in))
			if err != nil || string(got) != tt.want {
				t.Errorf("%s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

func TestCanonicalErrors(t *testing.T) {
	for _, in := range []string{
		"", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{]", `{"a"`, `{"a":`, `{"a":1`, `{"a":1,}`,
		`{"a" 1}`,
		`{1:2}`, `{a:1}`, `{"a":1 "b":2}`, `"open`, `"\x"`, "\"line\nbreak\"", "1 2", "{}{}", "{},", "1]", "01", "+1",
		".5", "NaN", "tru",
		"'a'", "// comment\n1", "\uFEFF1",
	} {
		if got, err := jsonvalue.Canonical([]byte(in)); err == nil || got != nil {
			t.Errorf("%q: %s, %v; want an error alone", in, got, err)
		}
	}
}

func TestCanonicalDepth(t *testing.T) {
	nested := func(open, inner, end string, n int) []byte {
		return []byte(strings.Repeat(open, n) + inner + strings.Repeat(end, n))
	}
	for name, in := range map[string][]byte{
		"arrays":  nested("[", "1", "]", 1000),
		"objects": nested(`{"a":`, "1", "}", 1000),
	} {
		if got, err := jsonvalue.Canonical(in); err != nil || !bytes.Equal(got, in) {
			t.Errorf("1000 %s: %v", name, err)
		}
	}
	for name, in := range map[string][]byte{
		"arrays":            nested("[", "1", "]", 1001),
		"objects":           nested(`{"a":`, "1", "}", 1001),
		"arrays never shut": nested("[", "", "", 1_000_000),
	} {
		if _, err := jsonvalue.Canonical(in); err == nil || !strings.Contains(err.Error(), "1000") {
			t.Errorf("more %s: %v, want an error that names the limit", name, err)
		}
	}
}

// Two spellings of one value, in blanks and escapes, give the same bytes: those of neither blanks nor escapes.
func TestCanonicalIsOneSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var plain, spelled []byte
		for range rapid.IntRange(1, 3).Draw(t, "members") {
			plain, spelled = append(plain, ','), append(spelled, ',')
			plain, spelled = member(t, plain, spelled)
		}
		plain[0], spelled[0] = '[', '['
		plain, spelled = append(plain, ']'), append(spelled, ']')
		got, err := jsonvalue.Canonical(spelled)
		if err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("%s\ngave %s, %v\nwant %s", spelled, got, err, plain)
		}
	})
}

// member appends one value to both: in canonical form, and with random blanks and escapes.
func member(t *rapid.T, plain, spelled []byte) (_, _ []byte) {
	blank := rapid.StringOfN(rapid.SampledFrom([]rune(" \t\r\n")), 0, 3, -1)
	spelled = append(spelled, blank.Draw(t, "before")...)
	s := rapid.String().Draw(t, "text")
	if rapid.Bool().Draw(t, "an object") {
		plain = append(jsonvalue.AppendString(append(plain, '{'), s), ":1.50}"...)
		spelled = append(escaped(t, append(spelled, '{'), s),
			blank.Draw(t, "after the key")+":"+blank.Draw(t, "before 1")+"1.50 }"...)
	} else {
		plain, spelled = jsonvalue.AppendString(plain, s), escaped(t, spelled, s)
	}
	return plain, append(spelled, blank.Draw(t, "after")...)
}

// escaped appends s as a JSON string with some unnecessary escapes.
func escaped(t *rapid.T, b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		one := jsonvalue.AppendString(nil, string(r))
		if r < 0x10000 && rapid.Bool().Draw(t, "escape") {
			const hex = "0123456789ABCDEF"
			one = []byte{'"', '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15], '"'}
		}
		b = append(b, one[1:len(one)-1]...)
	}
	return append(b, '"')
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,{"b":null}],"c":"\u003c\ud800"}`, `[[[]]]`, "\"\xff\"", `{"a":1,"a":2}`,
		`[1`, "1 2", " "} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := jsonvalue.Canonical(raw)
		if err != nil {
			if json.Valid(raw) && bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) <= 1000 {
				t.Fatalf("%q: %v, and it is JSON", raw, err)
			}
			return
		}
		if d := cmp.Diff(decoded(t, raw), decoded(t, got)); d != "" {
			t.Fatalf("%q: another value (-want +got):\n%s", raw, d)
		}
		if again, err := jsonvalue.Canonical(got); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%q: first %s, then %s, %v", raw, got, again, err)
		}
	})
}

// decoded keeps the spelling of each number.
func decoded(t *testing.T, raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%q: %v, and it was taken as JSON", raw, err)
	}
	return v
}

// Marshal returns the canonical form of any value.
func TestMarshalIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := map[string]any{
			"text": rapid.StringOf(rapid.SampledFrom([]rune("aé\"\\\b\f\n\r\t\u0001\u2028\u2029<&>海/ "))).Draw(t,
				"text"),
			"raw": json.RawMessage(rapid.SampledFrom([]string{`"\u0041\/"`, `{ "b" : 1.0 , "a":[1e3] }`, `"\u2028"`,
				`null`}).Draw(t, "raw")),
		}
		got, err := jsonvalue.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := jsonvalue.Canonical(got)
		if err != nil || string(want) != string(got) {
			t.Errorf("%s, canonical %s, %v", got, want, err)
		}
	})
}

func TestStringIsReadBack(t *testing.T) {
	needless := regexp.MustCompile(`\\u00[2-9a-f]|\\u0[1-9a-f]|\\u[1-9a-f]|\\/`)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		raw := jsonvalue.AppendString([]byte("before "), s)
		quoted, ok := strings.CutPrefix(string(raw), "before ")
		if !ok {
			t.Fatalf("%q was not appended to", raw)
		}
		var back string
		if err := json.Unmarshal([]byte(quoted), &back); err != nil || back != s {
			t.Fatalf("%q as %s is read back as %q, %v", s, quoted, back, err)
		}
		if bad := needless.FindString(strings.ReplaceAll(quoted, `\\`, "")); bad != "" {
			t.Fatalf("%q as %s: %s is not needed", s, quoted, bad)
		}
	})
}

func TestMarshal(t *testing.T) {
	for _, tt := range []struct {
		v    any
		want string
	}{
		{map[string]any{"b": "<a&b>", "a": 1}, `{"a":1,"b":"<a&b>"}`},
		{"ends with a newline\n", `"ends with a newline\n"`},
		{[]int(nil), "null"},
		{json.RawMessage("\n{\"a\": 1}\n"), `{"a":1}`},
	} {
		if got, err := jsonvalue.Marshal(tt.v); err != nil || string(got) != tt.want {
			t.Errorf("%v: %q, %v; want %q", tt.v, got, err, tt.want)
		}
	}
	if got, err := jsonvalue.Marshal(func() {}); err == nil || got != nil {
		t.Errorf("a function: %q, %v; want an error alone", got, err)
	}
}

// A truncated value must not look like the end of a stream.
func TestCanonicalOfACutValue(t *testing.T) {
	for _, in := range []string{"[1", `{"a":1`, "[", "{"} {
		if _, err := jsonvalue.Canonical([]byte(in)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v (is io.EOF: %v)", in, err, errors.Is(err, io.EOF))
		}
	}
}
