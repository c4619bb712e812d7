package jsonvalue

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Ambiguous requests are refused, with the place.
func TestSound(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 3 * few {
		many = append(many, fmt.Sprintf(`"k%d":0`, i))
	}
	for raw, want := range map[string]string{
		`{}`: "", `[]`: "", `"a"`: "", `1`: "", `{"a":{"a":[{"a":1},{"a":1}]}}`: "", `{"a":"a","b":"a:"}`: "",
		`["a","a"]`: "", `{"a":["a","a"],"b":1}`: "", `{"é":"\u00e9\ud83d\ude00","\n":"\\ud83d"}`: "",
		"{" + strings.Join(many, ",") + "}": "",

		`{"a":1,"a":1}`:                    `byte 8: the key "a" appears twice in one object`,
		`{"a":1,"b":{},"a" : 1}`:           `byte 15: the key "a" appears twice in one object`,
		`{"a":1,"\u0061":2}`:               `byte 8: the key "\u0061" appears twice in one object`,
		`{"":1,"":2}`:                      `byte 7: the key "" appears twice in one object`,
		`[[{"x":[{"b":1,"c":{},"b":2}]}]]`: `byte 23: the key "b" appears twice in one object`,
		"{" + strings.Join(many, ",") + `,"k3":1}`: fmt.Sprintf(
			`byte %d: the key "k3" appears twice in one object`, len(strings.Join(many, ","))+3),
		`{"a":"\ud83d"}`:         `byte 6: \ud83d is one half of a surrogate pair, and no character`,
		`{"a":"\ude00"}`:         `byte 6: \ude00 is one half of a surrogate pair, and no character`,
		`{"\uD83D":1}`:           `byte 2: \uD83D is one half of a surrogate pair, and no character`,
		`["\ud83d\ud83d\ude00"]`: `byte 2: \ud83d is one half of a surrogate pair, and no character`,
		`["\ud83d\n"]`:           `byte 2: \ud83d is one half of a surrogate pair, and no character`,
		"{\"a\":\"\xff\"}":       "byte 7 is 0xff, which is no UTF-8",
		"{\"\xed\xa0\x80\":1}":   "byte 3 is 0xed, which is no UTF-8",
	} {
		if !Valid([]byte(raw)) {
			t.Fatalf("%s is no JSON", raw)
		}
		got := ""
		if err := Sound([]byte(raw)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.80s: %q, want %q", raw, got, want)
		}
	}
	if _, err := ParseSound([]byte(`{"a":1,"a":1}`)); err == nil {
		t.Error("a key that stands twice is parsed")
	}
}

var drawnValues = rapid.OneOf(rapid.Just("1"), rapid.Just(`"a"`), rapid.Just(`"{\"a\":1}"`), rapid.Just("null"))

// drawn generates a JSON value with few distinct keys, so that some are duplicates.
func drawn(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind == 0 {
		return drawnValues.Draw(t, "value")
	}
	var items []string
	for range rapid.IntRange(0, 3).Draw(t, "items") {
		item := drawn(t, depth-1)
		if kind > 1 {
			key := rapid.SampledFrom([]string{`"a"`, `"b"`, `"\u0061"`, `"c" `, `""`}).Draw(t, "key")
			item = key + ":" + item
		}
		items = append(items, item)
	}
	if kind > 1 {
		return "{" + strings.Join(items, ", ") + "}"
	}
	return "[" + strings.Join(items, ",") + "]"
}

// twice reports whether the next value of a decoder has a duplicate key in an object.
func twice(d *json.Decoder) bool {
	token, err := d.Token()
	if err != nil {
		return false
	}
	found, seen := false, map[json.Token]bool{}
	if token != json.Delim('{') && token != json.Delim('[') {
		return false
	}
	for d.More() {
		if token == json.Delim('{') {
			key, _ := d.Token()
			found = found || seen[key]
			seen[key] = true
		}
		found = twice(d) || found
	}
	d.Token()
	return found
}

// Sound finds the duplicate keys that a token reader finds.
func TestSoundFindsKeys(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := drawn(t, 4)
		want := twice(json.NewDecoder(strings.NewReader(raw)))
		if err := Sound([]byte(raw)); (err != nil) != want {
			t.Errorf("%s: %v, want an error: %t", raw, err, want)
		}
	})
}
