package alfred

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// contextInput is the input state of a builder of the program.
type contextInput struct {
	Registry     json.RawMessage            `json:"registry"`
	Turn         int                        `json:"current_turn"`
	Message      string                     `json:"user_message"`
	Conversation vectorConversation         `json:"conversation"`
	Steps        map[string]json.RawMessage `json:"step_results"`
	TurnResults  map[string]json.RawMessage `json:"turn_step_results"`
	Now          map[string]json.RawMessage `json:"current_step_results"`
	Node         string                     `json:"node"`
}

func templates(t *trial) Rendered {
	t.Helper()
	p, err := LoadPrompts(os.DirFS("prompts"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The output of each builder, byte for byte. Where a vector has text of the program that the specification lacks, the
// exceptions below say which, and headings and entity lines are compared.
func compareContexts(t *trial, raw rawVector) {
	builders := map[string]func(*trial, contextInput, string){
		"think_entity_context": thinkEntities, "understand_context": understandContext, "reply_context": replyContext,
		"think_context": thinkContext, "act_entity_context": actEntities, "format_reasoning": formatReasoning,
		"format_conversation": formatConversation, "format_conversation_brief": formatConversation,
	}
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	want := into[string](t, v.Output)
	if v.Kind == "format_curation" {
		formatCuration(t, into[vectorCuration](t, v.Input), want)
		return
	}
	build, ok := builders[v.Kind]
	if !ok {
		t.Fatalf("there is no builder of the kind %s", v.Kind)
	}
	in := into[contextInput](t, v.Input)
	if in.Turn == 0 && len(in.Registry) > 0 {
		in.Turn = into[struct {
			Turn int `json:"current_turn"`
		}](t, in.Registry).Turn
	}
	build(t, in, want)
}

func exactly(t *trial, want, got string) {
	t.Helper()
	if d := gocmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

var (
	entityLine = regexp.MustCompile("^(- |### )`([a-z_0-9]+)`: ")
	note       = regexp.MustCompile(`\s*\(.*\)$`) // after a heading
)

// outline returns the headings without parentheses, and the references of the entity lines.
func outline(s string) []string {
	var all []string
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\n")
		if m := entityLine.FindStringSubmatch(line); m != nil {
			all = append(all, m[2])
		} else if strings.HasPrefix(line, "#") {
			all = append(all, note.ReplaceAllString(line, ""))
		}
	}
	return all
}

func sameOutline(t *trial, want, got string) {
	t.Helper()
	if d := gocmp.Diff(outline(want), outline(got)); d != "" {
		t.Errorf("headings and entities (-want +got):\n%s", d)
	}
}

// hasOldPending reports whether an artefact is unsaved, older than the window and retained: the program's two
// classifications of entities differ on it (F5, Q).
func hasOldPending(e memory.Entities) bool {
	for _, x := range e.All {
		if x.Pending && x.Reason != "" && e.Turn-x.LastRef > memory.Recent {
			return true
		}
	}
	return false
}

// The text around artefacts and retained entities is the program's own; no specification has it.
func thinkEntities(t *trial, in contextInput, want string) {
	e := entitiesOf(t, in.Registry, in.Turn, true)
	got := e.Think().String()
	switch {
	case len(e.All) == 0:
		if !strings.Contains(want, got) {
			t.Errorf("want %q, got %q", want, got)
		}
	case len(e.Generated())+len(e.Retained()) == 0:
		exactly(t, want, got)
	case hasOldPending(e):
		exactly(t, strings.Join(onlyHeadings(outline(want)), "\n"), strings.Join(onlyHeadings(outline(got)), "\n"))
	default:
		sameOutline(t, want, got)
	}
}

func onlyHeadings(outline []string) []string {
	var all []string
	for _, line := range outline {
		if strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// The program's text for a registry without entities is in no specification.
func understandContext(t *trial, in contextInput, want string) {
	e := entitiesOf(t, in.Registry, in.Turn, false)
	got, err := templates(t).Understand(t.program, said(in.Message), e, in.Conversation.talk())
	if err != nil {
		t.Fatal(err)
	}
	if len(e.All) == 0 {
		const registry = "## Entity Registry"
		want, _, _ = strings.Cut(want, registry)
		got, _, _ = strings.Cut(got, registry)
		want, got = strings.TrimRight(want, "\n -"), strings.TrimRight(got, "\n -")
	}
	exactly(t, want, got)
}

// The program's texts for results other than those of reads, for a turn without any, and for a registry without
// entities, are in no specification.
func replyContext(t *trial, in contextInput, want string) {
	done := outcomesOf(t, in.Steps)
	e := entitiesOf(t, in.Registry, in.Turn, false)
	got, err := templates(t).Reply(t.program, e, in.Conversation.talk(), in.Conversation.reasoning(), done)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.All) == 0 {
		const talk = "## Conversation\n"
		_, want, _ = strings.Cut(want, talk)
		_, got, _ = strings.Cut(got, talk)
	}
	if !onlyReads(done) {
		const accomplished = "## What Was Accomplished"
		want, _, _ = strings.Cut(want, accomplished)
		got, _, _ = strings.Cut(got, accomplished)
	}
	exactly(t, strings.TrimSpace(want), strings.TrimSpace(got))
}

func onlyReads(done []memory.Outcome) bool {
	for _, o := range done {
		for _, r := range o.Results {
			if r.Tool != "db_read" {
				return false
			}
		}
		if len(o.Results) == 0 {
			return false
		}
	}
	return len(done) > 0
}

// No node of the program uses this builder: Think has three blocks (F6). For an existing conversation, its heading and
// the text of the last turn are compared.
func thinkContext(t *trial, in contextInput, want string) {
	talk := in.Conversation.talk()
	got := "## Conversation History\n\n" + talk.Text(t.program).String()
	e := entitiesOf(t, in.Registry, in.Turn, false)
	if len(e.All) == 0 && len(talk.Turns) == 0 {
		exactly(t, want, got)
		return
	}
	for _, part := range append(lastWords(talk), "## Conversation History") {
		if !strings.Contains(want, part) || !strings.Contains(got, part) {
			t.Errorf("%q is not in both:\n%s\n\n%s", part, want, got)
		}
	}
}

func lastWords(c memory.Conversation) []string {
	if len(c.Turns) == 0 {
		return nil
	}
	return []string{c.Turns[len(c.Turns)-1].User.String()}
}

var (
	// The program shows the head of the id (Q: no id, nor a part of one, reaches a prompt).
	idHead = regexp.MustCompile(` → saved as [0-9a-f]{8}\.\.\.`)
	// Its text above the entities without data is in no specification.
	refsOnly = "## Recent Context (refs only)"
)

func actEntities(t *trial, in contextInput, want string) {
	var now []memory.Result
	for _, o := range outcomesOf(t, in.Now) {
		now = append(now, o.Results...)
	}
	e := entitiesOf(t, in.Registry, in.Turn, false)
	got := e.Act(turnResultsOf(t, in.TurnResults), now).String()
	switch want = idHead.ReplaceAllString(want, ""); {
	case len(e.All) == 0:
		if got == "" {
			t.Error("nothing is said of no entities")
		}
	case strings.Contains(want, refsOnly), hasOtherKeys(t, in):
		sameOutline(t, want, got)
	default:
		exactly(t, want, got)
	}
}

// hasOtherKeys reports whether rows have columns whose form is in no specification.
func hasOtherKeys(t *trial, in contextInput) bool {
	known := []string{"id", "name", "cuisine", "prep_time_minutes", "cook_time_minutes", "servings", "instructions",
		"recipe_ingredients", "quantity", "unit", "location"}
	for _, turn := range turnResultsOf(t, in.TurnResults) {
		for _, s := range turn.Steps {
			rows, _ := valueOf(t, s.Data).([]any)
			for _, row := range rows {
				o, ok := row.(*record.Object)
				if !ok || slices.ContainsFunc(o.Keys(), func(k string) bool { return !slices.Contains(known, k) }) {
					return true
				}
			}
		}
	}
	return len(in.Now) > 0
}

// formatReasoning compares a node's view of earlier turns: the specification lacks the text for nodes that it does not
// name, for a conversation that has just begun, and for the notes of steps.
func formatReasoning(t *trial, in contextInput, want string) {
	r, e := in.Conversation.reasoning(), memory.Entities{Program: t.program}
	for _, turn := range r.Turns {
		for i := range turn.Steps {
			turn.Steps[i].Note = nil
		}
	}
	if len(r.Turns) == 0 && len(r.Earlier) == 0 {
		exactly(t, "", r.LastTurns(e).String()+r.Flow(e).String())
		return
	}
	switch in.Node {
	case "think":
		exactly(t, want, r.LastTurns(e).String())
	case "reply":
		exactly(t, want, r.Flow(e).String())
	default:
		if earlier := r.Earlier.String(); !strings.Contains(want, earlier) {
			t.Errorf("no %q in %q", earlier, want)
		}
	}
}

// For the conversation alone the specification has the form that Reply sees.
func formatConversation(t *trial, in contextInput, want string) {
	talk := in.Conversation.talk()
	for _, part := range lastWords(talk) {
		if got := talk.Text(t.program).String(); !strings.Contains(want, part) || !strings.Contains(got, part) {
			t.Errorf("%q is not in both:\n%s\n\n%s", part, want, got)
		}
	}
}

var quotedRef = regexp.MustCompile("`[a-z_0-9]+`")

// Only the text above demoted entities is known.
func formatCuration(t *trial, c vectorCuration, want string) {
	got := c.curation().Text().String()
	if len(c.Retained) == 0 && len(c.Demoted) > 0 {
		exactly(t, want, got)
		return
	}
	if d := gocmp.Diff(quotedRef.FindAllString(want, -1), quotedRef.FindAllString(got, -1)); d != "" {
		t.Errorf("references (-want +got):\n%s", d)
	}
}
