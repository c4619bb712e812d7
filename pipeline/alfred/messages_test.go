package alfred

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// kitchenView is a view in which no part of a prompt is empty.
func kitchenView(program bool) view {
	from := pipeline.CaseText("turns[0].user")
	return view{
		Message: from.Of("save the curry"), Program: program, Today: "2026-01-25",
		Profile: from.Of("Allergic to nuts."),
		Entities: memory.Entities{Turn: 3, Program: program, All: []memory.Entity{
			{Ref: "recipe_1", Type: "recipe", Label: "Butter Chicken", From: from, Action: "read",
				LastRef: 2, Created: 2},
			{Ref: "gen_recipe_1", Type: "recipe", Label: "Thai Curry", From: from, Action: "generated", Pending: true,
				Content: []byte(`{"name":"Thai Curry"}`), Made: from, LastRef: 2, Created: 2},
		}},
		Talk: memory.Conversation{
			Done: 2, Turns: []memory.Turn{{User: from.Of("make a curry"), Assistant: from.Of("Here is one.")}},
			Pending: &memory.Pending{Type: "propose", Goal: from.Of("Plan"), Proposal: from.Of("Shall I?")},
			Decisions: []memory.Decision{{Turn: 2, Ref: from.Of("recipe_1"), Action: "retain",
				Reason: from.Of("goal")}},
		},
		Reasoning: memory.Reasoning{Turns: []memory.TurnSummary{{Turn: 2, Goal: from.Of("Make a curry"),
			Phase: "confirming",
			Steps: []memory.StepSummary{{Type: "generate", Outcome: from.Of("Created/updated 'Thai Curry'")}}}}},
	}
}

// sectionsOf returns the names of the sections of each message.
func sectionsOf(ms []pipeline.Message) (system, user []string) {
	for i, into := range []*[]string{&system, &user} {
		for _, s := range ms[i].Sections {
			*into = append(*into, s.Name)
		}
	}
	return system, user
}

var identitySections = []string{"Identity", "Capabilities", "References", "Ground rules"}

