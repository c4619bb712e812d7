package page

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// columns are rows of one type. Their JSON is an object of lists of the same length, one for each field of a row; null:
// the row leaves it out. Values of one field are alike, so that gzip makes them smaller than objects.
type columns[T any] struct {
	lists map[string][]json.RawMessage
	rows  int
	bytes int // of all rows' JSON
}

// add adds a row.
func (c *columns[T]) add(row T) error {
	null := json.RawMessage("null")
	text, err := encoded(row)
	if err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return err
	}
	if c.lists == nil {
		c.lists = map[string][]json.RawMessage{}
	}
	for name, value := range fields {
		if c.lists[name] == nil {
			c.lists[name] = slices.Repeat([]json.RawMessage{null}, c.rows)
		}
		c.lists[name] = append(c.lists[name], value)
	}
	c.rows, c.bytes = c.rows+1, c.bytes+len(text)
	for name, list := range c.lists {
		if len(list) < c.rows {
			c.lists[name] = append(list, null)
		}
	}
	return nil
}

// MarshalJSON writes the lists.
func (c columns[T]) MarshalJSON() ([]byte, error) {
	if c.rows == 0 {
		return []byte("{}"), nil
	}
	text, err := encoded(c.lists)
	return []byte(text), err
}

// encoded returns a value as JSON.
func encoded(v any) (string, error) {
	var b strings.Builder
	err := printable.NewJSONEncoder(&b).Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
