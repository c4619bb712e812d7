package json5_test

import (
	"encoding/json"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/json5"
)

func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{b:1,'a':[true,null,],/*x*/b:"\x41'"} // c`:         `{"b":1,"a":[true,null],"b":"A'"}`,
		`[+1, -2.5, .5, 5., 5.e1, -.5E-2, 0xFf, -0x10, 1e3]`: `[1,-2.5,0.5,5.0,5.0e1,-0.5E-2,255,-16,1e3]`,
		"123456789012345678901234567890":                     "123456789012345678901234567890",
		"0xffffffffffffffffffff":                             "1208925819614629174706175",
		`'技"\u2028'`:                                         "\"技\\\"\u2028\"",
		"[false,{}]":                                         "[false,{}]",
	} {
		got, err := json5.JSON(text)
		if err != nil || string(got) != want || !json.Valid(got) {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"[Infinity]", "{a:-NaN}", "[1", "True", ""} {
		if got, err := json5.JSON(text); err == nil {
			t.Errorf("%s is %s", text, got)
		}
	}
}

// A rewritten value keeps its meaning.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x",{"b":null}]}`, "{a:'b',}", "// x\n[.5]", `"\ud83d\ude00"`, "[0x1F,5.]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := json5.JSON(text)
		if err != nil {
			return
		}
		before, _ := json5.Parse(text)
		after, err := json5.Parse(string(got))
		if err != nil {
			t.Fatalf("%q became %s: %v", text, got, err)
		}
		want, _ := json.Marshal(before)
		if is, _ := json.Marshal(after); string(is) != string(want) {
			t.Errorf("%q became %s", text, got)
		}
	})
}
