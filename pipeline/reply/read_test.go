package reply_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

const (
	empty     = "(empty)"
	malformed = "(malformed)"
)

// outcome is the value, or the reason in brackets.
func outcome(t testing.TB, policy pipeline.Policy, text string) string {
	t.Helper()
	raw, err := reply.Read(policy, text)
	if err == nil {
		return string(raw)
	}
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok || raw != nil {
		t.Fatalf("%q: %q and %v, want a failure alone", text, raw, err)
	}
	return "(" + string(f.Reason) + ")"
}

func TestRead(t *testing.T) {
	deep := strings.Repeat("[", 1001) + strings.Repeat("]", 1001)
	for _, tt := range []struct{ name, text, strict, extract, mend string }{
		{"blank", " \n\u3000", empty, empty, empty},
		{"object", " {\"a\": 1}\r\n", `{"a": 1}`, `{"a": 1}`, `{"a": 1}`},
		{"string", `"x"`, `"x"`, `"x"`, `"x"`},
		{"brackets in a string", `"{}"`, `"{}"`, `"{}"`, `"{}"`},
		{"brackets in a string, then words", `"{}",`, malformed, `{}`, `{}`},
		{"object in a string", `"[{\"a\":1}]"`, `"[{\"a\":1}]"`, `"[{\"a\":1}]"`, `"[{\"a\":1}]"`},
		{"number", `-1.50e3`, `-1.50e3`, `-1.50e3`, `-1.50e3`},
		{"key twice", `{"a":1,"a":1}`, malformed, malformed, malformed},
		{"key twice inside", `[{"b":{"a":1,"\u0061":2}}]`, malformed, malformed, malformed},
		{"key in other objects", `{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}`, `{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}`,
			`{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}`, `{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}`},
		{"1000 deep", deep[1:2001], deep[1:2001], deep[1:2001], deep[1:2001]},
		{"1001 deep", deep, malformed, malformed, malformed},
		{"byte order mark", "\uFEFF{}", malformed, `{}`, `{}`},
		{"no-break space", "\u00A0[1]", malformed, `[1]`, `[1]`},
		{"not UTF-8", "{\"a\":\"\xff\"}", malformed, malformed, "{\"a\":\"\uFFFD\"}"},
		{"words", "I think simple_chat", malformed, malformed, malformed},
		{"quoted words", `"simple_chat" is it`, malformed, malformed, malformed},
		{"bracket in prose", `Use {braces} or [this]. {"a":1} :-[`, malformed, `{"a":1}`, `{"a":1}`},
		{"footnote", `See [1] and [1, p. 2]: {"a":1}`, malformed, malformed, malformed},
		{"an object and an array", `{"a":1} and ["a"]`, malformed, malformed, malformed},
		{"within a broken object", `{action: "new_task", previous: {"action":"close_task"}}`, malformed, malformed,
			`{"action": "new_task", "previous": {"action":"close_task"}}`},
		{"a bracket in a string of a broken object", `{action: "x}", previous: {"action":"close_task"}}`, malformed,
			malformed, `{"action": "x}", "previous": {"action":"close_task"}}`},
		{"a list within a broken object", `{skills: ["a"]}`, malformed, malformed, `{"skills": ["a"]}`},
		{"behind a broken bracket", `{not this ["x"]} but {"a":1}`, malformed, `{"a":1}`, `{"a":1}`},
		{"thoughts", "<think>{\"a\":2} or [3]</think>\n{\"a\":1}", malformed, `{"a":1}`, `{"a":1}`},
		{"thoughts that do not end", "<think>so {\"a\":1}", malformed, malformed, malformed},
		{"thoughts in a string", `ok {"a":"<think>"}`, malformed, `{"a":"<think>"}`, `{"a":"<think>"}`},
		{"another fence", "```js\n{\"a\":1}\n```", malformed, malformed, malformed},
		{"another fence beside", "```python\nx = {\"a\":2}\n```\nSo: {\"a\":1}", malformed, `{"a":1}`, `{"a":1}`},
		{"a bracket around a fence", "[```json\n{\"a\":1}\n```]", malformed, `{"a":1}`, `{"a":1}`},
		{"a fence of JSON5", "```json5\n{\"a\":1}\n```", malformed, `{"a":1}`, `{"a":1}`},
		{"array in prose", `I take ["x", "y"].`, malformed, `["x", "y"]`, `["x", "y"]`},
		{"objects in an array", `Here: [{"a":1},{"b":2}]`, malformed, `[{"a":1},{"b":2}]`, `[{"a":1},{"b":2}]`},
		{"fence", "```json\n{\"a\":1}\n```", malformed, `{"a":1}`, `{"a":1}`},
		{"fence in a line", "Sure: ```{\"a\":1}``` done", malformed, `{"a":1}`, `{"a":1}`},
		{"fence before prose", "Not {\"a\":0} nor {\"b\": but\n~~~\n{\"a\":1}\n~~~\n", malformed, `{"a":1}`, `{"a":1}`},
		{"fence in a string", "```json\n{\"a\":\"```go\\n{}```\"}\n```", malformed, "{\"a\":\"```go\\n{}```\"}",
			"{\"a\":\"```go\\n{}```\"}"},
		{"fence cut off", "```\n{\"a\":1}", malformed, `{"a":1}`, `{"a":1}`},
		{"fence in a string of a broken object", "{\"a\":\"\n```\n{\\\"b\\\":1}\n```\",\n\"b\":{\"a\":1},}", malformed,
			malformed, "{\"a\":\"\\n```\\n{\\\"b\\\":1}\\n```\",\n\"b\":{\"a\":1}}"},
		{"fence of an object in a broken string", "{\"a\":\"\n```{}```\n\",}", malformed, malformed,
			"{\"a\":\"\\n```{}```\\n\"}"},
		{"said twice", "{\"a\": \"\\u6d77\"}\nThat is:\n```\n{\"a\":\"海\"}\n```", malformed, `{"a":"海"}`, `{"a":"海"}`},
		{"two values", `{"a":1} or {"a":2}`, malformed, malformed, malformed},
		{"two fences", "```\n{\"a\":1}\n```\n```\n{\"a\":2}\n```", malformed, malformed, malformed},
		{"lines", "{\"a\":1}\n{\"a\":2}\n", malformed, malformed, malformed},
		{"one of two broken", `{"a":1} {"a":`, malformed, malformed, malformed},
		{"cut off", `{"a":[1,2],"b":"x`, malformed, malformed, `{"a":[1,2],"b":"x"}`},
		{"part of a broken one", `{"nodes":[{"id":"a"} {"id":"b"}]}`, malformed, malformed,
			`{"nodes":[{"id":"a"}, {"id":"b"}]}`},
		{"trailing comma, then prose", "{\"a\":1,}\nHope this helps!", malformed, malformed, `{"a":1}`},
		{"Python", `{'a': True, 'b': None}`, malformed, malformed, `{"a": true, "b": null}`},
		{"broken in a fence", "Sure!\n```json\n{\"a\": 1, // one\n}\n```\nBye.", malformed, malformed, "{\"a\": 1 \n}"},
		{"unquoted", `{action: simple_chat}`, malformed, malformed, `{"action": "simple_chat"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, p := range []struct {
				policy pipeline.Policy
				want   string
			}{{pipeline.Strict, tt.strict}, {"", tt.strict}, {pipeline.Extract, tt.extract}, {pipeline.Mend, tt.mend}} {
				if got := outcome(t, p.policy, tt.text); got != p.want {
					t.Errorf("%q: got %q, want %q", p.policy, got, p.want)
				}
			}
		})
	}
}

func TestMendLimits(t *testing.T) {
	for name, text := range map[string]string{
		"long":               `{"a":"` + strings.Repeat("x", 32<<10),
		"nested":             strings.Repeat(`{"a":`, 201),
		"nested in a string": `{"a":"` + strings.Repeat(`[`, 201),
	} {
		if got := outcome(t, pipeline.Mend, text); got != malformed {
			t.Errorf("%s: got %.80q", name, got)
		}
	}
}

// Text around a value does not change it, and neither does repetition, unless the whole is one JSON value: then that is
// the answer.
func TestExtractLaw(t *testing.T) {
	value := rapid.MapOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab\"\\{}[]`海 ")), 0, 6, -1),
		rapid.SliceOfN(rapid.Int(), 0, 3), 0, 3)
	around := rapid.StringOfN(rapid.RuneFrom([]rune("abc .,!`\"\n海}])")), 0, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		raw, err := jsonvalue.Marshal(value.Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		text := around.Draw(t, "before") + string(raw) + around.Draw(t, "after")
		if rapid.Bool().Draw(t, "twice") {
			text += " " + string(raw)
		}
		want := string(raw)
		if whole := strings.Trim(text, " \t\r\n"); json.Valid([]byte(whole)) {
			want = whole
		}
		for _, policy := range []pipeline.Policy{pipeline.Extract, pipeline.Mend} {
			got, err := reply.Read(policy, text)
			if err != nil || string(got) != want {
				t.Fatalf("%s of %q: got %q, %v, want %q", policy, text, got, err, want)
			}
		}
	})
}

