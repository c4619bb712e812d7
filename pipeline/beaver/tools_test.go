package beaver

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

func TestOffered_N1(t *testing.T) {
	all := []pipeline.Tool{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	list := func(names ...string) *[]string { return &names }
	for _, tt := range []struct {
		name    string
		profile Profile
		want    []string
	}{
		{"nothing said: all", Profile{}, []string{"a", "b", "c"}},
		{"the profile's, in the case's order", Profile{Tools: list("c", "a")}, []string{"a", "c"}},
		{"the profile names one that the case has not", Profile{Tools: list("x", "b")}, []string{"b"}},
		{"an empty profile list: none", Profile{Tools: list()}, nil},
		{"only those allowed", Profile{Allow: list("b")}, []string{"b"}},
		{"an empty allow list: none", Profile{Allow: list()}, nil},
		{"allowed, but not the profile's", Profile{Tools: list("a"), Allow: list("b")}, nil},
		{"denied", Profile{Deny: []string{"b"}}, []string{"a", "c"}},
		{"denied beats allowed", Profile{Allow: list("a", "b"), Deny: []string{"a"}}, []string{"b"}},
		{"denied beats the profile", Profile{Tools: list("a", "b", "c"), Deny: []string{"c", "a"}}, []string{"b"}},
		{"an empty deny list: no change", Profile{Deny: []string{}}, []string{"a", "b", "c"}},
		{"names are equal to the letter", Profile{Allow: list("A", "b "), Deny: []string{"C"}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, tool := range tt.profile.offered(all, nil) {
				got = append(got, tool.Name)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("offered (-want +got):\n%s", d)
			}
		})
	}
}

// Arguments with a duplicate key call no tool, and the model reads why; the loop continues.
func TestToolCalls_T3_KeyTwice(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{"turn-1/main-1": {ToolCalls: []pipeline.ToolCall{
		{ID: "1", Name: "clock", Arguments: `{"city":"Oslo","city":"Rome"}`},
	}}}}
	converse(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}}}, m, users("What time is it?"))
	last := m.kept[len(m.kept)-1]
	got := last.Messages[len(last.Messages)-1]
	const want = "Tool error: the arguments of clock hold a key twice."
	if last.Path != "turn-1/main-2" || got.Role != pipeline.RoleTool || got.ToolCallID != "1" || got.Content() != want {
		t.Errorf("%s ends with %s %s: %q, want %q", last.Path, got.Role, got.ToolCallID, got.Content(), want)
	}
}

// Calls without an id get one each, and each result names the call that it answers.
func TestToolCalls_T2_T4_OwnIDs(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{
		"turn-1/main-1": asks("", "clock", "nothing", "clock"),
		"turn-1/main-2": asks("", "clock"),
	}}
	converse(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}}}, m, users("What time is it?"))
	messages := m.kept[len(m.kept)-1].Messages[2:]
	var asked, answered []string
	ids := map[string]bool{}
	for _, msg := range messages {
		for _, c := range msg.ToolCalls {
			asked = append(asked, c.ID+" "+c.Name)
			ids[c.ID] = true
		}
		if msg.Role == pipeline.RoleTool {
			answered = append(answered, msg.ToolCallID+" "+msg.Name)
		}
	}
	if len(ids) != 4 || ids[""] {
		t.Errorf("ids %v, want four that differ", ids)
	}
	if d := cmp.Diff(asked, answered); d != "" {
		t.Errorf("results do not fit their calls (-asked +answered):\n%s", d)
	}
}

// The arguments of a model reach the next request byte for byte; empty ones are no object.
func TestToolCalls_T2_T3_Arguments(t *testing.T) {
	const spaced = "{ \"a\" : 1.0,\n\t\"b\":\"\\u6d77\" }"
	m := &script{answers: map[string]pipeline.Response{"turn-1/main-1": {ToolCalls: []pipeline.ToolCall{
		{ID: "1", Name: "clock", Arguments: spaced}, {ID: "2", Name: "clock", Arguments: ""},
	}}}}
	converse(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}}}, m, users("What time is it?"))
	got := m.kept[len(m.kept)-1].Messages[2:]
	want := []pipeline.Message{
		{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "clock", Arguments: spaced},
			{ID: "2", Name: "clock"}}},
		{Role: pipeline.RoleTool, ToolCallID: "1", Name: "clock",
			Sections: []pipeline.Section{{Name: "Result", Text: "Tool error: clock gave no result."}}},
		{Role: pipeline.RoleTool, ToolCallID: "2", Name: "clock",
			Sections: []pipeline.Section{
				{Name: "Result", Text: "Tool error: the arguments of clock are not a JSON object."},
			}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("messages (-want +got):\n%s", d)
	}
}

// The tools of active skills count like the profile's: in the case's order, within the allow list, and never denied
// ones.
func TestOffered_N1_ToolsOfSkills(t *testing.T) {
	all := []pipeline.Tool{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	list := func(names ...string) *[]string { return &names }
	bring := func(tools ...[]string) []*skill {
		var all []*skill
		for _, names := range tools {
			all = append(all, &skill{Skill: &skills.Skill{Tools: names}})
		}
		return all
	}
	for _, tt := range []struct {
		name    string
		profile Profile
		skills  []*skill
		want    []string
	}{
		{"beside the profile's", Profile{Tools: list("c")}, bring([]string{"d", "a"}),
			[]string{"a", "c", "d"}},
		{"of two skills, each once", Profile{Tools: list()}, bring([]string{"b", "a"},
			[]string{"a"}), []string{"a", "b"}},
		{"one that the case does not have", Profile{Tools: list()}, bring([]string{"x", "../a"}),
			nil},
		{"not allowed", Profile{Tools: list("c"), Allow: list("c")}, bring([]string{"a"}),
			[]string{"c"}},
		{"denied", Profile{Tools: list("c"), Deny: []string{"a"}}, bring([]string{"a", "b"}),
			[]string{"b", "c"}},
		{"the profile has all", Profile{}, bring([]string{"a"}), []string{"a", "b", "c", "d"}},
		{"no skill", Profile{Tools: list("b")}, nil, []string{"b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, tool := range tt.profile.offered(all, toolsOf(tt.skills)) {
				got = append(got, tool.Name)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("offered (-want +got):\n%s", d)
			}
		})
	}
}
