package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Markdown writes rows under their columns as a table of Markdown. Texts become code, so that none is markup.
func Markdown(w io.Writer, columns []Column, rows [][]string) error {
	var b strings.Builder
	titles, rules := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		titles[i], rules[i] = c.title, "---"
		if c.right {
			rules[i] = "--:"
		}
	}
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(titles)
	line(rules)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, text := range row {
			if cells[i] = text; !columns[i].right {
				cells[i] = printable.MarkdownCode(text)
			}
		}
		line(cells)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// CSV writes rows in the format of RFC 4180, with line feeds, under their names. A value is a text, a number, a
// boolean or nil, which is an empty cell.
func CSV(w io.Writer, names []string, rows [][]any) error {
	c := csv.NewWriter(w)
	err := c.Write(names)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, v := range row {
			switch v := v.(type) {
			case nil:
			case string:
				cells[i] = printable.CSV(v)
			default:
				cells[i] = fmt.Sprint(v)
			}
		}
		if err == nil {
			err = c.Write(cells)
		}
	}
	if err != nil {
		return err
	}
	c.Flush()
	return c.Error()
}

// JSON writes rows as an array of objects, whose keys are the names, in their order.
func JSON(w io.Writer, names []string, rows [][]any) error {
	list := make([]object, len(rows))
	for i, row := range rows {
		list[i] = object{names, row}
	}
	return printable.WriteJSON(w, list)
}

type object struct {
	names  []string
	values []any
}

// MarshalJSON keeps the order of the names, which a map would not.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := printable.NewJSONEncoder(&b)
	b.WriteByte('{')
	for i, v := range o.values {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, part := range []any{o.names[i], v} {
			if err := enc.Encode(part); err != nil {
				return nil, err
			}
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
