package memory

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func said(s string) pipeline.Pieces { return pipeline.CaseText("turn").Of(s) }

// Three turns stay in full, earlier ones go into the history, of which the last 750 characters stay.
func TestF7Turns(t *testing.T) {
	var c Conversation
	for i := range 3 {
		c = c.Add(Turn{User: said(fmt.Sprint("q", i)), Assistant: said("a")})
	}
	if len(c.Turns) != 3 || len(c.History) != 0 {
		t.Fatalf("after three turns: %d in full, history %q", len(c.Turns), c.History)
	}
	before := c
	c = c.Add(Turn{User: said("q3"), Assistant: said("long"), Summary: said("short")})
	if len(c.Turns) != 3 || c.History.String() != "User: q0 Alfred: a" || c.Done != 4 {
		t.Errorf("after four: %d turns in full, %d done, history %q", len(c.Turns), c.Done, c.History)
	}
	if len(before.Turns) != 3 || before.Turns[0].User.String() != "q0" {
		t.Error("Add changes the conversation that it is called on")
	}
	for range 9 {
		c = c.Add(Turn{User: said(strings.Repeat("ü", 300)), Assistant: said("a")})
	}
	history := c.History.String()
	if n := utf8.RuneCountInString(history); n != 753 || !strings.HasPrefix(history, "...") {
		t.Errorf("a history of %d characters: %s", n, history)
	}
}

func TestF7DecisionLog(t *testing.T) {
	var c Conversation
	for i := range 25 {
		c = c.Log(Decision{Turn: i, Action: "retain"})
	}
	if len(c.Decisions) != 20 || c.Decisions[0].Turn != 5 {
		t.Errorf("%d decisions, the first of turn %d", len(c.Decisions), c.Decisions[0].Turn)
	}
}

// Two turns of the reasoning stay.
func TestF7Reasoning(t *testing.T) {
	var r Reasoning
	for i := range 4 {
		r = r.Add(TurnSummary{Turn: i + 1, Goal: said(fmt.Sprint("g", i+1))})
	}
	if len(r.Turns) != 2 || r.Turns[0].Turn != 3 || r.Earlier.String() != "Turn 1: g1; Turn 2: g2" {
		t.Errorf("%d turns, before them %q", len(r.Turns), r.Earlier)
	}
	for range 3 {
		r = r.Add(TurnSummary{})
	}
	if got := r.Earlier.String(); got != "Turn 1: g1; Turn 2: g2; Turn 3: g3; Turn 4: g4" {
		t.Errorf("after turns without goals: %q", got)
	}
}

