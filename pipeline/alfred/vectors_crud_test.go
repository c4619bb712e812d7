package alfred

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

func compareCRUD(t *trial, raw rawVector) {
	type input struct {
		Tables      *record.Object
		CurrentTurn int `json:"current_turn"`
		Prep        string
		Ops         []databaseCall
	}
	type output struct {
		Results, Registry json.RawMessage
		Log               json.RawMessage `json:"db_log"`
	}
	v := vectorAs[input, output](t, raw)
	in, want := v.Input, v.Output
	l := programLayer(t, in.Tables)
	l.Registry.SetTurn(in.CurrentTurn)
	prepareRegistry(t, l.Registry, in.Prep)
	results := []any{}
	for _, op := range in.Ops {
		results = append(results, queried(t, l, op.Tool, op.params(t)))
	}
	log := [][]any{}
	for _, e := range l.Log {
		log = append(log, e.List())
	}
	sameJSON(t, "results", results, want.Results)
	sameJSON(t, "what reached the database", log, want.Log)
	sameJSON(t, "the registry", briefDump(l.Registry), want.Registry)
}

// databaseCall is one query of a vector: [tool, parameters].
type databaseCall struct {
	Tool string
	raw  json.RawMessage
}

func (c *databaseCall) UnmarshalJSON(raw []byte) error {
	return json.Unmarshal(raw, &[]any{&c.Tool, &c.raw})
}

func (c databaseCall) params(t *trial) *record.Object { return valueOf(t, c.raw).(*record.Object) }

// programLayer returns the program's layer over the tables of a vector. New rows are numbered from 101.
func programLayer(t *trial, rows *record.Object) *database.Layer {
	t.Helper()
	db, err := database.Load(memory.Kitchen(), rows)
	if err != nil {
		t.Fatal(err)
	}
	db.AnyColumn = t.program
	n := 100
	return &database.Layer{
		Registry: memory.NewRegistry(memory.Kitchen(), t.program), Tables: db,
		NewID: func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) },
	}
}

// queried returns a model's view of one query, or the error of a failed one.
func queried(t *trial, l *database.Layer, tool string, params *record.Object) any {
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

var registerNote = regexp.MustCompile(`register_generated\('(\w+)','([^']*)',\{'name':'([^']*)'\}\)`)

// prepareRegistry does what a vector's note says was done before its queries.
func prepareRegistry(t *trial, r *memory.Registry, note string) {
	t.Helper()
	found := registerNote.FindAllStringSubmatch(note, -1)
	if note != "" && found == nil {
		t.Fatalf("nobody knows what %q does; say so here", note)
	}
	for _, m := range found {
		content := record.Of(record.Field{Key: "name", Value: m[3]})
		r.Generate(m[1], m[2], content, nil, pipeline.TextSource{})
	}
}

// briefDump returns the vectors' view of a registry.
func briefDump(r *memory.Registry) *record.Object {
	dump := dumped(r)
	for _, key := range []string{"session_id", "uuid_to_ref", "current_turn", "ref_recipe_last_read_level",
		"ref_recipe_last_full_turn", "ref_source_step", "_lazy_enrich_queue"} {
		dump.Delete(key)
	}
	return dump
}

func compareFixParams(t *trial, raw rawVector) {
	type input struct {
		Tool   string
		Params json.RawMessage
	}
	v := vectorAs[input, json.RawMessage](t, raw)
	in := v.Input
	params, err := database.Fix(in.Tool, valueOf(t, in.Params))
	got := map[string]any{"params": params, "error": nil}
	if err != nil {
		got["error"] = err.Error()
	}
	sameJSON(t, "fix_params", got, v.Output)
}

func compareInferArtifact(t *trial, raw rawVector) {
	type output struct{ Type, Label string }
	v := vectorAs[*record.Object, output](t, raw)
	typ, label := database.Draft(memory.Kitchen(), "", v.Input) // of a step without a subdomain
	if t.program {
		typ, label = database.Infer(v.Input, 2) // the vectors were made for the third artefact of a step
	}
	if got := (output{typ, label}); got != v.Output {
		t.Errorf("%+v, want %+v", got, v.Output)
	}
}
