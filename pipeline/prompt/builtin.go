package prompt

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// builtins maps the functions of text/template to their result types. A type that depends on the arguments is nil.
var builtins = map[string]reflect.Type{
	"and": nil, "or": nil, "call": nil, "index": nil, "slice": nil,
	"not": reflect.TypeFor[bool](),
	"eq":  reflect.TypeFor[bool](), "ne": reflect.TypeFor[bool](),
	"lt": reflect.TypeFor[bool](), "le": reflect.TypeFor[bool](),
	"gt": reflect.TypeFor[bool](), "ge": reflect.TypeFor[bool](),
	"len":   reflect.TypeFor[int](),
	"print": reflect.TypeFor[string](), "printf": reflect.TypeFor[string](), "println": reflect.TypeFor[string](),
	"html": reflect.TypeFor[string](), "js": reflect.TypeFor[string](), "urlquery": reflect.TypeFor[string](),
}

// result returns the type of a function's result for arguments of these types.
func result(name string, args []reflect.Type) (reflect.Type, error) {
	if fn, ok := funcs[name]; ok {
		return called(name, reflect.TypeOf(fn), 0, args)
	}
	typ, ok := builtins[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("unknown function %s%s", name, wording.Hint(name, functionNames()))
	case len(args) == 0 && name != "print" && name != "println":
		return nil, fmt.Errorf("%s without arguments", name)
	case typ != nil:
		return typ, nil
	}
	switch name {
	case "and", "or":
		return common(args), nil
	case "call":
		return callResult(args)
	case "slice":
		return sliceResult(args[0])
	}
	return indexResult(args)
}

func functionNames() []string {
	return slices.Concat(slices.Sorted(maps.Keys(funcs)), slices.Sorted(maps.Keys(builtins)))
}

// common returns the one type that all share, which is all that is known of the functions and and or.
func common(types []reflect.Type) reflect.Type {
	for _, t := range types {
		if t != types[0] {
			return unknown
		}
	}
	return types[0]
}

func callResult(args []reflect.Type) (reflect.Type, error) {
	switch fn := args[0]; fn.Kind() {
	case reflect.Interface:
		return unknown, nil
	case reflect.Func:
		return called("call", fn, 0, args[1:])
	default:
		return nil, fmt.Errorf("call of %s, which is no function", typeName(fn))
	}
}

func sliceResult(t reflect.Type) (reflect.Type, error) {
	switch base, _ := indirect(t); base.Kind() {
	case reflect.Interface:
		return unknown, nil
	case reflect.String, reflect.Slice:
		return base, nil
	case reflect.Array:
		return reflect.SliceOf(base.Elem()), nil
	default:
		return nil, fmt.Errorf("slice of %s, which is no list", typeName(base))
	}
}

// indexResult returns the type of index x 1 2: one level per argument.
func indexResult(args []reflect.Type) (reflect.Type, error) {
	t := args[0]
	for range args[1:] {
		switch base, _ := indirect(t); base.Kind() {
		case reflect.Interface:
			return unknown, nil
		case reflect.Slice, reflect.Array, reflect.Map:
			t = asText(base.Elem())
		case reflect.String:
			t = reflect.TypeFor[uint8]()
		default:
			return nil, fmt.Errorf("index of %s, which is neither list nor map", typeName(base))
		}
	}
	return t, nil
}
