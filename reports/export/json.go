package export

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// jsonTable writes rows as JSON objects, one a line.
type jsonTable struct {
	w       *bufio.Writer
	columns []parquet.Field
	rows    int
	buf     bytes.Buffer

	before, between, after string
	none                   string // instead of rows if there are none
}

func (t *jsonTable) write(values []any) error {
	lead := t.between
	if t.rows == 0 {
		lead = t.before
	}
	t.rows++
	t.buf.Reset()
	t.buf.WriteString(lead)
	if err := jsonObject(&t.buf, t.columns, func(i int) any { return values[i] }); err != nil {
		return err
	}
	_, err := t.w.Write(t.buf.Bytes())
	return err
}

func (t *jsonTable) end() error {
	if t.rows == 0 {
		t.after = t.none
	}
	_, err := t.w.WriteString(t.after)
	return err
}

// jsonObject writes the fields in the file's order, which a Go map would lose.
func jsonObject(b *bytes.Buffer, fields []parquet.Field, value func(i int) any) error {
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := jsonLeaf(b, f.Name()); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := jsonValue(b, f, value(i)); err != nil {
			return fmt.Errorf("column %s: %w", f.Name(), err)
		}
	}
	b.WriteByte('}')
	return nil
}

// jsonValue writes a value of a node of the schema: NULL, a list, fields, or a plain value.
func jsonValue(b *bytes.Buffer, n parquet.Node, v any) error {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
		return nil
	case []any:
		element, ok := listElement(n)
		if !ok {
			return fmt.Errorf("a list where the schema has none")
		}
		return jsonList(b, element, v)
	case map[string]any:
		fields := n.Fields()
		return jsonObject(b, fields, func(i int) any { return v[fields[i].Name()] })
	}
	return jsonLeaf(b, plain(n, v))
}

func jsonList(b *bytes.Buffer, element parquet.Node, list []any) error {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := jsonValue(b, element, v); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

func jsonLeaf(b *bytes.Buffer, v any) error {
	if err := printable.NewJSONEncoder(b).Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the encoder's line end
	return nil
}

// listElement returns the element of a list: Parquet wraps it in two groups.
func listElement(n parquet.Node) (parquet.Node, bool) {
	if n.Leaf() || len(n.Fields()) != 1 || len(n.Fields()[0].Fields()) != 1 {
		return nil, false
	}
	return n.Fields()[0].Fields()[0], true
}

// plain returns a leaf's value in text formats: a timestamp as RFC 3339 in UTC, and none for a number that JSON cannot
// express.
func plain(n parquet.Node, v any) any {
	switch v := v.(type) {
	case int64:
		if at, ok := timestamp(n, v); ok {
			return at.UTC().Format(time.RFC3339Nano)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	case []byte:
		return string(v)
	}
	return v
}

func timestamp(n parquet.Node, v int64) (time.Time, bool) {
	if !n.Leaf() {
		return time.Time{}, false
	}
	unit, ok := strings.CutPrefix(n.Type().String(), "TIMESTAMP(")
	switch {
	case !ok:
		return time.Time{}, false
	case strings.HasSuffix(unit, "unit=MILLIS)"):
		return time.UnixMilli(v), true
	case strings.HasSuffix(unit, "unit=MICROS)"):
		return time.UnixMicro(v), true
	}
	return time.Unix(0, v), true
}
