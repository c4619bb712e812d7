package database

import (
	"fmt"
	"slices"
	"strings"
)

// target is the table of a query.
type target struct {
	*Tables
	tool, table string
}

func (q target) errorf(format string, args ...any) error {
	return fmt.Errorf("%s %s: "+format, append([]any{q.tool, q.table}, args...)...)
}

// checkColumn returns an error for an unknown column, with the known ones.
func (q target) checkColumn(name string) error {
	columns := q.Columns(q.table)
	if q.AnyColumn || slices.Contains(columns, name) {
		return nil
	}
	return q.errorf("there is no column %.60q; there are %s", name, strings.Join(columns, ", "))
}
