package score

import (
	"fmt"
	"maps"
	"slices"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"
)

// maxPath is the largest size of a JSONPath, in bytes.
const maxPath = 1000

// ParsePath reads a JSONPath (RFC 9535) within the limits.
func ParsePath(text string) (*spec.PathQuery, error) {
	if len(text) > maxPath {
		return nil, fmt.Errorf("a JSONPath of %d bytes: it may have %d", len(text), maxPath)
	}
	p, err := jsonpath.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	for _, seg := range p.Query().Segments() {
		for _, sel := range seg.Selectors() {
			if f, ok := sel.(*spec.FilterSelector); ok {
				if err := checkFilter(f); err != nil {
					return nil, fmt.Errorf("%s: %w", text, err)
				}
			}
		}
	}
	return p.Query(), nil
}

// Singular reports whether a path can find at most one value.
func Singular(q *spec.PathQuery) bool { return q.Singular() != nil }

// pathSearch is one query of a document.
type pathSearch struct {
	*Budget
	root   any
	size   int // of the document, in values
	bytes  int
	prices map[*spec.FilterSelector]int
}

// Find returns what a path finds in a JSON value of so many bytes, ordered as in lists, and by name in maps.
func (b *Budget) Find(q *spec.PathQuery, doc any, bytes int) ([]any, error) {
	s := pathSearch{Budget: b, root: doc, size: sizeOf(doc), bytes: bytes, prices: map[*spec.FilterSelector]int{}}
	found := []any{doc}
	for _, seg := range q.Segments() {
		var next []any
		for _, v := range found {
			var err error
			if next, err = s.segment(next, seg, v); err != nil {
				return nil, err
			}
		}
		found = next
	}
	return found, nil
}

// segment appends what a segment selects of a value, and if it is a descendant segment, of everything below it.
func (s *pathSearch) segment(found []any, seg *spec.Segment, v any) ([]any, error) {
	for _, sel := range seg.Selectors() {
		before := len(found)
		var err error
		switch sel := sel.(type) {
		case spec.WildcardSelector:
			found = append(found, children(v)...)
		case *spec.FilterSelector:
			found, err = s.filter(found, sel, v)
		default:
			found = append(found, sel.Select(v, s.root)...)
		}
		if err == nil {
			err = s.Spend(1 + len(found) - before)
		}
		if err != nil {
			return nil, err
		}
	}
	if !seg.IsDescendant() {
		return found, nil
	}
	for _, child := range children(v) {
		var err error
		if found, err = s.segment(found, seg, child); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (s *pathSearch) filter(found []any, f *spec.FilterSelector, v any) ([]any, error) {
	price, known := s.prices[f]
	if !known {
		price = filterPrice(f, s.size, s.bytes)
		s.prices[f] = price
	}
	for _, child := range children(v) {
		if err := s.Spend(price); err != nil {
			return nil, err
		}
		if f.Eval(child, s.root) {
			found = append(found, child)
		}
	}
	return found, nil
}

// children returns the values of a list, or those of a map in the order of their names.
func children(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		values := make([]any, 0, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			values = append(values, v[name])
		}
		return values
	}
	return nil
}

// sizeOf counts the values in a value, including itself.
func sizeOf(v any) int {
	n := 1
	for _, child := range children(v) {
		n += sizeOf(child)
	}
	return n
}
