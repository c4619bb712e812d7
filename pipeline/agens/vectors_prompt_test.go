package agens

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
)

// promptVector is a message in the vectors' form.
type promptVector struct {
	Context   any
	Message   map[string]any
	Overrides map[string][2]string `json:"prefix_overrides"`
}

// texts are the fields that are texts or nothing.
var texts = []string{"input", "job_description", "node_objective", "previous_result", "retry_reason"}

// odd reports whether a text field has another type, which no case can have: the program fails then.
func (v promptVector) odd() bool {
	isText := func(v any) bool {
		_, ok := v.(string)
		return ok || v == nil
	}
	return !isText(v.Context) || slices.ContainsFunc(texts, func(key string) bool { return !isText(v.Message[key]) })
}

// G2 to G4: with the program's own table of prefixes, prompts are equal to the byte, in the documented order.
//
// There is one exception, by the rule G0: an empty map of tool results leaves no section, and the program shows {}.
func TestVectorPrompt(t *testing.T) {
	table := read[map[string]Prefix](t, vectorFile(t, "prefixes_default.json"))
	prompts := ownPrompts(t)
	eachVector(t, "prompt.json", func(t *testing.T, v vector) {
		in := read[promptVector](t, v.Input)
		if in.odd() && raises(t, v.Output) {
			v.by("no text where the case has one")
			return
		}
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
		if results, ok := in.Message["tool_results"].(map[string]any); ok && len(results) == 0 {
			v.by("but for {} of no results, G0")
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

// message returns the vector's message. Values of the wrong type are left out (G3).
func (v promptVector) message() message.Message {
	m := message.Message{
		Input: text(v.Message["input"]), Description: text(v.Message["job_description"]),
		Objective: text(v.Message["node_objective"]), Context: text(v.Context),
		Previous: text(v.Message["previous_result"]), Reason: text(v.Message["retry_reason"]),
	}
	if n, ok := v.Message["retries"].(json.Number); ok {
		retries, err := n.Int64()
		if err == nil {
			m.Retry = retries > 0
		}
	}
	m.ToolDefs, _ = v.Message["tool_defs"].([]any)
	m.ToolCalls, _ = v.Message["tool_calls"].([]any)
	m.ToolResults, _ = v.Message["tool_results"].(map[string]any)
	resources, _ := v.Message["resources"].([]any)
	for _, r := range resources {
		fields, _ := r.(map[string]any)
		if content, loaded := fields["content"].(string); loaded {
			m.Resources = append(m.Resources, message.Resource{URI: text(fields["uri"]), Content: text(content)})
		}
	}
	return m
}

func text(v any) pipeline.Pieces {
	s, _ := v.(string)
	return code.Of(s)
}

// withoutSection removes the section of a heading, whose value is {}, from a prompt.
func withoutSection(t *testing.T, prompt, heading string) string {
	t.Helper()
	before, rest, found := strings.Cut(prompt, "## "+heading+"\n")
	_, after, ended := strings.Cut(rest, "\n\n{}\n")
	if !found || !ended {
		t.Fatalf("no section %s with {} in %q", heading, prompt)
	}
	return strings.TrimSuffix(before, "\n") + after
}

// tableOf returns prefixes as in a case, for a table like that of the vectors.
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
	return s.Loaded()
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
		Input: some, Description: some, Objective: some, Context: some, Previous: some, Reason: some, Retry: true,
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
