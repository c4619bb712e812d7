package database_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

const soups = `{"recipes": [{"id":"00000000-0000-4000-8000-000000000001","name":"Soup"},
	{"id":"00000000-0000-4000-8000-000000000002","name":"Stew"}]}`

func layer(t *testing.T, program bool) *database.Layer {
	t.Helper()
	db, err := database.Load(memory.Kitchen(), object(t, soups))
	if err != nil {
		t.Fatal(err)
	}
	n := 100
	return &database.Layer{Registry: memory.NewRegistry(memory.Kitchen(), program), Tables: db, NewID: func() string {
		n++
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	}}
}

func object(t *testing.T, text string) *record.Object {
	t.Helper()
	o, err := record.ParseObject([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return o
}

// run returns the model's view of a query. answer is a case's result; empty: the tables answer.
func run(t *testing.T, l *database.Layer, tool, params, answer string) string {
	t.Helper()
	c, err := l.Translate(tool, object(t, params))
	if err != nil {
		return "error: " + err.Error()
	}
	if answer == "" {
		if answer, err = c.Query(); err != nil {
			return "error: " + err.Error()
		}
	}
	return c.Register(answer, pipeline.CaseText("tools")).Text()
}

func actions(l *database.Layer) string {
	var all []string
	for _, e := range l.Registry.Entities() {
		all = append(all, e.Ref+" "+e.Action)
	}
	return strings.Join(all, ", ")
}

const byRef = `{"table":"recipes","filters":[{"field":"id","op":"=","value":"recipe_2"}],"data":{"name":"Curry"}}`

// An update or delete becomes the last action on a row; in the program that is read.
func TestF0Lifecycle(t *testing.T) {
	for _, tt := range []struct {
		program bool
		tool    string
		answer  string
		want    string
	}{
		{false, "db_update", "", "recipe_1 read, recipe_2 updated"},
		{false, "db_delete", "", "recipe_1 read, recipe_2 deleted"},
		{false, "db_delete", `{"deleted": 1}`, "recipe_1 read, recipe_2 deleted"},
		{false, "db_delete", `[]`, "recipe_1 read, recipe_2 read"},
		{true, "db_update", "", "recipe_1 read, recipe_2 read"},
		{true, "db_delete", "", "recipe_1 read, recipe_2 read"},
	} {
		l := layer(t, tt.program)
		run(t, l, "db_read", `{"table":"recipes"}`, "")
		run(t, l, tt.tool, byRef, tt.answer)
		if got := actions(l); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

// A link to an unsaved artefact or to nothing is refused; the program stores the reference (Q).
func TestF4LinkToUnsaved(t *testing.T) {
	const params = `{"table":"meal_plans","data":[{"date":"2026-01-12"},{"recipe_id":"%s"}]}`
	for ref, want := range map[string]string{
		"gen_recipe_1": "error: db_create meal_plans: data[1]: recipe_id: gen_recipe_1 is not saved yet; save it first",
		"recipe_9":     "error: db_create meal_plans: data[1]: recipe_id: there is no recipe_9",
		"Soup": "error: db_create meal_plans: data[1]: recipe_id: want a reference such as recipe_1, " +
			`got "Soup"`,
		"00000000-0000-4000-8000-000000000002": "error: db_create meal_plans: data[1]: recipe_id: " +
			`want a reference such as recipe_1, got "[id]"`,
	} {
		l := layer(t, false)
		l.Registry.Generate("recipe", "Pie", object(t, `{"name":"Pie"}`), nil, pipeline.TextSource{})
		if got := run(t, l, "db_create", fmt.Sprintf(params, ref), ""); got != want {
			t.Errorf("%s: %s, want %s", ref, got, want)
		}
		changed := l.Tables.Count("meal_plans") > 0 || actions(l) != "gen_recipe_1 generated"
		if strings.HasPrefix(want, "error") && changed {
			t.Errorf("%s: the query left something behind: %s", ref, actions(l))
		}
	}
	l := layer(t, true)
	want := `[{"id":"meal_1","date":"2026-01-12"},{"id":"meal_2","recipe_id":"recipe_9"}]`
	if got := run(t, l, "db_create", fmt.Sprintf(params, "recipe_9"), ""); got != want {
		t.Errorf("the program: %s, want %s", got, want)
	}
}

// A read of saved and unsaved references returns both; the program loses the unsaved one.
func TestF4MixedRead(t *testing.T) {
	const params = `{"table":"recipes","filters":[{"field":"id","op":"in","value":["gen_recipe_1","recipe_1"]}]}`
	for program, want := range map[bool]string{
		false: `[{"id":"recipe_1","name":"Soup"},{"name":"Pie","id":"gen_recipe_1"}]`,
		true:  `[{"id":"recipe_1","name":"Soup"}]`,
	} {
		l := layer(t, program)
		l.Registry.Generate("recipe", "Pie", object(t, `{"name":"Pie"}`), nil, pipeline.TextSource{})
		run(t, l, "db_read", `{"table":"recipes"}`, "")
		if got := run(t, l, "db_read", params, ""); got != want {
			t.Errorf("program %v: %s, want %s", program, got, want)
		}
	}
}

// A create that names its artefact saves it, whatever its label is.
func TestF4CreateNamesItsArtefact(t *testing.T) {
	l := layer(t, false)
	l.Registry.Generate("recipe", "Pie", object(t, `{"name":"Pie"}`), nil, pipeline.TextSource{})
	got := run(t, l, "db_create", `{"table":"recipes","data":{"id":"gen_recipe_1","name":"Tart"}}`, "")
	if got != `{"id":"gen_recipe_1","name":"Tart"}` || actions(l) != "gen_recipe_1 created" {
		t.Errorf("%s, %s", got, actions(l))
	}
}

// A case's result is registered like one of the tables; a text has no rows.
func TestF4ResultOfACase(t *testing.T) {
	l := layer(t, false)
	const read = `{"table":"recipes"}`
	for answer, want := range map[string]string{
		`[{"id":"00000000-0000-4000-8000-000000000002",` +
			`"name":"like 00000000-0000-4000-8000-000000000001"},5]`: `[{"id":"recipe_1","name":"like [id]"},5]`,
		"no row 00000000-0000-4000-8000-000000000001 here": "no row [id] here",
		`{"a": 1, "a": 2}`: `{"a": 1, "a": 2}`,
		`7`:                `7`,
	} {
		if got := run(t, l.Clone(), "db_read", read, answer); got != want {
			t.Errorf("%s: %s, want %s", answer, got, want)
		}
	}
	if len(l.Registry.Entities()) != 0 || len(l.Log) != 0 {
		t.Error("a copy changed the layer")
	}
}

func TestF7Fix(t *testing.T) {
	for _, tt := range []struct{ tool, params, want string }{
		{"db_read", `{"or_filters":{},"filters":[1,{"op":"="},{"field":"a","op":"="}]}`,
			`{"or_filters":[],"filters":[{"field":"a","op":"="}]}`},
		{"db_read", `{"filters":null}`, "filters must be a list, got NoneType"},
		{"db_read", `{"or_filters":1.0}`, "or_filters must be a list, got float"},
		{"db_read", `{"filters":{"a":1}}`, "filters must be a list, got dict"},
		{"db_create", `{"data":true}`, "db_create data must be dict or list, got bool"},
		{"db_create", `{"data":[]}`, `{"data":[]}`},
		{"db_update", `{"data":null}`, "db_update data must be a dict, got NoneType"},
		{"db_delete", `{"data":7}`, `{"data":7}`},
	} {
		fixed, err := database.Fix(tt.tool, object(t, tt.params))
		got := string(record.Marshal(fixed))
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.params, got, tt.want)
		}
	}
}

func TestF4Infer(t *testing.T) {
	for artefact, want := range map[string]string{
		`{"prep_time":null}`:                           "recipe item_1",
		`{"meal_type":"x","date":"y"}`:                 "meal_plan Generated Meal Plan",
		`{"meals":[],"title":"Week"}`:                  "meal_plan Week",
		`{"meal_plan":[{"date":"a"},{},{"date":"c"}]}`: "meal_plan Meal Plan a to c",
		`{"due_date":1,"name":""}`:                     "task item_1",
		`{"title":"T","status":null}`:                  "task T",
		`{"type":""}`:                                  "item item_1",
	} {
		if typ, label := database.Infer(object(t, artefact), 0); typ+" "+label != want {
			t.Errorf("%s: %s %s, want %s", artefact, typ, label, want)
		}
	}
}
