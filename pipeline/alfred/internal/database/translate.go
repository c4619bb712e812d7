package database

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Call is one query of a model.
type Call struct {
	Tool   string
	Params *record.Object // with ids
	*Layer
	table   string
	named   []string         // the references in the filters by id
	gens    []string         // of a create: each row's artefact; empty: none
	pending []*record.Object // the registry's own answers
	local   bool             // the tables need not be queried
}

// Translate replaces references by the ids of rows in a copy of a query's parameters (translate_filters,
// translate_payload). An error is about a reference that means no row; its text is for the model. The program
// stores it, and looks for it, unchanged.
func (l *Layer) Translate(tool string, params *record.Object) (*Call, error) {
	c := &Call{Tool: tool, Params: params.Copy(), Layer: l, table: params.Text("table")}
	c.named = namedIn(params)
	if tool == "db_read" {
		c.answerPending()
	}
	if err := c.checkFilters(); err != nil {
		return nil, errors.New(c.Failed(fmt.Sprintf("%s %s: %v", tool, c.table, err)))
	}
	for _, name := range []string{"filters", "or_filters"} {
		if list, ok := c.Params.Get(name).([]any); ok {
			c.Params.Set(name, l.Registry.Filters(list))
		}
	}
	if !c.Params.Has("data") {
		return c, nil
	}
	data, err := c.payload(c.Params.Get("data"))
	if err != nil {
		return nil, errors.New(c.Failed(fmt.Sprintf("%s %s: %v", tool, c.table, err)))
	}
	c.Params.Set("data", data)
	return c, nil
}

// Failed returns a model's view of the text of a failed call.
func (c *Call) Failed(text string) string {
	c.Mask().Learn(text)
	return c.Mask().Text(text)
}

// namedIn returns the texts in the filters by id, in order.
func namedIn(params *record.Object) []string {
	var named []string
	filters, _ := params.Get("filters").([]any)
	for _, f := range filters {
		o, ok := f.(*record.Object)
		if !ok || o.Text("field") != "id" {
			continue
		}
		switch value := o.Get("value").(type) {
		case string:
			if o.Text("op") == "=" {
				named = append(named, value)
			}
		case []any:
			for _, v := range value {
				if s, ok := v.(string); ok && o.Text("op") == "in" {
					named = append(named, s)
				}
			}
		}
	}
	return named
}

// answerPending takes unsaved references out of a read by id: the registry has them. If nothing else was requested, the
// tables are not queried. The program answers all of them or none.
func (c *Call) answerPending() {
	var answered []string
	for _, ref := range c.named {
		e, _ := c.Registry.Entity(ref)
		content, ok := c.Registry.Content(ref)
		if !ok || !e.Pending && !c.Registry.Program() || slices.Contains(answered, ref) {
			continue
		}
		answered = append(answered, ref)
		row, isRow := content.(*record.Object)
		if !isRow {
			row = record.Of(record.Field{Key: "data", Value: content})
		}
		row.Set("id", ref)
		c.pending = append(c.pending, row)
	}
	switch c.local = len(answered) > 0 && !slices.ContainsFunc(c.named, isNot(answered)); {
	case c.local:
	case c.Registry.Program():
		c.pending = nil
	case len(answered) > 0:
		c.dropFromFilters(answered)
	}
}

func isNot(refs []string) func(string) bool {
	return func(s string) bool { return !slices.Contains(refs, s) }
}

// dropFromFilters removes references from the filters by id.
func (c *Call) dropFromFilters(refs []string) {
	filters, _ := c.Params.Get("filters").([]any)
	filters = slices.Clone(filters)
	for i, f := range filters {
		o, ok := f.(*record.Object)
		if !ok || o.Text("field") != "id" {
			continue
		}
		if list, ok := o.Get("value").([]any); ok {
			o = o.Copy()
			o.Set("value", slices.DeleteFunc(slices.Clone(list), func(v any) bool {
				s, ok := v.(string)
				return ok && slices.Contains(refs, s)
			}))
			filters[i] = o
		}
	}
	c.Params.Set("filters", filters)
}

// payload translates the data of a query. NUL characters are dropped: no database accepts them.
func (c *Call) payload(data any) (any, error) {
	switch v := data.(type) {
	case *record.Object:
		return c.row(v)
	case []any:
		rows := make([]any, len(v))
		for i, e := range v {
			row, err := c.payload(e)
			if err != nil {
				return nil, fmt.Errorf("data[%d]: %w", i, err)
			}
			rows[i] = row
		}
		return rows, nil
	}
	return data, nil
}

func (c *Call) row(row *record.Object) (any, error) {
	row = record.MapStrings(row, func(s string) string { return strings.ReplaceAll(s, "\x00", "") }).(*record.Object)
	if !c.Registry.Program() {
		for _, link := range c.Registry.Links(row, c.table) {
			if err := c.checkLink(link); err != nil {
				return nil, err
			}
		}
	}
	gen := ""
	if e, ok := c.Registry.Entity(row.Text("id")); ok && e.Pending && !c.Registry.Program() {
		gen = e.Ref
	}
	c.gens = append(c.gens, gen)
	return c.Registry.Payload(row, c.table), nil
}

// checkFilters returns why a filter on a field of ids is refused: it is by something else than references, which
// are all that a model knows, or a write is by one that means no row. A read by such a reference finds nothing.
// Null is no row.
func (c *Call) checkFilters() error {
	if c.Registry.Program() {
		return nil
	}
	for _, name := range []string{"filters", "or_filters"} {
		list, _ := record.Objects(c.Params.Get(name))
		for _, f := range list {
			if !c.Registry.Domain().HoldsID(f.Text("field")) || strings.Contains(f.Text("op"), "null") {
				continue
			}
			values, many := f.Get("value").([]any)
			if !many {
				values = []any{f.Get("value")}
			}
			for _, v := range values {
				if v == nil || c.Tool == "db_read" && c.mayRead(v) {
					continue
				}
				if err := c.checkLink(record.Field{Key: f.Text("field"), Value: v}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mayRead reports whether a read may look for a value: a reference, but not one that stands for several rows.
func (c *Call) mayRead(v any) bool {
	s, _ := v.(string)
	e, _ := c.Registry.Entity(s)
	return memory.IsRef(s) && len(e.Parts) == 0
}

// checkLink returns why the value of a field is neither the id of a row nor a reference to one.
func (c *Call) checkLink(link record.Field) error {
	s, ok := link.Value.(string)
	if !ok {
		return fmt.Errorf("%s: want a reference such as recipe_1, got %s", link.Key, record.Kind(link.Value))
	}
	switch e, known := c.Registry.Entity(s); {
	case known && e.Pending:
		return fmt.Errorf("%s: %s is not saved yet; save it first", link.Key, s)
	case len(e.Parts) > 0:
		return fmt.Errorf("%s: %s was saved as %s; name these", link.Key, s, strings.Join(e.Parts, ", "))
	case known:
		return nil
	case memory.IsRef(s):
		return fmt.Errorf("%s: there is no %.60s", link.Key, s)
	}
	return fmt.Errorf("%s: want a reference such as recipe_1, got %.60q", link.Key, s)
}
