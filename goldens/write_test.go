package goldens

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func example() *File {
	system := pipeline.Text(pipeline.RoleSystem, "Base identity", "You are a beaver.\nYou build dams.\n")
	user := pipeline.Text(pipeline.RoleUser, "Message", "refund 12, please")
	lookup := pipeline.Tool{Name: "lookup_order", Description: "Looks an order up.",
		Parameters: json.RawMessage(`{"type":"object","required":[]}`)}
	again := lookup
	again.Description = "Looks up an order."
	return &File{Suite: "beaver", Case: "refund-two-turns", Calls: []Call{
		{Path: "turn-1/router", Stage: "router", Messages: []pipeline.Message{user}, Format: json.RawMessage(`"json"`)},
		{Path: "turn-1/main-1", Stage: "main", Messages: []pipeline.Message{system, user},
			Tools: []pipeline.Tool{lookup}},
		{Path: "turn-1/main-2#2", Stage: "main", Tools: []pipeline.Tool{lookup, again},
			Messages: []pipeline.Message{system, user,
				{Role: pipeline.RoleAssistant,
					ToolCalls: []pipeline.ToolCall{{ID: "call_1", Name: "lookup_order", Arguments: `{"id":12}`}}},
				{Role: pipeline.RoleTool, ToolCallID: "call_1", Name: "lookup_order",
					Sections: []pipeline.Section{{Name: "Result", Text: "a\r\n b\t\n c"}}},
			}},
	}}
}

const exampleText = `golden: 2
case: refund-two-turns
suite: beaver
calls:
  - path: turn-1/router
    stage: router
    messages:
      - role: user
        sections: [{name: Message, text: "refund 12, please"}]
    format: "json"
  - path: turn-1/main-1
    stage: main
    messages:
      - role: system
        sections:
          - name: Base identity
            text: |
              You are a beaver.
              You build dams.
      - role: user
        sections: [{name: Message, text: "refund 12, please"}]
    tools: [lookup_order]
  - path: turn-1/main-2#2
    stage: main
    extends: {call: turn-1/main-1, keep: 2}
    messages:
      - role: assistant
        tool_calls:
          - id: call_1
            name: lookup_order
            arguments: |-
              {"id":12}
      - role: tool
        tool_call_id: call_1
        name: lookup_order
        sections:
          - name: Result
            text: "a\r\n\
              \x20b\t\n\
              \x20c"
    tools: [lookup_order, lookup_order@2]
tools:
  lookup_order:
    description: |-
      Looks an order up.
    parameters:
      {
        "type": "object",
        "required": []
      }
  lookup_order@2:
    name: lookup_order
    description: |-
      Looks up an order.
    parameters:
      {
        "type": "object",
        "required": []
      }
`

func TestAppendForm(t *testing.T) {
	if d := cmp.Diff(exampleText, string(mustAppend(t, example()))); d != "" {
		t.Error(d)
	}
}

func TestAppendPending(t *testing.T) {
	f := &File{Suite: "s", Case: "0x1f",
		Pending: &Pending{Run: Run{Name: "r1", Build: "12", Command: []string{"npm", "a b"}}, Shown: "a1",
			Prompts: "my prompts"}}
	want := "golden: 2\npending:\n  run: r1\n  build: \"12\"\n  shown: a1\n  prompts: my prompts\n  command:\n" +
		"    - npm\n    - a b\ncase: " +
		"\"0x1f\"\nsuite: s\ncalls: []\n"
	if d := cmp.Diff(want, string(mustAppend(t, f))); d != "" {
		t.Error(d)
	}
}

