package alfred

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"
)

// actInput is the program's input of an act prompt.
type actInput struct {
	Index        int             `json:"step_index"`
	Steps        int             `json:"total_steps"`
	Goal         string          `json:"step_description"`
	Subdomain    string          `json:"subdomain"`
	Message      string          `json:"user_message"`
	Entities     string          `json:"entity_context"`
	Conversation string          `json:"conversation_context"`
	PrevTurn     string          `json:"prev_turn_context"`
	Before       string          `json:"prev_step_results"`
	This         string          `json:"current_step_results"`
	Type         string          `json:"step_type"`
	Schema       string          `json:"schema"`
	Calls        int             `json:"tool_calls_made"`
	Note         string          `json:"prev_step_note"`
	Today        string          `json:"today"`
	Profile      string          `json:"profile_section"`
	Guidance     string          `json:"subdomain_guidance"`
	Artifacts    string          `json:"artifacts_section"`
	Batch        json.RawMessage `json:"batch_manifest"`
}

// The message by headings; for the types and parts in the specification, byte for byte. The header and the examples are
// the system's own: vectors have placeholders there.
func compareActUserPrompt(t *trial, raw rawVector) {
	p := templates(t)
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	in := into[actInput](t, v.Input)
	want := into[struct {
		Prompt   string   `json:"prompt"`
		Headings []string `json:"headings"`
	}](t, v.Output)
	got, err := p.ActUser(t.program, in.texts(want.Prompt))
	if err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(want.Headings, headings(got)); d != "" {
		t.Errorf("headings (-want +got):\n%s", d)
	}
	if in.known() {
		exactly(t, want.Prompt, got)
	}
}

// known reports whether the specification has the whole text of such a message: of steps that read or generate, without
// a batch, and without results of earlier turns.
func (in actInput) known() bool {
	noBatch := len(in.Batch) == 0 || string(in.Batch) == "null"
	dataIsThere := in.Type == "read" || in.Before != "" && in.This == ""
	return slices.Contains([]string{"read", "generate"}, in.Type) && noBatch && in.PrevTurn == "" && dataIsThere
}

var headerMark, examplesMark = regexp.MustCompile(`<<HEADER[^>]*>>`), regexp.MustCompile(`<<EXAMPLES[^>]*>>`)

func (in actInput) texts(want string) ActTexts {
	return ActTexts{
		Index: in.Index, Steps: in.Steps, Calls: in.Calls, Type: in.Type, Subdomain: in.Subdomain, Today: in.Today,
		Header: said(headerMark.FindString(want)), Examples: said(examplesMark.FindString(want)), Goal: said(in.Goal),
		Message: said(in.Message), Schema: said(in.Schema), Entities: said(in.Entities),
		Conversation: said(in.Conversation), PrevTurn: said(in.PrevTurn), Before: said(in.Before),
		This: said(in.This), Profile: said(in.Profile), Guidance: said(in.Guidance), Artifacts: said(in.Artifacts),
		Note: said(in.Note),
	}
}

func headings(s string) []string {
	var all []string
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "## ") {
			all = append(all, strings.TrimRight(line, "\n"))
		}
	}
	return all
}

// The files of the system message in order, separated by rulers.
func compareActSystemPrompt(t *trial, raw rawVector) {
	p := templates(t)
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	parts, err := p.ActSystemParts(into[string](t, v.Input))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, mark := range strings.Split(into[string](t, v.Output), "\n\n---\n\n") {
		text, err := p.File(strings.Trim(mark, "<>"))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, text)
	}
	if d := gocmp.Diff(want, parts); d != "" {
		t.Errorf("parts (-want +got):\n%s", d)
	}
}
