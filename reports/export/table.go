// Package export writes tables of a stored run for other programs, row by row, and traces of cases: as lines of JSON,
// and single calls as sent.
package export

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Formats returns the formats that Write knows.
func Formats() []string { return []string{"csv", "json", "jsonl"} }

// Write writes one table of a run's folder row by row, with the columns of the Parquet file in their order.
func Write(ctx context.Context, w io.Writer, folder, table, format string) error {
	if !slices.Contains(rows.Kept(), table) {
		return fmt.Errorf("there is no table %q; there are: %s", table, strings.Join(rows.Kept(), ", "))
	}
	from, err := rows.Open[any](folder, table)
	if errors.Is(err, fs.ErrNotExist) {
		const why = "an older version wrote the run, or the file was removed"
		if !slices.Contains(rows.Tables(), table) {
			const why = "`beaver-eval compare` has not compared this run with another one"
			return fmt.Errorf("%s has no table %s: %s: %w", folder, table, why, err)
		}
		return fmt.Errorf("%s has no table %s: %s: %w", folder, table, why, err)
	}
	if err != nil {
		return err
	}
	defer from.Close()
	buffered := bufio.NewWriter(w)
	out, err := newTableWriter(buffered, format, from.Columns())
	if err != nil {
		return err
	}
	if err := copyRows(ctx, from, out); err != nil {
		return err
	}
	return buffered.Flush()
}

// tableWriter writes the rows of a table; a row is a value for each of the columns.
type tableWriter interface {
	write(values []any) error
	end() error
}

func newTableWriter(w *bufio.Writer, format string, columns []parquet.Field) (tableWriter, error) {
	switch format {
	case "csv":
		return newCSVTable(w, columns)
	case "json":
		return &jsonTable{w: w, columns: columns, before: "[\n", between: ",\n", after: "\n]\n", none: "[]\n"}, nil
	case "jsonl":
		return &jsonTable{w: w, columns: columns, between: "\n", after: "\n"}, nil
	}
	return nil, fmt.Errorf("there is no format %q; there are: %s", format, strings.Join(Formats(), ", "))
}

func copyRows(ctx context.Context, from *rows.Table[any], out tableWriter) error {
	columns := from.Columns()
	values := make([]any, len(columns))
	for {
		row, err := from.Next()
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if row == nil {
			return out.end()
		}
		cells, ok := (*row).(map[string]any)
		if !ok {
			return fmt.Errorf("%s: a row of %T, not of columns", from.Name(), *row)
		}
		for i, c := range columns {
			values[i] = cells[c.Name()]
		}
		if err := out.write(values); err != nil {
			return err
		}
	}
}
