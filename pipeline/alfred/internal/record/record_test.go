package record_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

func TestParseKeepsOrderAndSpelling(t *testing.T) {
	for text, want := range map[string]string{
		` {"b": 1.50, "a": [1e3, null, true, {}], "é": "<\u0041\u0000>"} `: `{"b":1.50,"a":[1e3,null,true,{}],"é":"<A\u0000>"}`,
		`[]`:                        `[]`,
		`"x"`:                       `"x"`,
		`100000000000000000000.010`: `100000000000000000000.010`,
	} {
		v, err := record.Parse([]byte(text))
		if got := string(record.Marshal(v)); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": "unexpected EOF", "[1": "unexpected EOF", "1 2": "more than one", "\"\xff\"": "not UTF-8",
		"{]":                 "invalid character",
		`{"a":1,"\u0061":2}`: `key "a" twice`, strings.Repeat("[", 1001): "nested deeper than 1000",
	} {
		if v, err := record.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v, %v, want %s", text, v, err, want)
		}
	}
	var o record.Object
	err := json.Unmarshal([]byte(`[1]`), &o)
	if err == nil || !strings.Contains(err.Error(), "want a JSON object, got list") {
		t.Error(err)
	}
}

func TestObject(t *testing.T) {
	o := record.Of(record.Field{Key: "b", Value: "x"}, record.Field{Key: "a", Value: []any{"y"}})
	deep, copied := o.Clone(), o.Copy()
	o.Set("b", nil)
	o.Get("a").([]any)[0] = "z"
	o.Delete("nothing")
	copied.Delete("b")
	got := []string{string(record.Marshal(o)), string(record.Marshal(deep)), string(record.Marshal(copied))}
	if d := cmp.Diff([]string{`{"b":null,"a":["z"]}`, `{"b":"x","a":["y"]}`, `{"a":["z"]}`}, got); d != "" {
		t.Error(d)
	}
	if !o.Has("b") || o.Text("b") != "" || o.Has("c") || o.Len() != 2 {
		t.Error("what it has")
	}
}

func TestKindAndTruthy(t *testing.T) {
	for text, want := range map[string]struct {
		kind string
		is   bool
	}{
		"{}": {"dict", false}, `{"a":null}`: {"dict", true}, "[]": {"list", false}, "[0]": {"list", true},
		`""`:  {"str", false},
		`"0"`: {"str", true}, "0": {"int", false}, "-0.0": {"float", false}, "0e9": {"float", false}, "7": {"int",
			true},
		"false": {"bool", false}, "true": {"bool", true}, "null": {"NoneType", false},
	} {
		v, err := record.Parse([]byte(text))
		if err != nil || record.Kind(v) != want.kind || record.Truthy(v) != want.is {
			t.Errorf("%s: %s, %v, %v", text, record.Kind(v), record.Truthy(v), err)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`, true}, {`{"a":null}`, `{"b":null}`, false}, {`[1]`, `1`, false},
		{`1`, `[1]`, false}, {`{}`, `[]`, false}, {`"1"`, `1`, false}, {`null`, `null`, true},
	} {
		var v [2]any
		for i, text := range []string{tt.a, tt.b} {
			var err error
			if v[i], err = record.Parse([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if record.Equal(v[0], v[1]) != tt.want {
			t.Errorf("%s and %s: want %v", tt.a, tt.b, tt.want)
		}
	}
}
