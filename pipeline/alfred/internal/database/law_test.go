package database_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// For any tables, any queries of a model and any results of a case: no part of an id is in a model's view, not in
// results, errors, references or labels (F0).
func TestLawF0NoPartOfAnID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := world{T: t, rows: map[string]bool{}}
		for i := range 8 {
			w.ids = append(w.ids, database.UUID(fmt.Sprint("row", i)))
		}
		db, err := database.Load(memory.Kitchen(), w.tables())
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range db.IDs() {
			if memory.IsUUID(id) {
				w.rows[strings.ToLower(id)] = true
			}
		}
		made := 0
		w.layer = &database.Layer{
			Registry: memory.NewRegistry(memory.Kitchen(), rapid.Bool().Draw(t, "program")), Tables: db,
			NewID: func() string {
				made++
				id := database.UUID(fmt.Sprint("new", made))
				w.ids, w.rows[id] = append(w.ids, id), true
				return id
			},
		}
		w.layer.Registry.Generate("recipe", "Soup", record.Of(record.Field{Key: "name", Value: "Soup"}), nil,
			pipeline.TextSource{})
		for range rapid.IntRange(1, 6).Draw(t, "queries") {
			w.query()
		}
	})
}

// world generates tables and queries.
type world struct {
	*rapid.T
	ids   []string
	rows  map[string]bool // ids that are in the tables
	next  int
	layer *database.Layer
}

func (w *world) tables() *record.Object {
	all := &record.Object{}
	for _, name := range []string{"recipes", "recipe_ingredients", "meal_plans", "tasks", "shopping_list", "own"} {
		rows := []any{}
		for range rapid.IntRange(0, 1).Draw(w.T, name) {
			rows = append(rows, w.row(true))
		}
		all.Set(name, rows)
	}
	return all
}

// row generates a row with ids where they belong, and elsewhere.
func (w *world) row(own bool) *record.Object {
	row := &record.Object{}
	if own {
		row.Set("id", w.ids[w.next])
		w.next++
	}
	for range rapid.IntRange(0, 5).Draw(w.T, "columns") {
		column := rapid.SampledFrom([]string{"name", "title", "notes", "recipe_id", "meal_plan_id", "parent_recipe_id",
			"date", "tags", "recipe_ingredients", w.text()}).Draw(w.T, "column")
		if column != "id" {
			row.Set(column, w.value(2))
		}
	}
	return row
}

func (w *world) id() string { return rapid.SampledFrom(w.ids).Draw(w.T, "id") }

// text generates a word, a reference, an id or a part of one, alone or in a sentence.
func (w *world) text() string {
	id := w.id()
	at := rapid.IntRange(0, len(id)-8).Draw(w.T, "part")
	return rapid.SampledFrom([]string{"Soup", "recipe_1", "gen_recipe_1", "meal_1", id, strings.ToUpper(id),
		"see " + id + id[:9] + ".", id[at:], "x" + id[at:at+8] + "y", "é" + id[:20] + "\x00"}).Draw(w.T, "text")
}

func (w *world) value(depth int) any {
	if depth > 0 && rapid.IntRange(0, 3).Draw(w.T, "nested") == 0 {
		inner := record.Of(record.Field{Key: "id", Value: w.text()},
			record.Field{Key: w.text(), Value: w.value(depth - 1)})
		return []any{inner, w.text()}
	}
	return rapid.SampledFrom([]any{w.text(), w.text(), json.Number("2"), nil, true}).Draw(w.T, "value")
}

func (w *world) query() {
	tool := rapid.SampledFrom(append(database.Tools(), "db_drop")).Draw(w.T, "tool")
	params := record.Of(
		record.Field{Key: "table", Value: rapid.SampledFrom([]string{"recipes", "meal_plans", "tasks", "shopping_list",
			"recipe_ingredients", "own", w.text()}).Draw(w.T, "table")},
		record.Field{Key: "filters", Value: w.filters()})
	if tool != "db_read" {
		params.Set("data", rapid.SampledFrom([]any{w.row(false), []any{w.row(false), w.row(false)}, w.text()}).Draw(w.T,
			"data"))
	} else if rapid.Bool().Draw(w.T, "ordered") {
		params.Set("order_by", w.text())
	}
	c, err := w.layer.Translate(tool, params)
	if err != nil {
		w.sees(err.Error())
		return
	}
	content, err := c.Query()
	if err != nil {
		w.sees(err.Error())
	}
	if err != nil || rapid.Bool().Draw(w.T, "answered by the case") {
		content = rapid.SampledFrom([]string{w.text(), string(record.Marshal(w.value(2))),
			string(record.Marshal([]any{w.row(false)}))}).Draw(w.T, "answer")
	}
	w.sees(c.Failed(content))
	result := c.Register(content, pipeline.TextSource{})
	w.sees(result.Text())
	w.sees(strings.Join(result.Refs, " "))
	for _, e := range w.layer.Registry.Entities() {
		w.sees(e.Ref + "|" + e.Label + "|" + string(e.Content))
	}
}

func (w *world) filters() []any {
	filters := []any{}
	for range rapid.IntRange(0, 2).Draw(w.T, "filters") {
		fields := []string{"id", "id", "name", "recipe_id", w.text()}
		ops := []string{"=", "in", "ilike", "!=", w.text()}
		values := []any{w.text(), []any{w.text(), "gen_recipe_1"}}
		filters = append(filters, record.Of(
			record.Field{Key: "field", Value: rapid.SampledFrom(fields).Draw(w.T, "field")},
			record.Field{Key: "op", Value: rapid.SampledFrom(ops).Draw(w.T, "op")},
			record.Field{Key: "value", Value: rapid.SampledFrom(values).Draw(w.T, "value")},
		))
	}
	return filters
}

// sees fails if a model's view contains a part of an id.
func (w *world) sees(text string) {
	w.Helper()
	lower := strings.ToLower(text)
	for id := range w.rows {
		for i := range len(id) - memory.Part + 1 {
			if part := id[i : i+memory.Part]; strings.Contains(lower, part) {
				w.Fatalf("%q shows %s of %s", text, part, id)
			}
		}
	}
}
