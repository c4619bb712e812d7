package skills

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Frontmatter is the top level of a file's YAML, in its order, without duplicate keys.
type Frontmatter []Field

// Field is one key and its value as JSON without blanks: dates, yes and no are texts, as in the core schema of YAML
// 1.2.
type Field struct {
	Key   string
	Value json.RawMessage
}

// Get returns the value of a key; nil if f has no such key.
func (f Frontmatter) Get(key string) json.RawMessage {
	for i := range f {
		if f[i].Key == key {
			return f[i].Value
		}
	}
	return nil
}

// Text returns the value of a key as a text: a text itself, else its JSON. It is empty for null and for a missing key.
func (f Frontmatter) Text(key string) string {
	v := f.Get(key)
	if s, ok := text(v); ok {
		return s
	}
	if isNull(v) {
		return ""
	}
	return string(v)
}

// Flag reads a switch such as user-invocable: true, yes, on and 1 against false, no, off and 0, whatever their case.
// Anything else, including a missing key, gives the default.
func (f Frontmatter) Flag(key string, byDefault bool) bool {
	switch strings.ToLower(strings.TrimSpace(f.Text(key))) {
	case "true", "yes", "on", "1":
		return true
	case "false", "no", "off", "0":
		return false
	}
	return byDefault
}

// MarshalJSON returns an object with the keys in their order.
func (f Frontmatter) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, field := range f {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonvalue.AppendString(b, field.Key), ':')
		b = append(b, field.Value...)
	}
	return append(b, '}'), nil
}

// or returns f with missing and null values filled from g.
func (f Frontmatter) or(g Frontmatter) Frontmatter {
	var all, other collector
	for _, field := range g {
		other.add(field)
	}
	for _, field := range f {
		if i, ok := other.at[field.Key]; ok && isNull(field.Value) {
			field = g[i]
		}
		all.add(field)
	}
	for _, field := range g {
		all.add(field)
	}
	return all.list
}

// collector builds a Frontmatter.
type collector struct {
	list Frontmatter
	at   map[string]int // key → its index in list
}

// add adds a field if its key is new, and reports whether it was.
func (f *collector) add(field Field) bool {
	if _, ok := f.at[field.Key]; ok {
		return false
	}
	if f.at == nil {
		f.at = map[string]int{}
	}
	f.at[field.Key] = len(f.list)
	f.list = append(f.list, field)
	return true
}

// text returns the value of a JSON string.
func text(v json.RawMessage) (string, bool) {
	var s string
	if len(v) == 0 || v[0] != '"' || json.Unmarshal(v, &s) != nil {
		return "", false
	}
	return s, true
}

func isNull(v json.RawMessage) bool { return v == nil || string(v) == "null" }
