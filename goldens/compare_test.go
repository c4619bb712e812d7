package goldens

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// copyOf returns a copy that shares nothing with f that an edit could reach.
func copyOf(f *File) *File {
	c := *f
	c.Calls = slices.Clone(f.Calls)
	for i := range c.Calls {
		c.Calls[i].Messages = pipeline.CloneMessages(c.Calls[i].Messages)
		c.Calls[i].Tools = slices.Clone(c.Calls[i].Tools)
	}
	return &c
}

func TestCompareParts(t *testing.T) {
	const main2 = 2
	tests := []struct {
		name string
		edit func(c *Call)
		want []string // titles
	}{
		{"nothing", func(c *Call) {}, nil},
		{"stage", func(c *Call) { c.Stage = "node" }, []string{"stage"}},
		{"format", func(c *Call) { c.Format = json.RawMessage(`"json"`) }, []string{"format · added"}},
		{"word", func(c *Call) { c.Messages[1].Sections[0].Text += "!" },
			[]string{`message 2 (user) · section "Message"`}},
		{"role", func(c *Call) { c.Messages[1].Role = "developer" }, []string{"message 2 (developer) · role"}},
		{"section name", func(c *Call) { c.Messages[1].Sections[0].Name = "Text" },
			[]string{`message 2 (user) · section "Message" · removed`, `message 2 (user) · section "Text" · added`}},
		{"new section", func(c *Call) {
			c.Messages[0].Sections = append([]pipeline.Section{{Name: "Rules"}}, c.Messages[0].Sections...)
		}, []string{`message 1 (system) · section "Rules" · added`}},
		{"sections swapped", func(c *Call) {
			c.Messages[3].Sections = []pipeline.Section{{Name: "Note", Text: "n"}, c.Messages[3].Sections[0]}
		}, []string{`message 4 (tool) · section "Note" · added`}},
		{"tool call id", func(c *Call) { c.Messages[3].ToolCallID = "call_2" },
			[]string{"message 4 (tool) · tool_call_id"}},
		{"tool name", func(c *Call) { c.Messages[3].Name = "" }, []string{"message 4 (tool) · name · removed"}},
		{"argument", func(c *Call) { c.Messages[2].ToolCalls[0].Arguments = `{"id":13}` },
			[]string{`message 3 (assistant) · tool call "lookup_order"`}},
		{"id of a tool call", func(c *Call) { c.Messages[2].ToolCalls[0].ID = "x" },
			[]string{`message 3 (assistant) · tool call "lookup_order"`}},
		{"tool schema", func(c *Call) { c.Tools[1].Parameters = json.RawMessage(`{}`) },
			[]string{`tool "lookup_order"`}},
		{"tool removed", func(c *Call) { c.Tools = c.Tools[:1] }, []string{`tool "lookup_order" · removed`}},
		{"message removed", func(c *Call) { c.Messages = slices.Delete(c.Messages, 1, 2) },
			[]string{`message 2 (user) · section "Message" · removed`}},
		{"empty message added", func(c *Call) { c.Messages = append(c.Messages, pipeline.Message{Role: "user"}) },
			[]string{"message 5 (user) · added"}},
		{"message moved", func(c *Call) { c.Messages[0], c.Messages[1] = c.Messages[1], c.Messages[0] },
			[]string{"message 2 (system) · moved from 1"}},
	}
	for _, tt := range tests {
		old, new := example(), copyOf(example())
		tt.edit(&new.Calls[main2])
		changes := Compare(old, new)
		var got []string
		for _, p := range changes[main2].Parts {
			got = append(got, p.Title())
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		if want := (Change{Status: Unchanged, Path: "turn-1/main-1", Stage: "main"}); !cmp.Equal(changes[1], want) {
			t.Errorf("%s: another call: %v", tt.name, changes[1])
		}
	}
}

func TestCompareCalls(t *testing.T) {
	calls := func(names ...string) *File {
		f := &File{}
		for _, n := range names {
			f.Calls = append(f.Calls, Call{Path: n})
		}
		return f
	}
	tests := []struct {
		name     string
		old, new *File
		want     string
	}{
		{"no golden", nil, calls("a", "b"), "new a, new b"},
		{"nothing any more", calls("a"), nil, "missing a"},
		{"missing where it stood", calls("a", "b", "c"), calls("a", "c", "d"),
			"unchanged a, missing b, unchanged c, new d"},
		{"another order", calls("a", "b", "c"), calls("b", "c", "a"), "unchanged b, unchanged c, changed a"},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range Compare(tt.old, tt.new) {
			got = append(got, string(c.Status)+" "+c.Path)
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}

// Two files compare as unchanged if and only if their calls are written alike.
func TestCompareIffEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := file().Draw(t, "old")
		new := copyOf(old)
		if rapid.Bool().Draw(t, "other") {
			new = file().Draw(t, "new")
		}
		for range rapid.IntRange(0, 2).Draw(t, "edits") {
			edit(t, new)
		}
		same := true
		for _, c := range Compare(old, new) {
			same = same && c.Status == Unchanged
			if c.Status == Changed != (len(c.Parts) > 0) || c.Status == Changed && c.Text() == "" {
				t.Fatalf("%v", c)
			}
		}
		a, b := mustAppendCalls(t, old), mustAppendCalls(t, new)
		if same != (a == b) {
			t.Fatalf("same is %v:\n%s\n%s", same, a, b)
		}
	})
}

