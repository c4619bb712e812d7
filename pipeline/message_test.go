package pipeline_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestContent(t *testing.T) {
	for _, tt := range []struct {
		name string
		msg  pipeline.Message
		want string
	}{
		{"no section", pipeline.Message{Role: pipeline.RoleAssistant}, ""},
		{"one", pipeline.Text(pipeline.RoleUser, "Message", "hello\n"), "hello\n"},
		{
			"several, with nothing between them",
			pipeline.Message{Sections: []pipeline.Section{{Name: "Base", Text: "a\n\n"}, {Name: "Skills"},
				{Name: "Memory", Text: "b\r\n 研"}}},
			"a\n\nb\r\n 研",
		},
	} {
		if got := tt.msg.Content(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	want := pipeline.Message{Role: "user", Sections: []pipeline.Section{{Name: "Message", Text: "hello"}}}
	if d := cmp.Diff(want, pipeline.Text(pipeline.RoleUser, "Message", "hello")); d != "" {
		t.Errorf("message (-want +got):\n%s", d)
	}
}

func conversation() []pipeline.Message {
	return []pipeline.Message{
		{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "Base", Text: "a"},
			{Name: "Skills", Text: "b"}}},
		{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "read", Arguments: "{}"}}},
		{Role: pipeline.RoleTool, ToolCallID: "1", Name: "read", Sections: []pipeline.Section{}},
	}
}

func TestCloneMessages(t *testing.T) {
	ms := conversation()
	c := pipeline.CloneMessages(ms)
	if d := cmp.Diff(ms, c); d != "" {
		t.Fatalf("clone (-want +got):\n%s", d)
	}
	ms[0].Sections[1].Text = "changed"
	ms[1].ToolCalls[0].Name = "changed"
	ms[2] = pipeline.Message{}
	if d := cmp.Diff(conversation(), c); d != "" {
		t.Errorf("the clone changed with the original (-want +got):\n%s", d)
	}
}

// Appending to a clone, or to its parts, never writes into the original's arrays.
func TestAppendingToAClone(t *testing.T) {
	ms := slices.Grow(conversation(), 8)
	ms[0].Sections = slices.Grow(ms[0].Sections, 8)
	c := pipeline.CloneMessages(ms)
	_ = append(c, pipeline.Text(pipeline.RoleUser, "Message", "clone"))
	_ = append(c[0].Sections, pipeline.Section{Name: "clone"})
	if got := ms[:4][3].Role; got != "" {
		t.Errorf("the original's array has a message of %q", got)
	}
	if got := ms[0].Sections[:3][2].Name; got != "" {
		t.Errorf("the original's array has a section %q", got)
	}
}

func TestCloneOfNothing(t *testing.T) {
	if c := pipeline.CloneMessages(nil); c != nil {
		t.Errorf("clone of nil: %v", c)
	}
	if c := pipeline.CloneMessages([]pipeline.Message{}); c == nil || len(c) > 0 {
		t.Errorf("clone of an empty array: %#v", c)
	}
}