func TestAppendText(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a\nb", "|-\n  a\n  b"},
		{"a\n", "|\n  a"},
		{"a\n\n\n", "|+\n  a\n\n"},
		{"a\n\nb\n", "|\n  a\n\n  b"},
		{" a", "|2-\n   a"},
		{"\ta", "|2-\n  \ta"},
		{"\n a", "|2-\n\n   a"},
		{"a\n   \nb", "|-\n  a\n     \n  b"},
		{"😀 \u00a0記", "|-\n  😀 \u00a0記"},
		{"---\n...", "|-\n  ---\n  ..."},
		{"# a: b", "|-\n  # a: b"},
		{"", `""`},
		{"\n", `"\n"`},
		{" ", `" "`},
		{"a\n ", "\"a\\n\\\n  \\x20\""},
		{"a\n\tb\r", "\"a\\n\\\n  \\tb\\r\""},
		{"\u2028\u0085\ufeff\x00\x7f\uffff", `"\u2028\x85\ufeff\x00\x7f\uffff"`},
		{`"\` + "\r", `"\"\\\r"`},
	}
	for _, tt := range tests {
		w := &writer{}
		w.text(0, "text", tt.text)
		if got := string(w.b); got != "text: "+tt.want+"\n" || w.err != nil {
			t.Errorf("%q:\n got %q\nwant %q (%v)", tt.text, got, "text: "+tt.want+"\n", w.err)
		}
	}
}

func TestAppendScalar(t *testing.T) {
	plain := []string{"a", "turn-2/node:research/main-3#2", "Base identity", "a@2", "記憶", "x=y", "_", "null2",
		"node%20x", "Skills (3)"}
	quoted := []string{"", "null", "Yes", "y", "NO", "~", "1", "-", "1e3", ".inf", "=", "<<", "a: b", "a:", "a #b",
		" a", "a ", "- a", "a,b", "[a", "a\nb", "?", "#", "!a", "é\u2028", "a\u00a0b", "😀"}
	for i, s := range append(plain, quoted...) {
		w := &writer{}
		w.scalar(s)
		if isQuoted := w.b[0] == '"'; isQuoted != (i >= len(plain)) {
			t.Errorf("%q is written as %s", s, w.b)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	long := func(n int) json.RawMessage {
		return json.RawMessage(strings.Repeat("[", n) + strings.Repeat("]", n))
	}
	tests := []struct {
		name string
		edit func(*File)
		want string
	}{
		{"path twice", func(f *File) { f.Calls[1].Path = f.Calls[0].Path }, "turn-1/router: two calls"},
		{"text", func(f *File) { f.Calls[2].Messages[3].Sections[0].Text = "a\xff" },
			`turn-1/main-2#2: "a\xff" is not UTF-8`},
		{"cut character at the end", func(f *File) { f.Calls[2].Messages[3].Name = "a\xef" }, `is not UTF-8`},
		{"case", func(f *File) { f.Case = "\xc0" }, "is not UTF-8"},
		{"tool", func(f *File) { f.Calls[2].Tools[1].Description = "\xff" }, "tool lookup_order@2:"},
		{"json with blanks", func(f *File) { f.Calls[0].Format = json.RawMessage(`{"a": 1}`) },
			"not in canonical form"},
		{"json with escapes", func(f *File) { f.Calls[0].Format = json.RawMessage(`"\ud83d\ude00"`) },
			"not in canonical form"},
		{"cut json", func(f *File) { f.Calls[0].Format = json.RawMessage(`{`) }, "not in canonical form"},
		{"text in json", func(f *File) { f.Calls[0].Format = json.RawMessage("\"\xff\"") }, "not UTF-8"},
		{"deep json", func(f *File) { f.Calls[0].Format = long(maxDepth + 1) }, "nested deeper"},
	}
	for _, tt := range tests {
		f := example()
		tt.edit(f)
		b, err := f.Append([]byte("before"))
		if err == nil || !strings.Contains(err.Error(), tt.want) || string(b) != "before" {
			t.Errorf("%s: got %v and %d bytes", tt.name, err, len(b))
		}
	}
	f := example()
	f.Calls[0].Format = long(maxDepth)
	if _, err := Read("x", mustAppend(t, f)); err != nil {
		t.Errorf("as deep as allowed: %v", err)
	}
}

func TestSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := file().Draw(t, "file")
		b, err := f.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if line := conflict.Line(b); line > 0 {
			t.Fatalf("a merge conflict in line %d of\n%s", line, b)
		}
		g, err := Read("x.pending.yaml", b)
		if err != nil {
			t.Fatalf("%v\n%s", err, b)
		}
		if _, err := Read("x.yaml", b); (err != nil) != (f.Pending != nil) {
			t.Fatalf("as a golden: %v\n%s", err, b)
		}
		if d := cmp.Diff(f, g, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("%s\n%s", d, b)
		}
		again, err := g.Append([]byte("x"))
		if err != nil || string(again) != "x"+string(b) {
			t.Fatalf("%v\n%s", err, cmp.Diff(string(b), string(again)))
		}
	})
}

// A conflict between any two goldens is recognized, and its sides are the two.
func TestConflict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sides [2]string
		for i := range sides {
			b, err := file().Draw(t, "side").Append(nil)
			if err != nil {
				t.Fatal(err)
			}
			sides[i] = string(b)
		}
		text := []byte("<<<<<<< HEAD\n" + sides[0] + "=======\n" + sides[1] + ">>>>>>> feature\n")
		if f, err := Read("x.yaml", text); f != nil || !errors.Is(err, conflict.Err) {
			t.Fatalf("got %v, %v", f, err)
		}
		ours, theirs, ok := conflict.Sides(text)
		if d := cmp.Diff(sides, [2]string{string(ours), string(theirs)}); d != "" || !ok {
			t.Fatal(ok, d)
		}
	})
}

func TestMessageLimit(t *testing.T) {
	f := &File{}
	messages := make([]pipeline.Message, maxMessages/4+1)
	for i := range 4 {
		f.Calls = append(f.Calls, Call{Path: fmt.Sprint("c", i), Messages: messages})
	}
	if _, err := f.Append(nil); err == nil ||
		!strings.Contains(err.Error(), "c3: the golden is too large to be kept: more than") {
		t.Errorf("got %v", err)
	}
}