// Nothing panics, all that is accepted is one valid value, and a laxer policy never reads a value differently from a
// stricter one. Strict and extract take what other code finds, and nothing else.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"a":1,"a":2}`, "```json\n{\"a\":[1,2]}\n```", `see [1, {x} {"a": "b`, `{'a': "b" + "c", /* d */ e: 1,}`,
		"[[[[1\x00", `{"a":1} [2] {"a": 1}`, "\uFEFF[\"\\ud83e\"]", "callback({\"a\":`x`})",
		`{action: "new_task", previous: {"action":"close_task"}}`, `{skills: ["a"]} or ["b"]`,
		`<think>{"a":2}</think>{"a":1}`, "```js\n{\"a\":1}\n```\n~~~\n[2]\n~~~",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := outcome(t, pipeline.Strict, text), isOneValue(text); accepted(got) != want &&
			utf8.ValidString(text) && strings.Count(text, "{")+strings.Count(text, "[") <= 1000 {
			t.Errorf("strict gives %q, one value: %t", got, want)
		}
		checkExtract(t, text, outcome(t, pipeline.Extract, text))
		last := malformed
		for _, policy := range []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend} {
			got := outcome(t, policy, text)
			switch {
			case got == malformed || got == empty:
				if last != malformed {
					t.Errorf("%s refuses what gave %q before", policy, last)
				}
				continue
			case !json.Valid([]byte(got)) || !utf8.ValidString(got):
				t.Errorf("%s gives %q", policy, got)
			case last != malformed && got != last:
				t.Errorf("%s gives %q, not %q", policy, got, last)
			}
			last = got
		}
	})
}

func checkExtract(t *testing.T, text, got string) {
	t.Helper()
	some, sure := extractable(text)
	switch {
	case accepted(got) && !slices.Contains(some, got):
		t.Errorf("extract gives %q, want one of %q", got, some)
	case sure && !accepted(got) && len(some) > 0 && strings.Count(text, "{")+strings.Count(text, "[") <= 1000:
		t.Errorf("extract refuses %q", some[0])
	}
}
