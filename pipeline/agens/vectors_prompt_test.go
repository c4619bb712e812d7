package agens

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/message"
)

// promptVector is a message as the vectors spell it.
type promptVector struct {
	Context *string
	Message struct {
		Input       *string
		Description *string `json:"job_description"`
		Objective   *string `json:"node_objective"`
		Previous    *string `json:"previous_result"`
		ToolDefs    any     `json:"tool_defs"`
		ToolCalls   any     `json:"tool_calls"`
		ToolResults any     `json:"tool_results"`
		Resources   []struct {
			URI, Name string
			Content   *string
		}
		Retries int
		Reason  *string `json:"retry_reason"`
	}
	Overrides map[string][2]string `json:"prefix_overrides"`
}

// G2 to G4: with the program's own table of prefixes, prompts are equal to the byte, in the documented order.
//
// One vector is not required, by the rule G0: an empty map of tool results leaves no section, and the program shows {}.
func TestVectorPrompt(t *testing.T) {
	table := read[map[string]Prefix](t, vectorFile(t, "prefixes_default.json"))
	prompts := ownPrompts(t)
	eachVector(t, "prompt.json", func(t *testing.T, v vector) {
		in := read[promptVector](t, v.Input)
		m := in.message()
		given := maps.Clone(table)
		for key, p := range in.Overrides {
			given[key] = Prefix{p[0], p[1]}
		}
		m.Prefixes = (&node{serving: Serving{Prefixes: tableOf(t, given)}}).prefixes()
		want := read[struct {
			System string `json:"system_documented_order"`
			User   string `json:"user_documented_order"`
		}](t, v.Output)
		if results, ok := in.Message.ToolResults.(map[string]any); ok && len(results) == 0 {
			want.User = withoutSection(t, want.User, table["tool_results"].Heading)
		}
		system, user, err := prompts.Build(m)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, m := range message.Pair(system, user) {
			got[m.Role] = m.Content()
		}
		if d := cmp.Diff(want.System, got[pipeline.RoleSystem]); d != "" {
			t.Errorf("system (-want +got):\n%s", d)
		}
		if d := cmp.Diff(want.User, got[pipeline.RoleUser]); d != "" {
			t.Errorf("user (-want +got):\n%s", d)
		}
	})
}

// message is the vector's message. What has another type than a field takes is left out (G3).
func (v promptVector) message() message.Message {
	m := message.Message{
		Input: text(v.Message.Input), Description: text(v.Message.Description), Objective: text(v.Message.Objective),
		Context: text(v.Context), Previous: text(v.Message.Previous), Reason: text(v.Message.Reason),
		Retries: v.Message.Retries,
	}
	m.ToolDefs, _ = v.Message.ToolDefs.([]any)
	m.ToolCalls, _ = v.Message.ToolCalls.([]any)
	m.ToolResults, _ = v.Message.ToolResults.(map[string]any)
	for _, r := range v.Message.Resources {
		if r.Content != nil {
			m.Resources = append(m.Resources, message.Resource{URI: text(&r.URI), Content: text(r.Content)})
		}
	}
	return m
}

func text(s *string) pipeline.Pieces {
	if s == nil {
		return nil
	}
	return code.Of(*s)
}

// withoutSection is a prompt without the section of a heading, whose value is {}.
func withoutSection(t *testing.T, prompt, heading string) string {
	t.Helper()
	before, rest, found := strings.Cut(prompt, "## "+heading+"\n")
	_, after, ended := strings.Cut(rest, "\n\n{}\n")
	if !found || !ended {
		t.Fatalf("no section %s with {} in %q", heading, prompt)
	}
	return strings.TrimSuffix(before, "\n") + after
}

// tableOf are prefixes as a case has them, of a table like that of the vectors.
func tableOf(t *testing.T, table map[string]Prefix) (p Prefixes) {
	t.Helper()
	raw, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	return read[Prefixes](t, raw)
}

func ownPrompts(t *testing.T) *message.Prompts {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return s.prompts
}

// G2: the headings are the program's, each above a detail of the project's own; the prefix of the schema is in the
// table and in no prompt.
func TestVectorPrefixes(t *testing.T) {
	table := read[map[string]Prefix](t, vectorFile(t, "prefixes_default.json"))
	known := reflect.TypeFor[Prefixes]()
	if len(table) != known.NumField() {
		t.Errorf("%d fields, want %d", known.NumField(), len(table))
	}
	some := code.Of("some text")
	system, user, err := ownPrompts(t).Build(message.Message{
		Input: some, Description: some, Objective: some, Context: some, Previous: some, Reason: some, Retries: 1,
		ToolDefs: []any{"a"}, ToolCalls: []any{"a"}, ToolResults: map[string]any{"a": "b"},
		Resources: []message.Resource{{URI: some, Content: some}},
	})
	if err != nil {
		t.Fatal(err)
	}
	headings := map[string]bool{}
	for _, s := range append(system, user...) {
		heading, rest, _ := strings.Cut(strings.TrimPrefix(s.Text, "## "), "\n")
		detail, _, ok := strings.Cut(rest, ":\n\n")
		if headings[heading] = true; !ok || detail == "" {
			t.Errorf("%q has no detail", s.Text)
		}
	}
	for i := range known.NumField() {
		key := known.Field(i).Tag.Get("json")
		if headings[table[key].Heading] == (key == "schema") {
			t.Errorf("%s: the heading %q is not as it should be among %v", key, table[key].Heading, headings)
		}
	}
}
