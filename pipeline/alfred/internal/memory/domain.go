// A Domain is the data model of an agent's database, as a value: its tables, the types of their rows, and the fields
// that link to rows of other tables (F0, F4).

package memory

import (
	"slices"
	"strings"
)

// Domain is the tables of an agent and their links.
type Domain struct {
	Tables []Table
	Links  []Link // by field name, in any table
	Full   Full
}

// Table is one table.
type Table struct {
	Name      string
	Subdomain string
	Type      string   // of its rows, in references; empty: the name without its trailing s
	Links     []string // the fields whose ids a read translates
	Nested    []Nested
	Columns   []string // the known ones; a row may have others
}

// Link is a field that holds the id of a row.
type Link struct {
	Field string
	Table string
	Label string // the column with the row's name; empty: none, and no look-up
}

// Nested is a field whose value is a list of rows of another table.
type Nested struct{ Field, Table string }

// Full says when a row was read in full: a row of the table has the key (F4). None if the table is empty.
type Full struct{ Table, Key string }

// Table returns a table by name; an unknown one has only a name.
func (d Domain) Table(name string) (t Table, known bool) {
	for _, t := range d.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return Table{Name: name}, false
}

// Type returns the type of a table's rows.
func (d Domain) Type(table string) string {
	if t, _ := d.Table(table); t.Type != "" {
		return t.Type
	}
	return strings.TrimRight(table, "s")
}

// Link returns the link of a field.
func (d Domain) Link(field string) (l Link, known bool) {
	for _, l := range d.Links {
		if l.Field == field {
			return l, true
		}
	}
	return Link{}, false
}

// LinkedType returns the type of the rows that a field links to.
func (d Domain) LinkedType(field string) string {
	if l, ok := d.Link(field); ok {
		return d.Type(l.Table)
	}
	return strings.ReplaceAll(field, "_id", "")
}

// HoldsID reports whether the values of a field are ids of rows.
func (d Domain) HoldsID(field string) bool {
	_, link := d.Link(field)
	return link || field == "id"
}

// HoldsRows reports whether the value of a field is a list of rows.
func (d Domain) HoldsRows(field string) bool {
	return slices.ContainsFunc(d.Tables, func(t Table) bool {
		return slices.ContainsFunc(t.Nested, func(n Nested) bool { return n.Field == field })
	})
}

// Subdomain returns the tables of a subdomain, in their order.
func (d Domain) Subdomain(name string) []Table {
	var tables []Table
	for _, t := range d.Tables {
		if t.Subdomain == name {
			tables = append(tables, t)
		}
	}
	return tables
}

// Subdomains returns the names of the subdomains, in their order.
func (d Domain) Subdomains() []string {
	var names []string
	for _, t := range d.Tables {
		if len(names) == 0 || names[len(names)-1] != t.Subdomain {
			names = append(names, t.Subdomain)
		}
	}
	return names
}
