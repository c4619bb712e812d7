package database

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Query executes the call on the tables: the rows in JSON, with their ids. It registers nothing. The text of an error
// is for the model.
func (c *Call) Query() (string, error) {
	if c.local {
		return "[]", nil
	}
	result, err := c.run(c.Tool, c.Params)
	if err != nil {
		return "", errors.New(c.Failed(err.Error()))
	}
	return string(record.Marshal(result)), nil
}

// Result is a model's view of a call's result.
type Result struct {
	Value any      // the rows; of db_create with one row, that row; of a result without rows, a text or value
	Refs  []string // of the rows, in order
}

// Text returns the result in JSON; a text unchanged.
func (r Result) Text() string { return record.String(r.Value) }

// Register registers the rows of a call's result, from the tables or from a case, and returns them with references
// instead of ids. from is the source of their labels. Invalid JSON is a text without rows, and an unknown table has
// none.
func (c *Call) Register(content string, from pipeline.TextSource) Result {
	c.Mask().Learn(content)
	value, err := record.Parse([]byte(content))
	if err != nil {
		return Result{Value: c.Failed(content)}
	}
	value = c.withPending(value)
	ids := c.idsIn(value, nil)
	if !slices.Contains(c.Tables.Names(), c.table) {
		return Result{Value: record.MapStrings(value, c.Mask(ids...).Text)}
	}
	value = c.maskRows(value, c.Mask(ids...))
	value, refs := c.rows(value, from)
	c.mark(value, refs)
	c.nameLinked(from)
	c.eachRow(value, func(row *record.Object) *record.Object {
		c.Registry.NameLinks(c.table, row)
		return row
	})
	result := Result{Value: record.MapStrings(value, c.Mask(ids...).Text), Refs: refs}
	c.see(result.Value, from)
	return result
}

// see keeps the rows of a result as the model sees them.
func (c *Call) see(value any, from pipeline.TextSource) {
	if c.Registry.Program() || c.Tool == "db_delete" {
		return
	}
	columns, _ := c.Params.Get("columns").([]any)
	whole := len(columns) == 0 || slices.Contains(columns, any("*"))
	table, _ := c.Registry.Domain().Table(c.table)
	for _, row := range record.Rows(value) {
		c.Registry.See(row.Text("id"), row, whole, from)
		for _, n := range table.Nested {
			for _, inner := range record.Rows(row.Get(n.Field)) { // with what columns, the query does not say
				c.Registry.See(inner.Text("id"), inner, false, from)
			}
		}
	}
}

// withPending adds the registry's answers. A case's result for a call that needs only those counts alone.
func (c *Call) withPending(value any) any {
	list, ok := value.([]any)
	if !ok || c.local && len(list) > 0 {
		c.pending = nil
	}
	return c.joined(value, list)
}

func (c *Call) joined(value any, list []any) any {
	if len(c.pending) == 0 {
		return value
	}
	return append(slices.Clone(list), record.List(c.pending)...)
}

// idsIn appends the ids in a value at any depth: of rows, and of links.
func (c *Call) idsIn(v any, ids []string) []string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			ids = c.idsIn(e, ids)
		}
	case *record.Object:
		for k, e := range v.All() {
			if s, ok := e.(string); ok && (k == "id" || c.Registry.Domain().HoldsID(k) && memory.IsUUID(s)) {
				ids = append(ids, s)
			}
			ids = c.idsIn(e, ids)
		}
	}
	return ids
}

// maskRows hides ids in a result and in lists of rows in it, except those that the registry turns into references.
func (c *Call) maskRows(v any, mask *memory.Mask) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = c.maskRows(e, mask)
		}
		return list
	case *record.Object:
		o := &record.Object{}
		for k, e := range v.All() {
			_, isText := e.(string)
			switch {
			case c.Registry.Domain().HoldsRows(k):
				e = c.maskRows(e, mask)
			case !isText || !c.Registry.Domain().HoldsID(k):
				e = record.MapStrings(e, mask.Text)
			}
			o.Set(mask.Text(k), e)
		}
		return o
	}
	return record.MapStrings(v, mask.Text)
}

