package prompt

import (
	"reflect"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The functions of the rewritten tree. No template can name them: the checker refuses names that it does not know.
const (
	funcIn    = "_in"    // {{_in 3}}: the literals that follow stand in the file's fourth define
	funcValue = "_value" // {{.X | _value}}: what follows is the value
	funcPlain = "_plain" // Pieces as a string, for functions that know nothing of them
)

var piecesType = reflect.TypeFor[pipeline.Pieces]()

// piecesOf is the value when it is Pieces, behind interfaces and pointers too.
func piecesOf(v reflect.Value) (pipeline.Pieces, bool) {
	for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
		v = v.Elem()
	}
	if !v.IsValid() || v.Type() != piecesType {
		return nil, false
	}
	return v.Interface().(pipeline.Pieces), true
}

// plain is a value that other functions can work with.
func plain(v reflect.Value) reflect.Value {
	if p, ok := piecesOf(v); ok {
		return reflect.ValueOf(p.String())
	}
	return v
}
