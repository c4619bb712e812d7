// A Layer is the interface between a model and the database of an Alfred case: it repairs the parameters of a query,
// translates references to ids before it and ids to references after it. Nothing that it returns to a model contains an
// id of a row, or a part of one (F0).

package database

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Layer joins a registry and the tables of a conversation. With a program registry it behaves like the program.
//
//	call, err := layer.Translate(tool, params)
//	content, err := call.Query()             // or the case's result
//	result := call.Register(content, source) // the model's view; call.Failed(text) for an error
type Layer struct {
	Registry *memory.Registry
	Tables   *Tables
	NewID    func() string // of a new row
	Saves    []string      // the artefacts that the step names
	Log      []Entry       // what reached the tables, in order
	mask     *memory.Mask  // of the ids known so far
}

// Entry is one query that reached the tables, with ids.
type Entry struct {
	Op      string // read, create, update or delete
	Table   string
	Filters []any
	Data    any
}

// List is the entry as a list: [op, table, filters], or data instead, or both.
func (e Entry) List() []any {
	list := []any{e.Op, e.Table}
	if e.Op != "create" {
		list = append(list, append([]any{}, e.Filters...))
	}
	if e.Op == "create" || e.Op == "update" {
		list = append(list, e.Data)
	}
	return list
}

// run executes a query on the tables and logs it.
func (l *Layer) run(tool string, params *record.Object) (any, error) {
	result, err := l.Tables.Run(tool, params, l.NewID)
	if err != nil {
		return nil, err
	}
	filters, _ := params.Get("filters").([]any)
	l.Log = append(l.Log, Entry{
		Op: tool[len("db_"):], Table: params.Text("table"), Filters: filters, Data: params.Get("data"),
	})
	return result, nil
}

// Clone returns a copy that shares no mutable state.
func (l *Layer) Clone() *Layer {
	return &Layer{Registry: l.Registry.Clone(), Tables: l.Tables.Clone(), NewID: l.NewID, Log: slices.Clone(l.Log)}
}

// Mask hides every UUID that the tables or the registry know or have known, any other text of that form, and others,
// which may have any form but a reference's. If a row has a reference, that is shown.
func (l *Layer) Mask(others ...string) *memory.Mask {
	if l.mask == nil {
		l.mask = memory.NewMask(func(id string) string { return l.Registry.Ref(id) })
	}
	l.mask.Add(l.Tables.IDs()...)
	l.mask.Add(l.Registry.IDs()...)
	l.mask.Add(others...)
	return l.mask.With(slices.DeleteFunc(slices.Clone(others), memory.IsRef)...)
}
