package message_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

func load(t *testing.T, other fstest.MapFS) *message.Prompts {
	t.Helper()
	p, err := message.Load(prompt.Over(other, os.DirFS("../../prompts")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func build(t *testing.T, m message.Message) (system, user []pipeline.Section) {
	t.Helper()
	system, user, err := load(t, nil).Build(m)
	if err != nil {
		t.Fatal(err)
	}
	return system, user
}

func names(sections []pipeline.Section) []string {
	var all []string
	for _, s := range sections {
		all = append(all, s.Name)
	}
	return all
}

var said = pipeline.CaseText("said")

func of(text string) pipeline.Pieces { return said.Of(text) }

// full has a value for every field.
func full() message.Message {
	return message.Message{
		Description: of("d"), Objective: of("o"), Context: of("c"), Input: of("i"), Previous: of("p"), Retry: true,
		Reason: of("r"), ToolDefs: []any{"a"}, ToolCalls: []any{"b"}, ToolResults: map[string]any{"c": "d"},
		Resources: []message.Resource{{URI: of("u"), Content: of("x")}},
	}
}

// G0, G3: stable parts go to the system, others to the user, in the documented order.
func TestPartitionAndOrderG0(t *testing.T) {
	system, user := build(t, full())
	want := []string{"Job Description", "Node Objective", "Context", "Tool Definitions", "Resources"}
	if d := cmp.Diff(want, names(system)); d != "" {
		t.Errorf("system (-want +got):\n%s", d)
	}
	want = []string{"Input", "Previous Result", "Tool Calls", "Tool Results", "Retry"}
	if d := cmp.Diff(want, names(user)); d != "" {
		t.Errorf("user (-want +got):\n%s", d)
	}
}

// G0, G3: an empty value leaves no section, blanks do; a side without sections sends no message.
func TestEmptyValuesG3(t *testing.T) {
	for name, tt := range map[string]struct {
		m    message.Message
		want []string
	}{
		"nothing": {message.Message{}, nil},
		"empty lists and maps": {message.Message{ToolDefs: []any{}, ToolCalls: []any{}, ToolResults: map[string]any{},
			Resources: []message.Resource{}}, nil},
		"an empty text":            {message.Message{Input: of(""), Context: of("")}, nil},
		"blanks":                   {message.Message{Input: of("  "), Context: of("\n")}, []string{"Context", "Input"}},
		"a reason without a retry": {message.Message{Reason: of("why")}, nil},
		"a retry without a reason": {message.Message{Retry: true}, []string{"Retry"}},
		"an empty resource": {message.Message{Resources: []message.Resource{{URI: of("u")}}},
			[]string{"Resources"}},
	} {
		t.Run(name, func(t *testing.T) {
			system, user := build(t, tt.m)
			if d := cmp.Diff(tt.want, append(names(system), names(user)...)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if got := len(message.Pair(system, user)); tt.want == nil && got != 0 {
				t.Errorf("%d messages of nothing", got)
			}
		})
	}
}

// G4: a section is heading, detail, a blank line and the value unchanged; one blank line separates two of them, and one
// line feed ends the message. A chat has the same texts without the separators (G0).
func TestRenderingG4(t *testing.T) {
	prefix := func(h, d string) *message.Prefix { return &message.Prefix{Heading: of(h), Detail: of(d)} }
	m := message.Message{
		Input: of("one\n\n## two"), Retry: true,
		Resources: []message.Resource{{URI: of("a"), Content: of("A\n")}, {URI: of("b")}},
		Prefixes: message.Prefixes{
			Input: prefix("H", "D"), Resources: prefix("R", "S\n"), Retry: prefix("", ""),
		},
	}
	system, user := build(t, m)
	got := map[string]string{}
	for _, m := range message.Pair(system, user) {
		got[m.Role] = m.Content()
	}
	want := map[string]string{
		"system": "## R\nS\n:\n\n### a\n\n```\nA\n\n```\n\n### b\n\n```\n\n```\n",
		"user": "## H\nD:\n\none\n\n## two\n\n## \n:\n\nThe previous response did not pass validation. Please review " +
			"and try again.\n",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("a pair (-want +got):\n%s", d)
	}
	var chat []string
	for _, m := range message.Chat(system, user) {
		chat = append(chat, m.Role+" "+m.Content())
	}
	apart := strings.SplitAfterN(want["user"], "## two\n", 2)
	if d := cmp.Diff([]string{"system " + want["system"], "user " + apart[0], "user " + apart[1][1:]}, chat); d != "" {
		t.Errorf("a chat (-want +got):\n%s", d)
	}
}

// Every text of a prompt has its source: the default details are the template's, those of a serving the case's.
func TestSourcesOfAPrompt(t *testing.T) {
	m := full()
	m.Prefixes.Input = &message.Prefix{Heading: of("H"), Detail: of("D")}
	system, user := build(t, m)
	for _, s := range append(system, user...) {
		text := map[pipeline.TextKind]string{}
		for _, p := range s.Pieces() {
			text[p.Source.Kind] += p.Text
		}
		own := !strings.HasPrefix(text[pipeline.TextTemplate], "## "+s.Name+"\n")
		if s.Name == "Input" {
			own = text[pipeline.TextCase] != "HDi"
		}
		if own {
			t.Errorf("%s: %q", s.Name, text)
		}
	}
}

// A folder may change one of the files; a forbidden text is an error with its line.
func TestOtherTemplates(t *testing.T) {
	p := load(t, fstest.MapFS{"serving.user.tmpl": {Data: []byte(`{{define "Ask"}}{{.Input}}{{end}}`)}})
	system, user, err := p.Build(full())
	if err != nil || len(system) != 5 || len(user) != 1 || user[0].Text != "i" {
		t.Errorf("got %v, %v, %v", system, user, err)
	}
	misspelt := fstest.MapFS{"serving.user.tmpl": {Data: []byte("{{define \"A\"}}\n{{.Imput}}{{end}}")}}
	_, err = message.Load(prompt.Over(misspelt, os.DirFS("../../prompts")))
	if err == nil || !strings.HasPrefix(err.Error(), "serving.user.tmpl:2: unknown field .Imput") {
		t.Errorf("got %v", err)
	}
}