// rows registers the rows in a result.
func (c *Call) rows(value any, from pipeline.TextSource) (any, []string) {
	var refs []string
	n, list := 0, []any{value}
	if all, ok := value.([]any); ok {
		list = all
	}
	value = c.eachRow(value, func(row *record.Object) *record.Object {
		if e, ok := c.Registry.Entity(row.Text("id")); ok && e.Pending {
			if !c.Registry.Program() {
				c.Registry.Touch(e.Ref)
			}
			refs = append(refs, e.Ref)
			return row
		}
		if c.Tool == "db_create" {
			gen := ""
			if n < len(c.gens) {
				gen = c.gens[n]
			}
			if gen == "" && len(list) == 1 && !c.Registry.Program() {
				typ := c.Registry.Domain().Type(c.table)
				gen = c.Registry.Saves(c.Saves, typ, memory.LabelOf(row, typ))
			}
			row, n = c.Registry.CreatedRow(gen, c.table, row, from), n+1
		} else {
			row = c.Registry.Read(c.table, []*record.Object{row}, from)[0]
		}
		if ref := row.Text("id"); ref != "" {
			refs = append(refs, ref)
		}
		return row
	})
	return value, refs
}

// eachRow replaces each row of a result: the result itself, or the rows of a list.
func (c *Call) eachRow(value any, f func(*record.Object) *record.Object) any {
	switch v := value.(type) {
	case *record.Object:
		return f(v)
	case []any:
		for i, e := range v {
			if row, ok := e.(*record.Object); ok {
				v[i] = f(row)
			}
		}
	}
	return value
}

// mark records an update or delete of rows: those in the result, or those that the call names if a case's result has no
// rows. The program leaves them as read (F0).
func (c *Call) mark(value any, refs []string) {
	actions := map[string]string{"db_update": "updated", "db_delete": "deleted"}
	action := actions[c.Tool]
	if action == "" || c.Registry.Program() {
		return
	}
	list, ok := value.([]any)
	unseen := len(refs) == 0 && (!ok || len(list) > 0)
	if unseen {
		refs = c.named
	}
	for _, ref := range refs {
		if unseen || action == "deleted" {
			c.Registry.Forget(ref)
		}
		c.Registry.Mark(ref, action)
	}
}

// MarkDeleted records a delete for the references that the call names, as the program's act node does.
func (c *Call) MarkDeleted() {
	for _, ref := range c.named {
		c.Registry.Mark(ref, "deleted")
	}
}

// nameLinked looks up the names of linked rows in the tables: one query for each table (F4).
func (c *Call) nameLinked(from pipeline.TextSource) {
	type asked struct {
		column string
		ids    []any
	}
	var order []string
	byTable := map[string]*asked{}
	for _, u := range c.Registry.Unnamed() {
		if byTable[u.Table] == nil {
			byTable[u.Table], order = &asked{column: u.Column}, append(order, u.Table)
		}
		byTable[u.Table].ids = append(byTable[u.Table].ids, u.ID)
	}
	names := map[string]string{}
	for _, table := range order {
		c.askNames(table, byTable[table].column, byTable[table].ids, names)
	}
	c.Registry.Name(names, from)
}

// askNames looks up the names of rows in a table. A failed query names nothing.
func (c *Call) askNames(table, column string, ids []any, names map[string]string) {
	byID := record.Of(record.Field{Key: "field", Value: "id"}, record.Field{Key: "op", Value: "in"},
		record.Field{Key: "value", Value: ids})
	result, err := c.run("db_read", record.Of(record.Field{Key: "table", Value: table},
		record.Field{Key: "filters", Value: []any{byID}}))
	if err != nil {
		return
	}
	rows, _ := record.Objects(result)
	mask := c.Mask()
	for _, row := range rows {
		if name := row.Get(column); record.Truthy(name) {
			names[c.Registry.Ref(row.Text("id"))] = mask.Text(record.String(name))
		}
	}
}
