package prompt

import (
	"reflect"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The functions of the rewritten tree. No template can use them: the checker rejects unknown names.
const (
	funcIn    = "_in"    // {{_in 3}}: the following literals are in the file's fourth define
	funcValue = "_value" // {{.X | _value}}: the value follows
	funcPlain = "_plain" // Pieces as a string, for functions that do not know the type
)

var piecesType = reflect.TypeFor[pipeline.Pieces]()

// piecesOf returns the value if it is Pieces, also behind interfaces and pointers.
func piecesOf(v reflect.Value) (pipeline.Pieces, bool) {
	for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
		v = v.Elem()
	}
	if !v.IsValid() || v.Type() != piecesType {
		return nil, false
	}
	return v.Interface().(pipeline.Pieces), true
}

// plain returns a value that other functions can handle.
func plain(v reflect.Value) reflect.Value {
	if p, ok := piecesOf(v); ok {
		return reflect.ValueOf(p.String())
	}
	return v
}
