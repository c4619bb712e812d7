package database

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Tools returns the queries that Run supports.
func Tools() []string { return []string{"db_read", "db_create", "db_update", "db_delete"} }

// Run executes a query. Its parameters have ids:
//
//	db_read    table, filters, or_filters, columns, order_by, order_dir (asc, desc), limit
//	db_create  table, data: a row, or a list of rows
//	db_update  table, filters, data: the columns that change
//	db_delete  table, filters
//
// A filter is {field, op, value}; all of filters must hold, and one of or_filters. The result is the list of rows that
// were read, changed or deleted; of db_create with one row, that row. The results are copies. newID returns the ids of
// new rows. An error changes nothing.
func (t *Tables) Run(tool string, params *record.Object, newID func() string) (any, error) {
	if !slices.Contains(Tools(), tool) {
		return nil, fmt.Errorf("there is no tool %.60q; there are %s", tool, strings.Join(Tools(), ", "))
	}
	q, err := t.query(tool, params)
	if err != nil {
		return nil, err
	}
	switch tool {
	case "db_create":
		return q.create(params.Get("data"), newID)
	case "db_update":
		return q.update(params.Get("data"))
	case "db_delete":
		return q.delete()
	}
	return q.read(params)
}

// query is one query on one table.
type query struct {
	target
	all, any []filter
}

func (t *Tables) query(tool string, params *record.Object) (*query, error) {
	q := &query{target: target{Tables: t, tool: tool}}
	table, ok := params.Get("table").(string)
	if !ok || !slices.Contains(t.names, table) {
		return nil, fmt.Errorf("%s: there is no table %.60s; there are %s", tool, record.Marshal(params.Get("table")),
			strings.Join(t.names, ", "))
	}
	q.table = table
	var err error
	if q.all, err = q.filters("filters", params.Get("filters")); err != nil {
		return nil, err
	}
	q.any, err = q.filters("or_filters", params.Get("or_filters"))
	return q, err
}

func (q *query) matches(row *record.Object) bool {
	match := func(f filter) bool { return f.matches(row) }
	return !slices.ContainsFunc(q.all, func(f filter) bool { return !f.matches(row) }) &&
		(len(q.any) == 0 || slices.ContainsFunc(q.any, match))
}

func (q *query) read(params *record.Object) (any, error) {
	rows := []*record.Object{}
	for _, row := range q.rows[q.table] {
		if q.matches(row) {
			rows = append(rows, row.Clone())
		}
	}
	if err := q.sort(rows, params); err != nil {
		return nil, err
	}
	limit, err := q.limit(params.Get("limit"))
	if err != nil {
		return nil, err
	}
	if limit > 0 && limit < len(rows) {
		rows = rows[:limit]
	}
	return q.project(rows, params.Get("columns"))
}

func (q *query) sort(rows []*record.Object, params *record.Object) error {
	by := params.Get("order_by")
	if !record.Truthy(by) {
		return nil
	}
	column, ok := by.(string)
	if !ok {
		return q.errorf("order_by: want the name of a column, got %s", record.Kind(by))
	}
	if err := q.checkColumn(column); err != nil {
		return err
	}
	slices.SortStableFunc(rows, func(a, b *record.Object) int {
		return order(a.Get(column), b.Get(column), strings.EqualFold(params.Text("order_dir"), "desc"))
	})
	return nil
}

func (q *query) limit(v any) (int, error) {
	if v == nil {
		return 0, nil
	}
	number, _ := v.(json.Number)
	n, err := strconv.Atoi(string(number))
	if err != nil || n < 0 {
		return 0, q.errorf("limit: want a whole number from 0 on, got %.60s", record.Marshal(v))
	}
	return n, nil
}

// project keeps some columns of rows; no list, an empty one and "*" keep all.
func (q *query) project(rows []*record.Object, v any) (any, error) {
	columns, ok := v.([]any)
	if v != nil && !ok {
		return nil, q.errorf("columns: want a list of columns, got %s", record.Kind(v))
	}
	if len(columns) == 0 || slices.Contains(columns, any("*")) {
		return record.List(rows), nil
	}
	for i, row := range rows {
		rows[i] = &record.Object{}
		for _, c := range columns {
			if name, _ := c.(string); row.Has(name) {
				rows[i].Set(name, row.Get(name))
			}
		}
	}
	for _, c := range columns {
		name, ok := c.(string)
		if !ok {
			return nil, q.errorf("columns: want a list of columns, got %s in it", record.Kind(c))
		}
		if err := q.checkColumn(name); err != nil {
			return nil, err
		}
	}
	return record.List(rows), nil
}

func (q *query) create(data any, newID func() string) (any, error) {
	one, single := data.(*record.Object)
	many, ok := record.Objects(data)
	if single {
		many = []*record.Object{one}
	} else if !ok {
		return nil, q.errorf("data: want a row or a list of rows, got %s", record.Kind(data))
	}
	created := make([]*record.Object, len(many))
	for i, row := range many {
		created[i] = record.Of(record.Field{Key: "id", Value: newID()})
		for k, v := range row.All() {
			if k != "id" { // the database gives it
				created[i].Set(k, record.Clone(v))
			}
		}
		q.rows[q.table] = append(q.rows[q.table], created[i].Clone())
		q.note(created[i])
	}
	if single {
		return created[0], nil
	}
	return record.List(created), nil
}

func (q *query) update(data any) (any, error) {
	changes, ok := data.(*record.Object)
	if !ok {
		return nil, q.errorf("data: want an object of the columns that change, got %s", record.Kind(data))
	}
	updated := []any{}
	for _, row := range q.rows[q.table] {
		if !q.matches(row) {
			continue
		}
		for k, v := range changes.All() {
			if k != "id" {
				row.Set(k, record.Clone(v))
			}
		}
		updated = append(updated, row.Clone())
		q.note(row)
	}
	return updated, nil
}

func (q *query) delete() (any, error) {
	deleted := []any{}
	q.rows[q.table] = slices.DeleteFunc(q.rows[q.table], func(row *record.Object) bool {
		if !q.matches(row) {
			return false
		}
		deleted = append(deleted, row)
		return true
	})
	return deleted, nil
}
