package alfred_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/crud"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/domain"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/record"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/registry"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/tables"
)

func TestVectorCRUD(t *testing.T) {
	for _, v := range vectorsOf(t, "crud.json", "crud") {
		t.Run(v.ID, func(t *testing.T) {
			in := into[struct {
				Tables      *record.Object
				CurrentTurn int `json:"current_turn"`
				Prep        string
				Ops         [][]json.RawMessage
			}](t, v.Input)
			want := into[struct {
				Results, Registry json.RawMessage
				Log               json.RawMessage `json:"db_log"`
			}](t, v.Output)
			l := programLayer(t, in.Tables)
			l.Registry.SetTurn(in.CurrentTurn)
			prepare(t, l.Registry, in.Prep)
			results := []any{}
			for _, op := range in.Ops {
				results = append(results, query(t, l, into[string](t, op[0]), valueOf(t, op[1]).(*record.Object)))
			}
			log := [][]any{}
			for _, e := range l.Log {
				log = append(log, e.List())
			}
			sameJSON(t, "results", results, want.Results)
			sameJSON(t, "what reached the database", log, want.Log)
			sameJSON(t, "the registry", brief(l.Registry), want.Registry)
		})
	}
}

// programLayer is a layer as the program has it, over the tables of a vector. New rows are numbered from 101.
func programLayer(t *testing.T, rows *record.Object) *crud.Layer {
	t.Helper()
	db, err := tables.Load(domain.Kitchen(), rows)
	if err != nil {
		t.Fatal(err)
	}
	db.AnyColumn = true
	n := 100
	return &crud.Layer{
		Registry: registry.New(domain.Kitchen(), true), Tables: db,
		NewID: func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) },
	}
}

// query is the value that a model sees of one query; of one that fails, its error.
func query(t *testing.T, l *crud.Layer, tool string, params *record.Object) any {
	t.Helper()
	c, err := l.Translate(tool, params)
	if err != nil {
		return map[string]any{"raises": err.Error()}
	}
	content, err := c.Query()
	if err != nil {
		return map[string]any{"raises": err.Error()}
	}
	return c.Register(content, pipeline.TextSource{}).Value
}

var generated = regexp.MustCompile(`register_generated\('(\w+)','([^']*)',\{'name':'([^']*)'\}\)`)

// prepare does what the note of a vector says was done before its queries.
func prepare(t *testing.T, r *registry.Registry, note string) {
	t.Helper()
	found := generated.FindAllStringSubmatch(note, -1)
	if note != "" && found == nil {
		t.Fatalf("nobody knows what %q does; say so here", note)
	}
	for _, m := range found {
		content := record.Of(record.Field{Key: "name", Value: m[3]})
		r.Generate(m[1], m[2], content, nil, pipeline.TextSource{})
	}
}

// brief is what vectors show of a registry beside its use.
func brief(r *registry.Registry) *record.Object {
	dump := dumped(r)
	for _, key := range []string{"session_id", "uuid_to_ref", "current_turn", "ref_recipe_last_read_level",
		"ref_recipe_last_full_turn", "ref_source_step", "_lazy_enrich_queue"} {
		dump.Delete(key)
	}
	return dump
}

func TestVectorFixParams(t *testing.T) {
	for _, v := range vectorsOf(t, "routing_misc.json", "fix_params") {
		t.Run(v.ID, func(t *testing.T) {
			in := into[struct {
				Tool   string
				Params json.RawMessage
			}](t, v.Input)
			params, err := crud.Fix(in.Tool, valueOf(t, in.Params))
			got := map[string]any{"params": params, "error": nil}
			if err != nil {
				got["error"] = err.Error()
			}
			sameJSON(t, "fix_params", got, v.Output)
		})
	}
}
