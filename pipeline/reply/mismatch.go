package reply

import (
	"encoding/json"
	"fmt"
)

// mismatch says that JSON has another shape than the type.
type mismatch struct {
	at        string // path, such as nodes[2].id; empty: the whole answer
	want, got string
}

func (m *mismatch) Error() string {
	at := m.at
	if at == "" {
		at = "the answer"
	}
	return fmt.Sprintf("%s: wanted %s, got %s", at, m.want, m.got)
}

// describe names a JSON value for an error, in one short line.
func describe(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return fmt.Sprintf("%.60q", s)
		}
	}
	return fmt.Sprintf("%.60s", raw)
}
