package alfred

import (
	"context"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// call executes a query, with ids instead of references (F4), and returns the part of the result that a model may see,
// errors included; why is the error, empty if there is none. said is the model's own text; it is in the trace beside
// the executed query.
func (t *turn) call(
	rt *pipeline.Runtime, tool string, said json.RawMessage, params *record.Object,
) (result memory.Result, why string, err error) {
	wrote := pipeline.ToolCall{ID: pipeline.CallID(rt.ID("call")), Name: tool, Arguments: string(said)}
	table := params.Text("table")
	query, err := t.Translate(tool, params)
	if err != nil {
		why = rt.Refuse(wrote, err.Error()).Content
		return t.broken(rt, wrote, table, why), why, nil
	}
	t.NewID = func() string { return database.UUID(rt.ID("row")) }
	made := wrote
	made.Arguments = string(record.Marshal(query.Params))
	own := func(context.Context, *pipeline.Runtime, pipeline.ToolCall) (string, error) { return query.Query() }
	got, err := rt.ToolAs(t.ctx, wrote, made, own)
	switch {
	case err != nil:
		return memory.Result{}, "", err
	case got.Failed:
		why = query.Failed(got.Content)
		return t.broken(rt, made, table, why), why, nil
	}
	from := rt.ToolText(made)
	seen := query.Register(got.Content, from)
	if tool == toolDelete && t.program() {
		query.MarkDeleted()
	}
	return memory.Result{Tool: tool, Table: table, Data: record.Marshal(seen.Value), From: from}, "", nil
}

// broken returns the result of a failed query: the error.
func (t *turn) broken(rt *pipeline.Runtime, call pipeline.ToolCall, table, why string) memory.Result {
	rt.Fallback(pipeline.Fallback{Stage: stageCrud, Reason: reasonToolError, Tries: 1, Detail: call.Name + ": " + why})
	return memory.Result{
		Tool: call.Name, Table: table, From: rt.ToolText(call), Failed: !t.program(),
		Data: record.Marshal(record.Of(record.Field{Key: "error", Value: why})),
	}
}

// fixed returns a model's parameters, repaired (F7).
func fixed(tool string, params json.RawMessage) (*record.Object, error) {
	if len(params) == 0 {
		params = json.RawMessage("{}")
	}
	v, err := record.Parse(params)
	if err != nil {
		return nil, err
	}
	if v, err = database.Fix(tool, v); err != nil {
		return nil, err
	}
	return v.(*record.Object), nil
}

// quickLimit is the default maximum number of rows of a quick look-up (F7).
const quickLimit = "100"

// quickParams returns the parameters of a quick look-up; missing ones follow from the subdomain (F7).
func (t *turn) quickParams(a quickAction, subdomain string) (*record.Object, error) {
	params, err := fixed(a.Tool, a.Params)
	if err != nil {
		return nil, err
	}
	of := t.Registry.Domain().Subdomain(subdomain)
	if !params.Has("table") && len(of) > 0 {
		params.Set("table", of[0].Name)
	}
	if a.Tool == toolRead && !params.Has("filters") {
		params.Set("filters", []any{})
	}
	if a.Tool == toolRead && !params.Has("limit") {
		params.Set("limit", json.Number(quickLimit))
	}
	return params, nil
}
