package memory_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

const (
	id1 = "11111111-1111-4111-8111-111111111111"
	id2 = "22222222-2222-4222-8222-222222222222"
)

var tool = pipeline.TextSource{Kind: pipeline.TextTool, Name: "turn-1/act-1/tool-1", Define: "db_read"}

func rows(t *testing.T, text string) []*record.Object {
	t.Helper()
	v, err := record.Parse([]byte(text))
	list, ok := record.Objects(v)
	if err != nil || !ok {
		t.Fatalf("%s: %v", text, err)
	}
	return list
}

func read(t *testing.T, r *memory.Registry, table, text string) string {
	t.Helper()
	return string(record.Marshal(record.List(r.Read(table, rows(t, text), tool))))
}

func label(r *memory.Registry, ref string) string {
	e, _ := r.Entity(ref)
	return e.Label
}

// A partial read does not remove a label; in the program it does.
func TestF4LabelOfAPartialRow(t *testing.T) {
	for program, want := range map[bool]string{false: "Soup", true: "recipe_1"} {
		r := memory.NewRegistry(memory.Kitchen(), program)
		read(t, r, "recipes", `[{"id":"`+id1+`","name":"Soup"}]`)
		read(t, r, "recipes", `[{"id":"`+id1+`","servings":2}]`)
		if got := label(r, "recipe_1"); got != want {
			t.Errorf("program %v: %s, want %s", program, got, want)
		}
	}
}

func TestF4LabelSources(t *testing.T) {
	r := memory.NewRegistry(memory.Kitchen(), false)
	read(t, r, "meal_plans", `[{"id":"`+id1+`","date":"2026-01-12T18:00:00Z","recipe_id":"`+id2+`"}]`)
	meal, _ := r.Entity("meal_1")
	linked, _ := r.Entity("recipe_1")
	if meal.Label != "Jan 12 [meal]" || meal.From != tool || linked.Label != "recipe_1" ||
		linked.From != (pipeline.TextSource{}) {
		t.Errorf("%+v, %+v", meal, linked)
	}
	read(t, r, "meal_plans", `[{"id":"`+id1+`","date":"next friday","meal_type":"lunch"}]`)
	if got := label(r, "meal_1"); got != "next friday [lunch]" {
		t.Errorf("%s", got)
	}
}

// A link becomes a reference in every table; the program knows only some tables.
func TestF4LinksOfOtherTables(t *testing.T) {
	for program, want := range map[bool]string{
		false: `[{"id":"shop_1","ingredient_id":"ing_1"}]`, true: `[{"id":"shop_1","ingredient_id":"` + id2 + `"}]`,
	} {
		r := memory.NewRegistry(memory.Kitchen(), program)
		if got := read(t, r, "shopping_list", `[{"id":"`+id1+`","ingredient_id":"`+id2+`"}]`); got != want {
			t.Errorf("program %v: %s, want %s", program, got, want)
		}
	}
}

// A filter by name keeps a name that looks like a reference (Q).
func TestF4FilterByName(t *testing.T) {
	for program, want := range map[bool]string{false: "recipe_1", true: id1} {
		r := memory.NewRegistry(memory.Kitchen(), program)
		read(t, r, "recipes", `[{"id":"`+id1+`"}]`)
		filters := r.Filters(record.List(rows(t, `[{"field":"name","op":"=","value":"recipe_1"},
			{"field":"recipe_id","op":"in","value":["recipe_1","recipe_2",7]}]`)))
		got := string(record.Marshal(filters))
		if w := `[{"field":"name","op":"=","value":"` + want + `"},{"field":"recipe_id","op":"in","value":["` + id1 +
			`","recipe_2",7]}]`; got != w {
			t.Errorf("program %v: %s, want %s", program, got, w)
		}
	}
}

