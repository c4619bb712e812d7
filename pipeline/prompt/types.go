package prompt

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

var (
	// unknown is a type known only at run time. Its values may be printed, passed on and tested, but have no fields.
	unknown = reflect.TypeFor[any]()
	// noData is the type of dot without data.
	noData = reflect.TypeFor[nothing]()

	errorType = reflect.TypeFor[error]()

	errOneVariable = errors.New("a range over a number has one variable")
)

type nothing struct{}

// typeName returns the name of a type as a prompt writer may know it: without its package.
func typeName(t reflect.Type) string {
	switch {
	case t == nil, t == noData:
		return "no data"
	case t == unknown:
		return "a value of any type"
	case t.Kind() == reflect.Pointer:
		return typeName(t.Elem())
	case t.Name() != "":
		return t.Name()
	}
	return t.String()
}

// indirect follows all pointers of a type.
func indirect(t reflect.Type) (elem reflect.Type, pointer bool) {
	for t.Kind() == reflect.Pointer {
		t, pointer = t.Elem(), true
	}
	return t, pointer
}

// field returns the type of a field, of a map's value, or of the result of a method called with args.
func field(t reflect.Type, name string, args []reflect.Type) (reflect.Type, error) {
	base, pointer := indirect(t)
	methods := base
	if pointer && base.Kind() != reflect.Interface {
		methods = reflect.PointerTo(base)
	}
	if m, ok := methods.MethodByName(name); ok {
		receiver := 1
		if base.Kind() == reflect.Interface {
			receiver = 0
		}
		return called("."+name, m.Type, receiver, args)
	}
	if len(args) > 0 && base.Kind() != reflect.Interface {
		if _, err := field(t, name, nil); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("field .%s of %s takes no arguments", name, typeName(base))
	}
	switch {
	case base == noData:
		return nil, fmt.Errorf("field .%s, but there is no data here", name)
	case base.Kind() == reflect.Interface:
		return nil, fmt.Errorf("field .%s of %s: its fields are not known before the run", name, typeName(base))
	case base.Kind() == reflect.Map && reflect.TypeFor[string]().AssignableTo(base.Key()):
		return asText(base.Elem()), nil
	case base.Kind() == reflect.Struct:
		if f, ok := base.FieldByName(name); ok && f.IsExported() {
			return asText(f.Type), nil
		}
	}
	return nil, fmt.Errorf("unknown field .%s of %s%s", name, typeName(base),
		wording.Hint("."+name, names(base, methods)))
}

// asText returns string for Pieces, which a template uses as one: it sees the text and nothing of the sources.
func asText(t reflect.Type) reflect.Type {
	if t == piecesType {
		return reflect.TypeFor[string]()
	}
	return t
}

// names returns the fields and methods that a template may use, as it spells them.
func names(base, methods reflect.Type) []string {
	var all []string
	if base.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(base) {
			if f.IsExported() {
				all = append(all, "."+f.Name)
			}
		}
	}
	for m := range methods.Methods() {
		all = append(all, "."+m.Name)
	}
	return all
}

// called returns the type of a function's result for args. Its first skip parameters are not arguments.
func called(name string, fn reflect.Type, skip int, args []reflect.Type) (reflect.Type, error) {
	want := fn.NumIn() - skip
	if fn.IsVariadic() {
		if want--; len(args) < want {
			return nil, fmt.Errorf("%s takes at least %d arguments, not %d", name, want, len(args))
		}
	} else if len(args) != want {
		return nil, fmt.Errorf("%s takes %d arguments, not %d", name, want, len(args))
	}
	if n := fn.NumOut(); n == 1 || n == 2 && fn.Out(1) == errorType {
		return asText(fn.Out(0)), nil
	}
	return nil, fmt.Errorf("%s does not give one value", name)
}

// elements returns the types of keys and values in a range over t; key is nil if there is none.
func elements(t reflect.Type) (key, elem reflect.Type, err error) {
	base, _ := indirect(t)
	switch base.Kind() {
	case reflect.Interface:
		return unknown, unknown, nil
	case reflect.Slice, reflect.Array:
		return reflect.TypeFor[int](), asText(base.Elem()), nil
	case reflect.Map:
		return base.Key(), asText(base.Elem()), nil
	}
	if k := base.Kind(); k >= reflect.Int && k <= reflect.Uintptr {
		return nil, base, nil
	}
	return nil, nil, fmt.Errorf("range over %s: it takes a list, a map or a whole number", typeName(base))
}
