package pipeline_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestCanonicalJSON(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"blanks go", " { \"a\" :\t[ 1 ,\r\n2 ] , \"b\" : { } }\n", `{"a":[1,2],"b":{}}`},
		{"keys keep their order", `{"type":"object","properties":{"b":1,"a":2}}`, `{"type":"object","properties":{"b":1,"a":2}}`},
		{"a key twice stays twice", `{"a":1,"a":2}`, `{"a":1,"a":2}`},
		{"numbers keep their spelling", `[1.0,-0,1E5,1e+05,100000000000000000000001,0.10]`, `[1.0,-0,1E5,1e+05,100000000000000000000001,0.10]`},
		{"escapes that JSON does not demand go", `"\u0041\/\u003c\u00e9\u4e2d\u2028\u007f"`, "\"A/<é中\u2028\x7f\""},
		{"those that it demands stay, in one spelling", `"\u0022\u005c\u000a\u000D\u0009\b\f\u0000\u001F"`, `"\"\\\n\r\t\u0008\u000c\u0000\u001f"`},
		{"keys are strings too", `{"\u0061\"":1}`, `{"a\"":1}`},
		{"a surrogate pair is one character", `"\ud83d\ude00"`, `"😀"`},
		{"half a pair is repaired", `"\ud83d!"`, "\"\uFFFD!\""},
		{"words", `[true,false,null]`, `[true,false,null]`},
		{"a text alone", `""`, `""`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := pipeline.CanonicalJSON([]byte(tt.in))
			if err != nil || string(got) != tt.want {
				t.Errorf("%s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

func TestCanonicalJSONErrors(t *testing.T) {
	for _, in := range []string{
		"", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{]", `{"a"`, `{"a":`, `{"a":1`, `{"a":1,}`, `{"a" 1}`,
		`{1:2}`, `{a:1}`, `{"a":1 "b":2}`, `"open`, `"\x"`, "\"line\nbreak\"", "1 2", "{}{}", "{},", "1]", "01", "+1", ".5", "NaN", "tru",
		"'a'", "// comment\n1", "\uFEFF1",
	} {
		if got, err := pipeline.CanonicalJSON([]byte(in)); err == nil || got != nil {
			t.Errorf("%q: %s, %v; want an error alone", in, got, err)
		}
	}
}

func TestCanonicalJSONDepth(t *testing.T) {
	nested := func(open, inner, end string, n int) []byte {
		return []byte(strings.Repeat(open, n) + inner + strings.Repeat(end, n))
	}
	for name, in := range map[string][]byte{
		"arrays":  nested("[", "1", "]", 1000),
		"objects": nested(`{"a":`, "1", "}", 1000),
	} {
		if got, err := pipeline.CanonicalJSON(in); err != nil || !bytes.Equal(got, in) {
			t.Errorf("1000 %s: %v", name, err)
		}
	}
	for name, in := range map[string][]byte{
		"arrays":            nested("[", "1", "]", 1001),
		"objects":           nested(`{"a":`, "1", "}", 1001),
		"arrays never shut": nested("[", "", "", 1_000_000),
	} {
		if _, err := pipeline.CanonicalJSON(in); err == nil || !strings.Contains(err.Error(), "1000") {
			t.Errorf("more %s: %v, want an error that names the limit", name, err)
		}
	}
}

// Two spellings of one value, in blanks and escapes, give the same bytes: those of neither blanks nor escapes.
func TestCanonicalJSONIsOneSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var plain, spelled []byte
		for range rapid.IntRange(1, 3).Draw(t, "members") {
			plain, spelled = append(plain, ','), append(spelled, ',')
			plain, spelled = member(t, plain, spelled)
		}
		plain[0], spelled[0] = '[', '['
		plain, spelled = append(plain, ']'), append(spelled, ']')
		got, err := pipeline.CanonicalJSON(spelled)
		if err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("%s\ngave %s, %v\nwant %s", spelled, got, err, plain)
		}
	})
}

// member appends one value to both: as it should come out, and with blanks and escapes drawn at random.
func member(t *rapid.T, plain, spelled []byte) (_, _ []byte) {
	blank := rapid.StringOfN(rapid.SampledFrom([]rune(" \t\r\n")), 0, 3, -1)
	spelled = append(spelled, blank.Draw(t, "before")...)
	s := rapid.String().Draw(t, "text")
	if rapid.Bool().Draw(t, "an object") {
		plain = append(pipeline.AppendJSONString(append(plain, '{'), s), ":1.50}"...)
		spelled = append(escaped(t, append(spelled, '{'), s), blank.Draw(t, "after the key")+":"+blank.Draw(t, "before 1")+"1.50 }"...)
	} else {
		plain, spelled = pipeline.AppendJSONString(plain, s), escaped(t, spelled, s)
	}
	return plain, append(spelled, blank.Draw(t, "after")...)
}

// escaped appends s as a JSON string in which some characters are escaped for no need.
func escaped(t *rapid.T, b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		one := pipeline.AppendJSONString(nil, string(r))
		if r < 0x10000 && rapid.Bool().Draw(t, "escape") {
			const hex = "0123456789ABCDEF"
			one = []byte{'"', '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15], '"'}
		}
		b = append(b, one[1:len(one)-1]...)
	}
	return append(b, '"')
}

func FuzzCanonicalJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,{"b":null}],"c":"\u003c\ud800"}`, `[[[]]]`, "\"\xff\"", `{"a":1,"a":2}`, `[1`, "1 2", " "} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := pipeline.CanonicalJSON(raw)
		if err != nil {
			if json.Valid(raw) && bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) <= 1000 {
				t.Fatalf("%q: %v, and it is JSON", raw, err)
			}
			return
		}
		if d := cmp.Diff(decoded(t, raw), decoded(t, got)); d != "" {
			t.Fatalf("%q: another value (-want +got):\n%s", raw, d)
		}
		if again, err := pipeline.CanonicalJSON(got); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%q: first %s, then %s, %v", raw, got, again, err)
		}
	})
}

// decoded keeps each number as it is spelled.
func decoded(t *testing.T, raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%q: %v, and it was taken as JSON", raw, err)
	}
	return v
}

// Whatever a value holds, MarshalJSON gives the canonical form.
func TestMarshalJSONIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := map[string]any{
			"text": rapid.StringOf(rapid.SampledFrom([]rune("aé\"\\\b\f\n\r\t\u0001\u2028\u2029<&>海/ "))).Draw(t, "text"),
			"raw":  json.RawMessage(rapid.SampledFrom([]string{`"\u0041\/"`, `{ "b" : 1.0 , "a":[1e3] }`, `"\u2028"`, `null`}).Draw(t, "raw")),
		}
		got, err := pipeline.MarshalJSON(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := pipeline.CanonicalJSON(got)
		if err != nil || string(want) != string(got) {
			t.Errorf("%s, canonical %s, %v", got, want, err)
		}
	})
}
