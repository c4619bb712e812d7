package memory

import (
	"slices"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// IsRef reports whether a text has the form of a reference: something, an underscore and an integer in Python's syntax;
// and it is not a UUID (F4, is_ref).
func IsRef(s string) bool {
	if len([]rune(s)) == 36 && strings.Count(s, "-") == 4 {
		return false
	}
	at := strings.LastIndexByte(s, '_')
	return at >= 0 && isInt(s[at+1:])
}

// isInt reports whether Python's int() accepts a text without underscores.
func isInt(s string) bool {
	s = strings.TrimFunc(s, isSpace)
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.Is(unicode.Nd, r) })
}

// isSpace is Python's str.isspace.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// Filters replaces references by the ids of rows (F4, translate_filters): in fields that hold ids, in the program in
// every field. Unknown and unsaved references stay, and so do invalid filters.
func (r *Registry) Filters(filters []any) []any {
	translated := slices.Clone(filters)
	for i, f := range filters {
		o, ok := f.(*record.Object)
		if !ok || !r.program && !r.domain.HoldsID(o.Text("field")) {
			continue
		}
		o = o.Copy()
		switch value := o.Get("value").(type) {
		case string:
			o.Set("value", r.idOf(value))
		case []any:
			list := slices.Clone(value)
			for j, v := range list {
				list[j] = r.idOf(v)
			}
			o.Set("value", list)
		}
		translated[i] = o
	}
	return translated
}

// Payload replaces the references in the links of a row's data by the ids of rows (F4, translate_payload).
func (r *Registry) Payload(data *record.Object, table string) *record.Object {
	data = data.Copy()
	for _, link := range r.Links(data, table) {
		data.Set(link.Key, r.idOf(link.Value))
	}
	return data
}

// payloadFields returns the fields of a table that link to rows: those of every table count.
func (r *Registry) payloadFields(table string) []string {
	t, _ := r.domain.Table(table)
	fields := slices.Clone(t.Links)
	for _, l := range r.domain.Links {
		if !slices.Contains(fields, l.Field) {
			fields = append(fields, l.Field)
		}
	}
	return fields
}

// Links returns the link fields of a row's data, with their values, without null, empty and missing ones.
func (r *Registry) Links(data *record.Object, table string) []record.Field {
	var all []record.Field
	for _, field := range r.payloadFields(table) {
		if v := data.Get(field); record.Truthy(v) {
			all = append(all, record.Field{Key: field, Value: v})
		}
	}
	return all
}

// idOf returns the id of a value that is a reference to a row, else the value.
func (r *Registry) idOf(v any) any {
	s, ok := v.(string)
	if !ok || !IsRef(s) {
		return v
	}
	if id, ok := r.ID(s); ok {
		return id
	}
	return v
}
