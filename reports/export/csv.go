package export

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// csvTable writes rows in the format of RFC 4180, with line feeds. NULL is an empty cell, a list is JSON.
type csvTable struct {
	w       *csv.Writer
	columns []parquet.Field
	cells   []string
	buf     bytes.Buffer
}

// newCSVTable writes the row of titles.
func newCSVTable(w *bufio.Writer, columns []parquet.Field) (*csvTable, error) {
	t := &csvTable{w: csv.NewWriter(w), columns: columns, cells: make([]string, len(columns))}
	for i, c := range columns {
		t.cells[i] = c.Name()
	}
	return t, t.w.Write(t.cells)
}

func (t *csvTable) write(values []any) error {
	for i, c := range t.columns {
		cell, err := t.cell(c, values[i])
		if err != nil {
			return fmt.Errorf("column %s: %w", c.Name(), err)
		}
		t.cells[i] = cell
	}
	return t.w.Write(t.cells)
}

func (t *csvTable) end() error {
	t.w.Flush()
	return t.w.Error()
}

func (t *csvTable) cell(n parquet.Node, v any) (string, error) {
	if v = plainLeaf(n, v); v == nil {
		return "", nil
	}
	if text, ok := v.(string); ok {
		return printable.CSV(text), nil
	}
	t.buf.Reset()
	err := jsonValue(&t.buf, n, v)
	return t.buf.String(), err
}

// plainLeaf applies plain to leaves; lists and groups stay unchanged.
func plainLeaf(n parquet.Node, v any) any {
	if n.Leaf() {
		return plain(n, v)
	}
	return v
}
