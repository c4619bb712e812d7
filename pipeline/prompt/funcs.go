package prompt

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"text/template"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// funcs are the functions of templates in addition to those of text/template:
//
//	{{json .Value}}        the value as JSON in one line, with non-ASCII as it is
//	{{join .Strings ", "}} strings.Join
var funcs = template.FuncMap{
	"json": JSON,
	"join": joinTexts,
}

// textFuncs replace the functions of text/template that make a text of others. They return the same text, with the
// sources of their arguments.
var textFuncs = template.FuncMap{
	"slice":    slice,
	"print":    func(args ...any) pipeline.Pieces { return made(fmt.Sprint, args) },
	"println":  func(args ...any) pipeline.Pieces { return made(fmt.Sprintln, args) },
	"printf":   printf,
	"html":     func(args ...any) pipeline.Pieces { return made(template.HTMLEscaper, args) },
	"js":       func(args ...any) pipeline.Pieces { return made(template.JSEscaper, args) },
	"urlquery": func(args ...any) pipeline.Pieces { return made(template.URLQueryEscaper, args) },
}

// made applies f to values. It is unknown which part of the result comes from which value, so the result has a source
// only if all texts among them have the same.
func made(f func(...any) string, args []any) pipeline.Pieces {
	from := piecesAmong(args)
	plain := make([]any, len(args)) // the escapers write to it
	for i, arg := range args {
		plain[i] = arg
		if p, ok := arg.(pipeline.Pieces); ok {
			plain[i] = p.String()
		}
	}
	return from.Made(f(plain...))
}

// piecesAmong returns all Pieces among the values.
func piecesAmong(args []any) pipeline.Pieces {
	var all []pipeline.Pieces
	for _, arg := range args {
		if p, ok := arg.(pipeline.Pieces); ok {
			all = append(all, p)
		}
	}
	return pipeline.JoinPieces(all...)
}

func printf(format any, args ...any) (pipeline.Pieces, error) {
	var text string
	switch f := format.(type) {
	case string:
		text = f
	case pipeline.Pieces:
		text = f.String()
	default:
		return nil, fmt.Errorf("a format is a string, not %T", format)
	}
	return made(func(args ...any) string { return fmt.Sprintf(text, args...) }, args), nil
}

// joinTexts is strings.Join over a list of strings or of Pieces.
func joinTexts(list, sep any) (pipeline.Pieces, error) {
	if plain, ok := list.([]string); ok {
		if sep, ok := sep.(string); ok {
			return pipeline.TextSource{}.Of(strings.Join(plain, sep)), nil
		}
	}
	between, ok := asPieces(sep)
	v := reflect.ValueOf(list)
	if !ok || !v.IsValid() || v.Kind() != reflect.Slice || v.Type() == piecesType {
		return nil, fmt.Errorf("join of %T with %T: want a list of texts and a text", list, sep)
	}
	var texts []pipeline.Pieces
	for i := range v.Len() {
		text, ok := asPieces(v.Index(i).Interface())
		if !ok {
			return nil, fmt.Errorf("join of %T, which is no list of texts", list)
		}
		if i > 0 {
			texts = append(texts, between)
		}
		texts = append(texts, text)
	}
	return pipeline.JoinPieces(texts...), nil
}

// asPieces converts a string or Pieces to Pieces.
func asPieces(v any) (p pipeline.Pieces, ok bool) {
	switch v := v.(type) {
	case pipeline.Pieces:
		return v, true
	case string:
		return pipeline.TextSource{}.Of(v), true
	}
	return nil, false
}

// slice is text/template's unexported function; a part of Pieces is Pieces.
func slice(item reflect.Value, indexes ...int) (reflect.Value, error) {
	for item.IsValid() && (item.Kind() == reflect.Interface || item.Kind() == reflect.Pointer) {
		item = item.Elem()
	}
	if !item.IsValid() {
		return reflect.Value{}, errors.New("slice of nil")
	}
	if item.Type() == piecesType {
		p := item.Interface().(pipeline.Pieces)
		idx, err := bounds(indexes, p.Len(), p.Len(), 2)
		return reflect.ValueOf(p.Cut(idx[0], idx[1])), err
	}
	switch item.Kind() {
	case reflect.String:
		idx, err := bounds(indexes, item.Len(), item.Len(), 2)
		if err != nil {
			return reflect.Value{}, err
		}
		return item.Slice(idx[0], idx[1]), nil
	case reflect.Array, reflect.Slice:
		idx, err := bounds(indexes, item.Len(), item.Cap(), 3)
		if err != nil {
			return reflect.Value{}, err
		}
		if len(indexes) == 3 {
			return item.Slice3(idx[0], idx[1], idx[2]), nil
		}
		return item.Slice(idx[0], idx[1]), nil
	}
	return reflect.Value{}, fmt.Errorf("can't slice item of type %s", item.Type())
}

// bounds returns the indexes of a slice expression, including omitted ones.
func bounds(indexes []int, length, limit, most int) (idx [3]int, err error) {
	idx = [3]int{0, length, limit}
	if len(indexes) > most {
		return [3]int{}, fmt.Errorf("too many slice indexes: %d", len(indexes))
	}
	copy(idx[:], indexes)
	if idx[0] < 0 || idx[0] > idx[1] || idx[1] > idx[2] || idx[2] > limit {
		return [3]int{}, fmt.Errorf("invalid slice index: %v of %d", indexes, limit)
	}
	return idx, nil
}
