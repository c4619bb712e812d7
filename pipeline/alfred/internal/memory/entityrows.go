package memory

import (
	"fmt"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Read registers the rows of a table from a query's result, and returns a model's view of them: references instead of
// ids (F4, translate_read_output). The rows stay unchanged. A row without an id is not registered.
func (r *Registry) Read(table string, rows []*record.Object, from pipeline.TextSource) []*record.Object {
	read := make([]*record.Object, len(rows))
	for i, row := range rows {
		read[i] = row.Copy()
		if id := row.Get("id"); record.Truthy(id) {
			e := r.seen(record.String(id), r.domain.Type(table))
			e.Action, e.Type = "read", r.domain.Type(table)
			e.LastRef = r.turn
			r.relabel(e, LabelOf(row, e.Type), from)
			r.level(e, table, row)
			r.named(e)
			read[i].Set("id", e.Ref)
		}
		r.link(table, read[i])
		r.nested(table, read[i], from)
	}
	return read
}

// of returns the entry of a row's id, nil if there is none. A result written by a person may have a reference instead
// of an id; the program takes it for an id.
func (r *Registry) of(id string) *entry {
	if e := r.known(r.Ref(id)); e != nil || r.program {
		return e
	}
	return r.known(id)
}

// seen returns the entry of a row, new if need be.
func (r *Registry) seen(id, typ string) *entry {
	if e := r.of(id); e != nil {
		return e
	}
	return r.add(&entry{id: id, Entity: Entity{Ref: next(r.counters, typ), Type: typ}})
}

// relabel gives an entry the label of a row. A row without a name, for instance read without it, keeps the label; in
// the program it removes it.
func (r *Registry) relabel(e *entry, label string, from pipeline.TextSource) {
	switch {
	case label != "":
		e.Label, e.From = label, from
	case r.program:
		e.Label, e.From = e.Ref, pipeline.TextSource{}
	}
}

// named removes an entry with a label from those that wait for one. In the program it is looked up all the same.
func (r *Registry) named(e *entry) {
	if !r.program && e.Label != e.Ref {
		r.unnamed = slices.DeleteFunc(r.unnamed, func(ref string) bool { return ref == e.Ref })
	}
}

// level records whether a row was read in full: with the key that makes it so, whatever its value.
func (r *Registry) level(e *entry, table string, row *record.Object) {
	switch full := r.domain.Full; {
	case full.Table == "" || r.domain.Type(table) != r.domain.Type(full.Table):
	case row.Has(full.Key):
		e.Level, e.LastFull, e.full = "full", r.turn, true
	default:
		e.Level = "summary"
	}
}

// LabelOf returns a row's label: its name, its title, or a meal's day. Empty: it has none.
func LabelOf(row *record.Object, typ string) string {
	if name := NameOf(row); name != "" {
		return name
	}
	day := row.Get("date")
	if typ != "meal" || !record.Truthy(day) {
		return ""
	}
	var meal any = "meal"
	if row.Has("meal_type") {
		meal = row.Get("meal_type")
	}
	return fmt.Sprintf("%s [%s]", shortDay(record.String(day)), record.String(meal))
}

// NameOf returns the name or the title of a row; empty if it has neither.
func NameOf(row *record.Object) string {
	for _, key := range []string{"name", "title"} {
		if v := row.Get(key); record.Truthy(v) {
			return record.String(v)
		}
	}
	return ""
}

// shortDay returns "Jan 12" for a day in ISO 8601, with or without a time after it; any other text unchanged.
func shortDay(s string) string {
	layouts := []string{"2006-01-02", "20060102", "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04:05",
		"2006-01-02T15:04Z07:00", time.RFC3339, "2006-01-02 15:04:05Z07:00"}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("Jan 02")
		}
	}
	return s
}

// links returns the fields of a row whose ids become references. The program knows only some.
func (r *Registry) links(table string, row *record.Object) []string {
	t, _ := r.domain.Table(table)
	if r.program {
		return t.Links
	}
	fields := slices.Clone(t.Links)
	for _, l := range r.domain.Links {
		if row.Has(l.Field) && !slices.Contains(fields, l.Field) {
			fields = append(fields, l.Field)
		}
	}
	return fields
}

// link replaces the ids of linked rows by references, with their labels beside them. A new row is registered, and waits
// in Unnamed for its name.
func (r *Registry) link(table string, row *record.Object) {
	for _, field := range r.links(table, row) {
		if v := row.Get(field); record.Truthy(v) {
			row.Set(field, r.linked(field, record.String(v)).Ref)
		}
	}
	r.NameLinks(table, row)
}

func (r *Registry) linked(field, id string) *entry {
	if e := r.of(id); e != nil {
		return e
	}
	typ := r.domain.LinkedType(field)
	e := r.add(&entry{id: id, Entity: Entity{Ref: next(r.counters, typ), Type: typ, Action: "linked"}})
	if l, ok := r.domain.Link(field); ok && l.Label != "" {
		e.link = l
		r.unnamed = append(r.unnamed, e.Ref)
	}
	return e
}

// NameLinks adds _<field>_label to a row for each linked reference with a label of its own.
func (r *Registry) NameLinks(table string, row *record.Object) {
	for _, field := range r.links(table, row) {
		e, label := r.known(row.Text(field)), "_"+field+"_label"
		if e != nil && e.Label != e.Ref && !row.Has(label) {
			row.Set(label, e.Label)
		}
	}
}

// nested registers the rows in the lists of a row. One without an id stays unchanged.
func (r *Registry) nested(table string, row *record.Object, from pipeline.TextSource) {
	t, _ := r.domain.Table(table)
	for _, n := range r.nestedIn(t) {
		list, ok := row.Get(n.Field).([]any)
		if !ok {
			continue
		}
		list = slices.Clone(list)
		for i, v := range list {
			if inner, ok := v.(*record.Object); ok {
				list[i] = r.inner(n.Table, inner, from)
			}
		}
		row.Set(n.Field, list)
	}
}

// nestedIn returns the lists of rows in a table's rows. The program looks for them in every table.
func (r *Registry) nestedIn(t Table) []Nested {
	if !r.program {
		return t.Nested
	}
	var all []Nested
	for _, t := range r.domain.Tables {
		all = append(all, t.Nested...)
	}
	return all
}

func (r *Registry) inner(table string, row *record.Object, from pipeline.TextSource) *record.Object {
	row = row.Copy()
	if id := row.Get("id"); record.Truthy(id) {
		isNew := r.of(record.String(id)) == nil
		e := r.seen(record.String(id), r.domain.Type(table))
		if isNew {
			e.Action = "read"
			r.relabel(e, NameOf(row), from)
		}
		row.Set("id", e.Ref)
	}
	if !r.program {
		r.link(table, row)
	}
	return row
}

// Unnamed is a linked reference to a row that was never read.
type Unnamed struct{ Ref, ID, Table, Column string }

// Unnamed returns the linked references that wait for a name, in order.
func (r *Registry) Unnamed() []Unnamed {
	var all []Unnamed
	for _, ref := range r.unnamed {
		if e := r.known(ref); e != nil && !e.Pending {
			all = append(all, Unnamed{ref, e.id, e.link.Table, e.link.Label})
		}
	}
	return all
}

// Name gives linked references the names of their rows. None waits for a name any longer.
func (r *Registry) Name(names map[string]string, from pipeline.TextSource) {
	for ref, name := range names {
		if e := r.refs[ref]; e != nil && name != "" {
			e.Label, e.From = name, from
		}
	}
	r.unnamed = nil
}
