// Package database is the small database of an Alfred case: its own tables in memory, queries on them, and the
// translation between a model and the rows, so that the model sees references and never an id.
package database

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Tables are the tables of one conversation, with rows and keys in their order. They are not safe for concurrent use.
type Tables struct {
	domain memory.Domain
	names  []string
	rows   map[string][]*record.Object
	ids    *record.Object // of present and past rows and links
	// AnyColumn treats an unknown column as null in every row, as the original program does, instead of an error.
	AnyColumn bool
}

// Load returns the tables of a case: {"recipes": [{"id": UUID, "name": …}, …], …}. Missing tables of the domain are
// empty; there may be others. An id has the form of a UUID and is unique; a row may have none. The error says where:
// recipes[0].id.
func Load(d memory.Domain, raw *record.Object) (*Tables, error) {
	t := &Tables{domain: d, rows: map[string][]*record.Object{}, ids: &record.Object{}}
	for _, table := range d.Tables {
		t.names = append(t.names, table.Name)
	}
	seen := map[string]string{}
	for name, v := range raw.All() {
		if !slices.Contains(t.names, name) {
			t.names = append(t.names, name)
		}
		rows, ok := record.Objects(v)
		if !ok {
			return nil, fmt.Errorf("%s: want a list of rows, each an object of columns", name)
		}
		for i, row := range rows {
			at := fmt.Sprintf("%s[%d].id", name, i)
			if err := checkID(row, at, seen); err != nil {
				return nil, err
			}
			t.rows[name] = append(t.rows[name], row.Clone())
			t.note(row)
		}
	}
	return t, nil
}

func checkID(row *record.Object, at string, seen map[string]string) error {
	if !record.Truthy(row.Get("id")) {
		return nil
	}
	id, ok := row.Get("id").(string)
	if !ok || !memory.IsUUID(id) {
		return fmt.Errorf("%s: want a UUID such as 00000000-0000-4000-8000-000000000001, got %.60s", at,
			record.Marshal(row.Get("id")))
	}
	if other, twice := seen[strings.ToLower(id)]; twice {
		return fmt.Errorf("%s: %s has the same one; give each row its own", at, other)
	}
	seen[strings.ToLower(id)] = at
	return nil
}

// Clone returns a deep copy.
func (t *Tables) Clone() *Tables {
	c := &Tables{
		domain: t.domain, names: slices.Clone(t.names), AnyColumn: t.AnyColumn, ids: t.ids.Copy(),
		rows: map[string][]*record.Object{},
	}
	for name, rows := range t.rows {
		for _, row := range rows {
			c.rows[name] = append(c.rows[name], row.Clone())
		}
	}
	return c
}

// Names returns the names of the tables: those of the domain, then the case's own.
func (t *Tables) Names() []string { return slices.Clone(t.names) }

// Count returns the number of rows of a table.
func (t *Tables) Count(name string) int { return len(t.rows[name]) }

// Dump returns the tables as Load reads them, without empty ones.
func (t *Tables) Dump() *record.Object {
	o := &record.Object{}
	for _, name := range t.names {
		if rows := t.rows[name]; len(rows) > 0 {
			o.Set(name, record.Clone(record.List(rows)))
		}
	}
	return o
}

// IDs returns all ids that are or were in the tables: of rows and of links. They are not for a model.
func (t *Tables) IDs() []string { return t.ids.Keys() }

// note records the ids of a row that enters a table.
func (t *Tables) note(row *record.Object) {
	for k, v := range row.All() {
		if id, ok := v.(string); ok && id != "" && t.domain.HoldsID(k) {
			t.ids.Set(id, true)
		}
	}
}

// Columns returns the columns of a table: the known ones, then others that its rows have.
func (t *Tables) Columns(name string) []string {
	known, _ := t.domain.Table(name)
	columns := slices.Clone(known.Columns)
	for _, n := range known.Nested {
		columns = append(columns, n.Field)
	}
	seen := map[string]bool{}
	for _, c := range columns {
		seen[c] = true
	}
	for _, row := range t.rows[name] {
		for k := range row.All() {
			if !seen[k] {
				seen[k], columns = true, append(columns, k)
			}
		}
	}
	return columns
}

// UUID returns an id for a row, derived from a text: equal texts give equal ids.
func UUID(text string) string {
	h := sha256.Sum256([]byte(text))
	h[6], h[8] = h[6]&0x0f|0x40, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