func mustAppendCalls(t *rapid.T, f *File) string {
	b, err := (&File{Calls: f.Calls}).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Any single alteration is reported, at the path where it was made and at no other.
func TestCompareReportsAnyEdit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := file().Draw(t, "old")
		new := copyOf(old)
		at := edit(t, new)
		changes := Compare(old, new)
		for i, c := range changes {
			if (c.Status == Unchanged) != (i != at) {
				t.Fatalf("call %d was altered, and call %d is %s", at, i, c.Status)
			}
		}
	})
}

// edit alters one thing in one call, -1 when there is no call.
func edit(t *rapid.T, f *File) int {
	if len(f.Calls) == 0 {
		return -1
	}
	i := rapid.IntRange(0, len(f.Calls)-1).Draw(t, "call")
	c := &f.Calls[i]
	alter := func(s *string) { *s += rapid.SampledFrom(nasty[1:]).Draw(t, "more") }
	edits := []func(){
		func() { c.Stage += "x" },
		func() { c.Messages = append(c.Messages, message().Draw(t, "m")) },
		func() { c.Tools = append(c.Tools, tool().Draw(t, "t")) },
		func() { c.Format = json.RawMessage(`[` + string(c.Format) + `]`) },
	}
	for k := range c.Messages {
		m := &c.Messages[k]
		edits = append(edits, func() { alter(&m.Role) }, func() { alter(&m.Name) }, func() { alter(&m.ToolCallID) },
			func() { m.Sections = append(m.Sections, pipeline.Section{}) },
			func() { c.Messages = slices.Delete(c.Messages, k, k+1) })
		for s := range m.Sections {
			edits = append(edits, func() { alter(&m.Sections[s].Name) }, func() { alter(&m.Sections[s].Text) })
		}
		for s := range m.ToolCalls {
			edits = append(edits, func() { alter(&m.ToolCalls[s].ID) }, func() { alter(&m.ToolCalls[s].Name) },
				func() { alter(&m.ToolCalls[s].Arguments) })
		}
	}
	for k := range c.Tools {
		edits = append(edits, func() { alter(&c.Tools[k].Description) }, func() { alter(&c.Tools[k].Name) },
			func() { c.Tools[k].Parameters = json.RawMessage(`[` + string(c.Tools[k].Parameters) + `]`) })
	}
	edits[rapid.IntRange(0, len(edits)-1).Draw(t, "edit")]()
	return i
}
