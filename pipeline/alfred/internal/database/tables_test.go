package database_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

const pantry = `{"inventory": [
	{"id": "00000000-0000-4000-8000-000000000001", "name": "Eggs", "quantity": 6, "tags": ["fresh", "cold"]},
	{"id": "00000000-0000-4000-8000-000000000002", "name": "Milk", "quantity": 1.50, "expiry_date": "2026-01-12"},
	{"id": "00000000-0000-4000-8000-000000000003", "name": "Egg noodles", "quantity": 10, "notes": "50% off"}]}`

func loaded(t *testing.T, text string) *database.Tables {
	t.Helper()
	db, err := database.Load(memory.Kitchen(), object(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// tablesRun returns the result of a query in JSON, or its error.
func tablesRun(t *testing.T, db *database.Tables, tool, params string) string {
	t.Helper()
	n := 100
	got, err := db.Run(tool, object(t, params), func() string {
		n++
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	})
	if err != nil {
		return err.Error()
	}
	return string(record.Marshal(got))
}

func TestF0ReadFilters(t *testing.T) {
	for _, tt := range []struct{ filter, want string }{
		{`{"field":"name","op":"=","value":"Eggs"}`, "Eggs"},
		{`{"field":"name","op":"=","value":"eggs"}`, ""},
		{`{"field":"name","op":"!=","value":"Eggs"}`, "Milk, Egg noodles"},
		{`{"field":"quantity","op":"<","value":6}`, "Milk"},
		{`{"field":"quantity","op":"<=","value":"6.0"}`, "Eggs, Milk"},
		{`{"field":"quantity","op":">","value":6}`, "Egg noodles"},
		{`{"field":"quantity","op":">=","value":1.5}`, "Eggs, Milk, Egg noodles"},
		{`{"field":"quantity","op":"=","value":1.5}`, "Milk"},
		{`{"field":"expiry_date","op":"<","value":"2026-02-01"}`, "Milk"},
		{`{"field":"expiry_date","op":"!=","value":"2026-02-01"}`, "Milk"},
		{`{"field":"name","op":"in","value":["Milk","Eggs"]}`, "Eggs, Milk"},
		{`{"field":"name","op":"not_in","value":["Milk","Eggs"]}`, "Egg noodles"},
		{`{"field":"name","op":"in","value":[]}`, ""},
		{`{"field":"name","op":"like","value":"Egg%"}`, "Eggs, Egg noodles"},
		{`{"field":"name","op":"like","value":"egg%"}`, ""},
		{`{"field":"name","op":"ILIKE","value":"%GG_"}`, "Eggs"},
		{`{"field":"name","op":"ilike","value":"%o%l%s"}`, "Egg noodles"},
		{`{"field":"notes","op":"like","value":"50%"}`, "Egg noodles"},
		{`{"field":"tags","op":"contains","value":"cold"}`, "Eggs"},
		{`{"field":"tags","op":"contains","value":["cold","fresh"]}`, "Eggs"},
		{`{"field":"tags","op":"contains","value":["cold","dry"]}`, ""},
		{`{"field":"name","op":"contains","value":"EGG"}`, "Eggs, Egg noodles"},
		{`{"field":"notes","op":"is_null"}`, "Eggs, Milk"},
		{`{"field":"notes","op":"is null","value":false}`, "Egg noodles"},
		{`{"field":"notes","op":"is_not_null"}`, "Egg noodles"},
		{`{"field":"notes","op":"=","value":null}`, "Eggs, Milk"},
		{`{"field":"notes","op":">","value":null}`, ""},
	} {
		got := tablesRun(t, loaded(t, pantry), "db_read",
			`{"table":"inventory","columns":["name"],"filters":[`+tt.filter+`]}`)
		for _, cut := range []string{`{"name":"`, `"}`, "[", "]"} {
			got = strings.ReplaceAll(got, cut, "")
		}
		if got = strings.ReplaceAll(got, ",", ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.filter, got, tt.want)
		}
	}
}

func TestF0ReadOrderLimitAndOr(t *testing.T) {
	db := loaded(t, pantry)
	for params, want := range map[string]string{
		`{"table":"inventory","columns":["name"],"order_by":"quantity","order_dir":"desc","limit":2}`: `[{"name":"Egg noodles"},{"name":"Eggs"}]`,
		`{"table":"inventory","columns":["name"],"order_by":"expiry_date","limit":1}`:                 `[{"name":"Milk"}]`,
		`{"table":"inventory","columns":["quantity"],"or_filters":[{"field":"name","op":"=","value":"Milk"},
			{"field":"quantity","op":">","value":9}]}`: `[{"quantity":1.50},{"quantity":10}]`,
		`{"table":"tasks"}`: `[]`,
	} {
		if got := tablesRun(t, db, "db_read", params); got != want {
			t.Errorf("%s: %s, want %s", params, got, want)
		}
	}
}

func TestF0Write(t *testing.T) {
	db := loaded(t, pantry)
	for _, tt := range []struct{ tool, params, want string }{
		{"db_create", `{"table":"tasks","data":{"title":"Thaw","id":"task_9"}}`,
			`{"id":"00000000-0000-4000-8000-000000000101","title":"Thaw"}`},
		{"db_create", `{"table":"tasks","data":[{"title":"Buy"}]}`,
			`[{"id":"00000000-0000-4000-8000-000000000101","title":"Buy"}]`},
		{"db_create", `{"table":"tasks","data":[]}`, `[]`},
		{"db_update", `{"table":"inventory","filters":[{"field":"name","op":"=","value":"Milk"}],
			"data":{"quantity":2,"id":"x","unit":"l"}}`,
			`[{"id":"00000000-0000-4000-8000-000000000002","name":"Milk","quantity":2,"expiry_date":"2026-01-12",` +
				`"unit":"l"}]`},
		{"db_delete", `{"table":"inventory","filters":[{"field":"quantity","op":">","value":3}]}`,
			`[{"id":"00000000-0000-4000-8000-000000000001","name":"Eggs","quantity":6,"tags":["fresh","cold"]},` +
				`{"id":"00000000-0000-4000-8000-000000000003","name":"Egg noodles","quantity":10,"notes":"50% off"}]`},
		{"db_read", `{"table":"inventory","columns":["name","unit"]}`, `[{"name":"Milk","unit":"l"}]`},
	} {
		if got := tablesRun(t, db, tt.tool, tt.params); got != tt.want {
			t.Errorf("%s %s:\n%s, want\n%s", tt.tool, tt.params, got, tt.want)
		}
	}
}

// An error names the alternatives, and changes nothing.
func TestF0QueryErrors(t *testing.T) {
	db := loaded(t, pantry)
	before := string(record.Marshal(db.Dump()))
	for _, tt := range []struct{ tool, params, want string }{
		{"db_drop", `{"table":"inventory"}`, `there is no tool "db_drop"; there are db_read, db_create`},
		{"db_read", `{}`, `there is no table null; there are inventory, ingredients, recipes`},
		{"db_read", `{"table":"cellar"}`, `there is no table "cellar"`},
		{"db_read", `{"table":"inventory","filters":{}}`, `db_read inventory: filters: want a list of filters`},
		{"db_read", `{"table":"inventory","filters":[{"field":"colour","op":"=","value":1}]}`,
			`db_read inventory: there is no column "colour"; there are id, name, quantity`},
		{"db_delete", `{"table":"inventory","filters":[{"field":"name","op":"similar","value":1}]}`,
			`filters[0]: there is no op "similar"; there are =, !=`},
		{"db_delete", `{"table":"inventory","or_filters":[{"field":"name","op":"in","value":"Eggs"}]}`,
			`or_filters[0]: op in wants a list as its value, got str`},
		{"db_read", `{"table":"inventory","order_by":"colour"}`, `no column "colour"`},
		{"db_read", `{"table":"inventory","limit":-1}`, `limit: want a whole number from 0 on, got -1`},
		{"db_read", `{"table":"inventory","columns":["colour"]}`, `no column "colour"`},
		{"db_read", `{"table":"inventory","columns":"name"}`, `columns: want a list of columns, got str`},
		{"db_create", `{"table":"inventory"}`, `db_create inventory: data: want a row or a list of rows, got NoneType`},
		{"db_create", `{"table":"inventory","data":[{"name":"Oil"},1]}`, `want a row or a list of rows`},
		{"db_update", `{"table":"inventory","data":[]}`, `want an object of the columns that change, got list`},
	} {
		if got := tablesRun(t, db, tt.tool, tt.params); !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.params, got, tt.want)
		}
	}
	if after := string(record.Marshal(db.Dump())); after != before {
		t.Errorf("the tables are %s now", after)
	}
}

func TestLoadErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"recipes": {}}`:             "recipes: want a list of rows",
		`{"recipes": [1]}`:            "recipes: want a list of rows",
		`{"recipes": [{"id": "r1"}]}`: `recipes[0].id: want a UUID such as 00000000-0000-4000-8000-000000000001, got "r1"`,
		`{"recipes": [{"id": "00000000-0000-4000-8000-00000000000A"}],
			"tasks": [{},
				{"id": "00000000-0000-4000-8000-00000000000a"}]}`: "tasks[1].id: recipes[0].id has the same one",
	} {
		_, err := database.Load(memory.Kitchen(), object(t, text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A copy and the result of a query share nothing with the tables.
func TestCloneAndResultsAreCopies(t *testing.T) {
	db := loaded(t, pantry)
	before := string(record.Marshal(db.Dump()))
	c := db.Clone()
	tablesRun(t, c, "db_delete", `{"table":"inventory","filters":[]}`)
	got, err := db.Run("db_read", object(t, `{"table":"inventory"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	got.([]any)[0].(*record.Object).Set("name", "Stone")
	if after := string(record.Marshal(db.Dump())); after != before || c.Count("inventory") != 0 || len(c.IDs()) != 3 {
		t.Errorf("%s; the copy has %d rows and knows %d ids", after, c.Count("inventory"), len(c.IDs()))
	}
}

func TestUUID(t *testing.T) {
	a, b := database.UUID("turn-1/row"), database.UUID("turn-2/row")
	if !memory.IsUUID(a) || a == b || a != database.UUID("turn-1/row") || a[14] != '4' {
		t.Errorf("%s and %s", a, b)
	}
}
