package reports

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// ExportTables are the tables of a run that ExportTable writes.
func ExportTables() []string {
	return []string{"cases", "calls", "scores", "changes", "tools", "candidates", "events", "texts"}
}

// ExportTableFormats are the formats that it writes them in.
func ExportTableFormats() []string { return []string{"csv", "json", "jsonl"} }

// ExportTable writes one table of a run's folder row by row, with the columns of the Parquet file in their order.
func ExportTable(w io.Writer, folder, table, format string) error {
	if !slices.Contains(ExportTables(), table) {
		return fmt.Errorf("there is no table %q; there are: %s", table, strings.Join(ExportTables(), ", "))
	}
	rows, err := openRows[any](folder, table)
	if errors.Is(err, fs.ErrNotExist) {
		const why = "an older version wrote the run, or the file was taken away"
		return fmt.Errorf("%s has no table %s: %s: %w", folder, table, why, err)
	}
	if err != nil {
		return err
	}
	defer rows.close()
	buffered := bufio.NewWriter(w)
	out, err := newTableWriter(buffered, format, rows.r.Schema().Fields())
	if err != nil {
		return err
	}
	if err := exportRows(rows, out); err != nil {
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
	return nil, fmt.Errorf("there is no format %q; there are: %s", format, strings.Join(ExportTableFormats(), ", "))
}

func exportRows(rows *rowReader[any], out tableWriter) error {
	columns := rows.r.Schema().Fields()
	values := make([]any, len(columns))
	for {
		row, err := rows.next()
		if err != nil {
			return err
		}
		if row == nil {
			return out.end()
		}
		cells, ok := (*row).(map[string]any)
		if !ok {
			return fmt.Errorf("%s: a row of %T, not of columns", rows.name, *row)
		}
		for i, c := range columns {
			values[i] = cells[c.Name()]
		}
		if err := out.write(values); err != nil {
			return err
		}
	}
}