// An artefact is saved once, and as a row of its own type (Q).
func TestF4Promotion(t *testing.T) {
	r := memory.NewRegistry(memory.Kitchen(), false)
	content := record.Of(record.Field{Key: "title", Value: " SOUP "})
	r.Generate("recipe", "Other", content, nil, tool)
	r.Generate("meal_plan", "Week", record.Of(record.Field{Key: "name", Value: "Week"}), nil, tool)
	var got []string
	for _, saved := range [][2]string{{"recipe", "soup"}, {"recipe", "Soup"}, {"meal", "Week"}, {"meal_plan", "week"}} {
		got = append(got, r.Created("", id1[:35]+string(rune('1'+len(got))), saved[0], saved[1], tool))
	}
	if d := cmp.Diff([]string{"gen_recipe_1", "recipe_1", "meal_1", "gen_meal_plan_1"}, got); d != "" {
		t.Error(d)
	}
	if _, kept := r.Content("gen_recipe_1"); !kept {
		t.Error("the content is gone before the turn ends")
	}
	if n := r.ForgetSaved(); n != 2 || r.SetContent("gen_recipe_1", content, tool) {
		t.Errorf("%d forgotten", n)
	}
	if e, _ := r.Entity("gen_recipe_1"); e.Label != "soup" || e.Action != "created" || e.Pending {
		t.Errorf("%+v", e)
	}
}

func TestF4RemoveAndClear(t *testing.T) {
	r := memory.NewRegistry(memory.Kitchen(), false)
	r.SetTurn(1)
	read(t, r, "recipes", `[{"id":"`+id1+`"},{"id":"`+id2+`"}]`)
	r.Generate("recipe", "", record.Of(record.Field{Key: "name", Value: "x"}), nil, tool)
	r.Retain("recipe_1", "a plan")
	if !r.Remove("recipe_1") || r.Remove("recipe_1") || r.Remove("nobody_1") || r.Retain("recipe_1", "again") {
		t.Error("what is removed is known")
	}
	r.Clear()
	if _, ok := r.Content("gen_recipe_1"); ok || len(r.Entities()) != 0 || r.Stats() != (memory.Stats{}) ||
		len(r.Pending()) != 0 || len(r.ByAction("read")) != 0 {
		t.Errorf("%v is left", r.Entities())
	}
	if len(r.IDs()) != 2 {
		t.Errorf("the ids are forgotten: %v", r.IDs())
	}
	if got := read(t, r, "recipes", `[{"id":"`+id1+`"}]`); got != `[{"id":"recipe_3"}]` {
		t.Errorf("a number is given again: %s", got)
	}
}

// A result written by a person may contain references.
func TestF4ResultWithReferences(t *testing.T) {
	r := memory.NewRegistry(memory.Kitchen(), false)
	read(t, r, "recipes", `[{"id":"`+id1+`","name":"Soup"}]`)
	got := read(t, r, "meal_plans", `[{"id":"`+id2+`","recipe_id":"recipe_1"}]`)
	want := `[{"id":"meal_1","recipe_id":"recipe_1","_recipe_id_label":"Soup"}]`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	const row = `[{"id":"recipe_1","name":"Stew"}]`
	if got := read(t, r, "recipes", row); got != row {
		t.Errorf("%s, want %s", got, row)
	}
	if id, _ := r.ID("recipe_1"); id != id1 || len(r.Entities()) != 2 {
		t.Errorf("recipe_1 is %s of %v", id, r.Entities())
	}
}

func TestF4TouchMentioned(t *testing.T) {
	for program, want := range map[bool][]string{false: {"recipe_1", "meal_1", "gen_recipe_1"}, true: {"recipe_1"}} {
		r := memory.NewRegistry(memory.Kitchen(), program)
		read(t, r, "recipes", `[{"id":"`+id1+`"}]`)
		read(t, r, "meal_plans", `[{"id":"`+id2+`"}]`)
		r.Generate("recipe", "", nil, nil, tool)
		r.SetTurn(5)
		v, err := record.Parse([]byte(`{"gen_recipe_1": ["recipe_1, recipe_11 and (meal_1)"]}`))
		if err != nil {
			t.Fatal(err)
		}
		if n := r.TouchMentioned(v); n != len(want) || !slices.Equal(r.ThisTurn(), want) {
			t.Errorf("program %v: %d, %v, want %v", program, n, r.ThisTurn(), want)
		}
	}
}

func TestF4IsRef(t *testing.T) {
	for s, want := range map[string]bool{
		"recipe_١": true, "recipe_+1": true, "recipe_--1": false, "recipe_": false, "recipe_ 1\n": true,
		"recipe_1.0":                           false,
		"a-b-c-d-eeeeeeeeeeeeeeeeeeeeeeeeee_1": false, "": false, "_": false, "recipe_1\x1c": true,
	} {
		if memory.IsRef(s) != want {
			t.Errorf("%q: want %v", s, want)
		}
	}
}

func TestUnmarshalErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"ref_to_uuid": []}`:                         "ref_to_uuid: want an object, got list",
		`{"ref_to_uuid": {"recipe_1": 1}}`:            "ref_to_uuid: recipe_1: want a string, got int",
		`{"ref_to_uuid": {"re\ncipe_1": "x"}}`:        `ref_to_uuid: "re\ncipe_1" is no reference`,
		`{"current_turn": 1.5}`:                       "current_turn: want a whole number, got 1.5",
		`{"counters": {"recipe": "1"}}`:               `counters: recipe: want a whole number, got "1"`,
		`{"ref_actions": {"recipe_1": null}}`:         "ref_actions: recipe_1: want a string, got NoneType",
		`{"ref_turn_last_ref": {"recipe_1": "soon"}}`: "ref_turn_last_ref: recipe_1: want a whole number",
	} {
		err := memory.NewRegistry(memory.Kitchen(), false).UnmarshalJSON([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// No number is given again, whatever the counters of a dump say.
func TestUnmarshalRaisesCounters(t *testing.T) {
	r := memory.NewRegistry(memory.Kitchen(), false)
	dump := `{"ref_to_uuid": {"recipe_7": "` + id1 + `", "gen_recipe_3": "__pending__gen_recipe_3"}}`
	if err := json.Unmarshal([]byte(dump), r); err != nil {
		t.Fatal(err)
	}
	if got := r.Generate("recipe", "", nil, nil, tool); got != "gen_recipe_4" {
		t.Error(got)
	}
	if got := r.Created("", id2, "recipe", "", tool); got != "recipe_8" {
		t.Error(got)
	}
}

// A reference is never given twice; a copy changes nothing; a dump round-trips (F4).
func TestLawF4(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := memory.NewRegistry(memory.Kitchen(), rapid.Bool().Draw(t, "program"))
		given := map[string]bool{}
		for n := range rapid.IntRange(1, 12).Draw(t, "steps") {
			r.SetTurn(n)
			before := string(record.Marshal(r.Dump()))
			kept := r.Clone()
			step(t, r)
			if after := string(record.Marshal(kept.Dump())); after != before {
				t.Fatalf("the copy was\n%s\nand is\n%s", before, after)
			}
			for _, e := range r.Entities() {
				if _, was := kept.Entity(e.Ref); !was && given[e.Ref] {
					t.Fatalf("%s is given again", e.Ref)
				}
				given[e.Ref] = true
			}
			again := memory.NewRegistry(r.Domain(), r.Program())
			if err := json.Unmarshal(record.Marshal(r.Dump()), again); err != nil {
				t.Fatal(err)
			}
			r.Name(nil, tool) // pending names are not kept between turns
			if want, got := parsed(t, r), parsed(t, again); !record.Equal(want, got) {
				t.Fatalf("%s\nis read back as\n%s", record.Marshal(want), record.Marshal(got))
			}
			if d := cmp.Diff(r.Entities(), again.Entities(), cmpopts.IgnoreFields(memory.Entity{}, "From")); d != "" {
				t.Fatal(d)
			}
		}
	})
}

// parsed is a dump as in a file; removed references may be in another order there.
func parsed(t *rapid.T, r *memory.Registry) any {
	v, err := record.Parse(record.Marshal(r.Dump()))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func step(t *rapid.T, r *memory.Registry) {
	id := rapid.SampledFrom([]string{id1, id2}).Draw(t, "id")
	name := rapid.SampledFrom([]string{"", "Soup", "Cake"}).Draw(t, "name")
	ref := rapid.SampledFrom([]string{"recipe_1", "recipe_2", "meal_1", "gen_recipe_1", "nobody_1"}).Draw(t, "ref")
	row := record.Of(record.Field{Key: "id", Value: id}, record.Field{Key: "name", Value: name})
	switch rapid.IntRange(0, 8).Draw(t, "what") {
	case 0:
		r.Read("recipes", []*record.Object{row}, tool)
	case 1:
		link := record.Of(record.Field{Key: "id", Value: id}, record.Field{Key: "recipe_id", Value: id2})
		r.Read("meal_plans", []*record.Object{link}, tool)
	case 2:
		r.Generate("recipe", name, row, nil, tool)
	case 3:
		r.Created("", id, "recipe", name, tool)
	case 4:
		r.ChangedInUI(id, "recipe", name, "updated:user", tool)
	case 5:
		r.Remove(ref)
	case 6:
		r.Retain(ref, "a plan")
	case 7:
		r.ForgetSaved()
	case 8:
		r.SetContent(ref, row, tool)
	}
}