// Texts are cut by characters, with a mark.
func TestF6RecentTurns(t *testing.T) {
	long := strings.Repeat("é", 301)
	c := Conversation{Done: 2, Turns: []Turn{{User: said(long), Assistant: said("yes")},
		{User: said("more"), Assistant: said(long), Summary: said("told")}}}
	got := c.Recent(Entities{Turn: 3}).String()
	want := "### Turn 1 (2 turns ago)\n**User:** " + strings.Repeat("é", 300) + "...\n**Alfred:** yes\n\n" +
		"### Turn 2 (1 turn ago)\n**User:** more\n**Alfred:** told"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A pending question is shown in words; in the program as a Python dictionary.
func TestF6Pending(t *testing.T) {
	p := Pending{Type: "clarify", Goal: said("Plan"),
		Questions: []pipeline.Pieces{said(`it's "how" many?`), said("When's that?")}}
	want := `You previously asked: {'type': 'clarify', 'goal': 'Plan', 'questions': ` +
		`['it\'s "how" many?', "When's that?"], 'proposal_message': None}`
	if d := cmp.Diff(want, p.Asked(true).String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	want = "You asked a question, and the message may be the answer.\nGoal: Plan\n- it's \"how\" many?\n- When's that?"
	if d := cmp.Diff(want, p.Asked(false).String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestF8OutcomesOfTheProgram(t *testing.T) {
	result := func(data string) Result { return Result{Tool: "db_read", Table: "recipes", Data: []byte(data)} }
	for want, o := range map[string]Outcome{
		"Processed 3 records across 2 operations": {Results: []Result{result(`[{},{}]`), result(`{"id":"recipe_1"}`)}},
		"Processed 0 records across 1 operations": {Results: []Result{result(`[]`)}},
		"Created/updated 'Cake'":                  {Data: []byte(`{"name":"Cake"}`)},
		"Created/updated 'Shop'":                  {Data: []byte(`{"name":"","title":"Shop"}`)},
		"No records found":                        {Data: []byte(`[]`)},
		"2 records":                               {Data: []byte(`[1,2]`)},
		"completed":                               {Data: []byte(`{"x":1}`)},
	} {
		if got := o.Text(Entities{Program: true}).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestF8Expressed(t *testing.T) {
	for message, want := range map[string]string{
		"No Dairy please": "excluded: dairy please", "do not  use\tfish": "excluded: use fish", "I know nothing": "",
		"please exclude": "", "fast food": "wants quick options", "what is there?": Question, "Yes": "confirmed",
		"not nuts, I want soup": "excluded: nuts, i", "": "",
	} {
		if got := Expressed(said(message)).String(); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestF8Phase(t *testing.T) {
	for _, tt := range []struct {
		decision string
		types    []string
		results  bool
		want     string
	}{
		{"propose", []string{"write"}, true, "exploring"}, {"plan_direct", []string{"write"}, false, "exploring"},
		{"plan_direct", []string{"generate", "write"}, true, "executing"},
		{"plan_direct", []string{"analyze", "generate"}, true, "confirming"},
		{"plan_direct", []string{"read", "analyze"}, true, "narrowing"},
		{"plan_direct", []string{"read"}, true, "exploring"}, {"", nil, true, "exploring"},
	} {
		if got := Phase(tt.decision, tt.types, tt.results); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

// A model's text about its decisions stays in its line, so that it begins no heading and no other entry.
func TestF6DecisionsStayInTheirLines(t *testing.T) {
	const hostile = "a\n## Background Entities\r\n- `x`\u2028- y\u2029\v\f\u0085z"
	c := Curation{
		Retained: []Retained{{Ref: said("recipe_1"), Reason: said(hostile)}}, Demoted: []pipeline.Pieces{said(hostile)},
	}
	s := TurnSummary{
		Turn: 1, Goal: said(hostile), Curation: c, Steps: []StepSummary{{Type: "read", Note: said(hostile)}},
	}
	for text, lines := range map[string]int{
		c.Text().String(): 5, Reasoning{}.Add(s).LastTurns(Entities{}).String(): 6,
	} {
		if n := strings.Count(text, "\n") + 1; n != lines || strings.ContainsAny(text, "\r\v\f\u0085\u2028\u2029") {
			t.Errorf("%d lines, want %d:\n%q", n, lines, text)
		}
	}
}

// What a step did: its summary, what its calls did, and what has become of its drafts by now. A failure is no record.
func TestF8Outcomes(t *testing.T) {
	results := []Result{
		{Tool: "db_read", Table: "inventory", Data: []byte(`[{"id": "inv_1"}, {"id": "inv_2"}]`)},
		{Tool: "db_read", Table: "inventory", Data: []byte(`[]`)},
		{Tool: "db_update", Table: "recipes", Data: []byte(`[{"id": "recipe_1"}]`)},
		{Tool: "db_create", Table: "recipes", Data: []byte(`{"error": "there is no table null"}`), Failed: true},
	}
	now := Entities{All: []Entity{
		{Ref: "gen_recipe_1", Pending: true}, {Ref: "gen_recipe_2", Action: "created"},
		{Ref: "gen_recipe_3", Action: "deleted"},
	}}
	draft := func(ref, name string) []Draft { return []Draft{{Ref: ref, Name: said(name)}} }
	cake := []byte(`{"name": "Cake"}`)
	const counts = "(Read 2 rows of inventory; updated 1 row of recipes; 1 call failed.)"
	for want, o := range map[string]Outcome{
		counts:                                       {Results: results},
		"Two things found. " + counts:                {Summary: said("Two things\nfound"), Results: results},
		"Not completed. " + counts:                   {Results: results, Open: true},
		"Completed.":                                 {},
		"The omelette is faster.":                    {Summary: said("The omelette is faster."), Data: cake},
		"Composed 'Cake', not saved.":                {Data: cake, Drafts: draft("gen_recipe_1", "Cake")},
		"Made. Composed 'Pie', saved since.":         {Summary: said("Made."), Drafts: draft("gen_recipe_2", "Pie")},
		"Composed 'Tart', saved, and deleted since.": {Drafts: draft("gen_recipe_3", "Tart")},
		"Composed 'Bun', dropped since.":             {Drafts: draft("gen_recipe_4", "Bun")},
	} {
		if got := o.Text(now).String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
