package program

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBody(t *testing.T) {
	t.Parallel()
	got, err := body(`{"$id": "$5 \" $x", "a": [$TEXT,${CASE}], "b": {$CASE: "$$"}}`,
		map[string]string{"TEXT": "\"$CASE\" \\ <é>", "CASE": "c"})
	wantReply(t, `{"$id": "$5 \" $x", "a": ["\"$CASE\" \\ <é>","c"], "b": {"c": "$$"}}`, got, err)
}

// Whatever the texts are, the body is JSON and contains them, but for bytes that are not UTF-8.
func TestBodyLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "is text") {
			text = rapid.String().Draw(t, "text")
		}
		name := rapid.String().Draw(t, "case")
		raw, err := body(`{"text": $TEXT, "nested": [{"case": ${CASE}}]}`,
			map[string]string{"TEXT": text, "CASE": name})
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal([]byte(raw), &got); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		repaired := func(s string) string { return string([]rune(s)) }
		want = map[string]any{"text": repaired(text), "nested": []any{map[string]any{"case": repaired(name)}}}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("the body (-want +got):\n%s", d)
		}
	})
}

// A template is refused or gives JSON; none makes the harness panic.
func FuzzBody(f *testing.F) {
	for _, template := range []string{`{"m": $TEXT}`, `"$TEXT`, `${`, `$`, `"\`, `[${TEXT}]"`, `$$TEXT`, `"a\"$CASE"`} {
		f.Add(template, "a\"\n")
	}
	f.Fuzz(func(t *testing.T, template, text string) {
		got, err := body(template, map[string]string{"TEXT": text, "CASE": "c"})
		if err == nil && !json.Valid([]byte(got)) {
			t.Errorf("%q with %q is no JSON: %q", template, text, got)
		}
	})
}