// The prompt of every node, section by section; Act's by the type of its step.
func TestF6EveryNode(t *testing.T) {
	p, err := loadPrompts(os.DirFS("prompts"))
	if err != nil {
		t.Fatal(err)
	}
	act := func(stepType string) func(view) ([]pipeline.Message, error) {
		return func(v view) ([]pipeline.Message, error) {
			from := pipeline.CaseText("answer")
			return p.act(actView{view: v,
				Step:  step{Type: stepType, Subdomain: "recipes", Description: from.Of("Do it")},
				Steps: 2, Note: from.Of("recipe_1"), Guidance: from.Of("Metric units."),
				Batch: []batchItem{{Label: from.Of("Thai Curry"), Status: "pending"}},
				This: memory.Outcome{Results: []memory.Result{{Tool: "db_read", Table: "recipes",
					Data: []byte("[]"), From: from}}}})
		}
	}
	base, crud := []string{"Duty", "Actions", "Rules"}, []string{"Tools", "Filters", "References", "Example"}
	middle := []string{"Task", "Examples", "Data", "Entities", "Generated data", "Context", "Decision"}
	noDatabase := slices.Concat([]string{"Header", "Status", "Previous step note", "Profile of a step without database",
		"Guidance of a step without database"}, middle)
	for name, tt := range map[string]struct {
		render       func(view) ([]pipeline.Message, error)
		system, user []string
	}{
		"understand": {func(v view) ([]pipeline.Message, error) { return p.understand(understandView{v}) },
			[]string{"Duty", "Entities", "Curation", "Clarification", "Quick mode", "Output"},
			[]string{"Current Message", "Recent Conversation", "Previous Decisions", "Entity Registry",
				"Pending Clarification"}},
		"think": {func(v view) ([]pipeline.Message, error) {
			return p.think(thinkView{view: v, Guidance: v.Profile, Dashboard: []count{{"recipes", 2}, {"tasks", 0}},
				Curation:  memory.Curation{Demoted: []pipeline.Pieces{v.Message}},
				Mentioned: []pipeline.Pieces{v.Message, v.Profile}, Mode: "plan", MaxSteps: 8})
		}, []string{"Duty", "Decision", "Step types", "Loaded data", "Plans", "Output"},
			[]string{"Session context", "Profile", "Guidance", "Dashboard", "Entities", "Last turn", "Curation",
				"End of session context", "Conversation history", "Pending", "End of conversation history",
				"Immediate task"}},
		"act read": {act("read"), slices.Concat(base, crud, []string{"Read"}),
			slices.Concat([]string{"Header", "Schema", "Status", "Previous step note"}, middle)},
		"act write": {act("write"), slices.Concat(base, crud, []string{"Write"}),
			slices.Concat([]string{"Header", "Schema", "Profile", "Guidance", "Status", "Previous step note"}, middle)},
		"act analyze":  {act("analyze"), slices.Concat(base, []string{"Analyze"}), noDatabase},
		"act generate": {act("generate"), slices.Concat(base, []string{"Generate"}), noDatabase},
		"quick": {func(v view) ([]pipeline.Message, error) {
			return p.quick(quickView{view: v, Intent: v.Message, Subdomain: "recipes"})
		}, []string{"Duty", "Rules", "Output"}, []string{"Schema", "Entities", "Request"}},
		"quick by choice": {func(v view) ([]pipeline.Message, error) {
			return p.quick(quickView{view: v, Intent: v.Message})
		}, []string{"Duty", "Rules", "Output"}, []string{"Schema", "Entities", "Conversation", "Request"}},
		"reply": {func(v view) ([]pipeline.Message, error) {
			return p.reply(replyView{view: v, Goal: v.Message, Failed: v.Message, Steps: []step{{Type: "generate"}},
				Done: []memory.Outcome{{Data: []byte(`{"name":"x"}`)}}})
		}, []string{"Persona", "Duty", "Rules", "Output"}, []string{"Entity Context", "Generated Content",
			"Conversation", "Conversation Flow", "Request", "What Was Accomplished", "Ended early"}},
		"summarize": {func(v view) ([]pipeline.Message, error) {
			return p.summarize(summarizeView{Message: v.Message, Answer: v.Profile, Program: v.Program})
		}, []string{"Duty"}, []string{"User message", "Answer"}},
	} {
		for _, program := range []bool{false, true} {
			ms, err := tt.render(kitchenView(program))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			wantSystem, wantUser := tt.system, tt.user
			if !program || name == "reply" {
				wantSystem = slices.Concat(identitySections, wantSystem)
			}
			if program { // the pending question is in the conversation
				wantUser = slices.DeleteFunc(slices.Clone(wantUser), func(s string) bool { return s == "Pending" })
			}
			system, user := sectionsOf(ms)
			if d := cmp.Diff(wantSystem, system) + cmp.Diff(wantUser, user); d != "" {
				t.Errorf("%s, program %v (-want +got):\n%s", name, program, d)
			}
			checkTexts(t, name, ms)
		}
	}
}

// checkTexts checks what all messages have in common: the case's texts have it as source, parts are separate, and
// nothing is left of the templates' own layout.
func checkTexts(t *testing.T, name string, ms []pipeline.Message) {
	t.Helper()
	for _, m := range ms {
		content := m.Content()
		for _, bad := range []string{"<no value>", "{{", "%!", "\n\n\n\n", "---\n\n---"} {
			if strings.Contains(content, bad) {
				t.Errorf("%s: %q in\n%s", name, bad, content)
			}
		}
		if strings.TrimSpace(content) != content && !strings.HasSuffix(content, "\n") {
			t.Errorf("%s: blanks at an edge of %q", name, content)
		}
		if m.Pieces().String() != content {
			t.Errorf("%s: the pieces are not the text", name)
		}
		for _, p := range m.Pieces() {
			ofCase := p.Source.Kind == pipeline.TextCase
			if m.Role == pipeline.RoleSystem && ofCase || !ofCase && strings.Contains(p.Text, "save the curry") {
				t.Errorf("%s: %q is from %s", name, p.Text, p.Source)
			}
		}
	}
}

// The planner learns what is loaded, and what must not be mixed.
func TestF0ThinkTemplate(t *testing.T) {
	p, err := loadPrompts(os.DirFS("prompts"))
	if err != nil {
		t.Fatal(err)
	}
	ms, err := p.think(thinkView{view: kitchenView(false), Mode: "plan", MaxSteps: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"generate creates content; write persists it. Never use write to create new content",
		"Do not plan to read them again. Plan an `analyze` step that names them by ref.",
	} {
		if !strings.Contains(ms[0].Content(), want) {
			t.Errorf("the system message does not say %q", want)
		}
	}
	want := "**Today**: 2026-01-25 | **Mode**: plan (max 8 steps)"
	if !strings.Contains(ms[1].Content(), want) {
		t.Errorf("no %q in\n%s", want, ms[1].Content())
	}
}
