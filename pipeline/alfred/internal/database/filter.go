package database

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// filter is one condition on a row.
type filter struct {
	field, op string
	value     any
}

// operators returns the operators of filters; a blank in one may be an underscore.
func operators() []string {
	return []string{"=", "!=", "<", "<=", ">", ">=", "in", "not in", "like", "ilike", "contains", "is null",
		"is not null"}
}

// filters parses the filters of a query; nil for no list.
func (q target) filters(name string, v any) ([]filter, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := record.Objects(v)
	if !ok {
		return nil, q.errorf("%s: want a list of filters, each {field, op, value}", name)
	}
	filters := make([]filter, len(list))
	for i, o := range list {
		op := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(o.Text("op")), "_", " "))
		f := filter{field: o.Text("field"), op: op, value: o.Get("value")}
		if !slices.Contains(operators(), op) {
			return nil, q.errorf("%s[%d]: there is no op %.60s; there are %s", name, i, record.Marshal(o.Get("op")),
				strings.Join(operators(), ", "))
		}
		if _, isList := f.value.([]any); !isList && strings.HasSuffix(op, "in") && op != "contains" {
			return nil, q.errorf("%s[%d]: op %s wants a list as its value, got %s", name, i, op, record.Kind(f.value))
		}
		if err := q.checkColumn(f.field); err != nil {
			return nil, err
		}
		filters[i] = f
	}
	return filters, nil
}

// matches reports whether a row matches the filter. As in SQL, a null column matches only a test for null.
func (f filter) matches(row *record.Object) bool {
	v := row.Get(f.field)
	switch f.op {
	case "is null":
		return (v == nil) != (f.value == false)
	case "is not null":
		return (v != nil) != (f.value == false)
	case "=":
		return equal(v, f.value)
	case "!=":
		return (v != nil || f.value == nil) && !equal(v, f.value)
	}
	if v == nil {
		return false
	}
	switch f.op {
	case "in", "not in":
		list := f.value.([]any)
		return slices.ContainsFunc(list, func(e any) bool { return equal(v, e) }) == (f.op == "in")
	case "like":
		return like([]rune(record.String(f.value)), []rune(record.String(v)))
	case "ilike":
		return like(folded(f.value), folded(v))
	case "contains":
		return contains(v, f.value)
	}
	return f.value != nil && ordered(f.op, order(v, f.value, false))
}

func ordered(op string, c int) bool {
	switch op {
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return c >= 0
}

func folded(v any) []rune { return []rune(strings.ToLower(record.String(v))) }

// contains reports whether a list contains the value, or all of a list of values; or whether a text contains a text,
// ignoring case.
func contains(v, want any) bool {
	list, ok := v.([]any)
	if !ok {
		return strings.Contains(string(folded(v)), string(folded(want)))
	}
	wants, many := want.([]any)
	if !many {
		wants = []any{want}
	}
	for _, w := range wants {
		if !slices.ContainsFunc(list, func(e any) bool { return equal(e, w) }) {
			return false
		}
	}
	return true
}

// like reports whether a text matches an SQL pattern: % is any text, _ any character. The time is at most the product
// of the lengths.
func like(pattern, text []rune) bool {
	p, t := 0, 0
	star, from := -1, 0 // the last %, and the beginning of the text after its match
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '%':
			star, from = p, t
			p++
		case p < len(pattern) && (pattern[p] == '_' || pattern[p] == text[t]):
			p, t = p+1, t+1
		case star >= 0:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(string(pattern[p:]), "%") == ""
}
