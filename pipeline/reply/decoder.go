package reply

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// decoder fills a value from JSON. encoding/json cannot: it ignores the case of keys, skips what is missing and has no
// enums.
type decoder struct {
	known bool // reject keys unknown to the type
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// value fills v from a valid JSON value without blanks around it.
func (d decoder) value(raw json.RawMessage, v reflect.Value, at string) error {
	if v.Addr().Type().Implements(unmarshaler) {
		return d.leaf(raw, v, at, "a value")
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.object(raw, v, at)
	case reflect.Map:
		return d.entries(raw, v, at)
	case reflect.Slice:
		return d.list(raw, v, at)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(raw, v.Elem(), at)
	case reflect.String:
		return d.text(raw, v, at)
	case reflect.Bool:
		return d.leaf(raw, v, at, "true or false")
	}
	switch {
	case v.CanInt(), v.CanUint():
		return d.leaf(raw, v, at, "a whole number")
	case v.CanFloat():
		return d.leaf(raw, v, at, "a number")
	}
	return fmt.Errorf("%s: a field of type %s", at, v.Type())
}

// leaf leaves the work to encoding/json.
func (d decoder) leaf(raw json.RawMessage, v reflect.Value, at, want string) error {
	if string(raw) == "null" || json.Unmarshal(raw, v.Addr().Interface()) != nil {
		return &mismatch{at, want, describe(raw)}
	}
	return nil
}

func (d decoder) text(raw json.RawMessage, v reflect.Value, at string) error {
	enum, ok := v.Interface().(Enum)
	if !ok {
		return d.leaf(raw, v, at, "a string")
	}
	want := "one of " + strings.Join(enum.Values(), ", ")
	if err := d.leaf(raw, v, at, want); err != nil {
		return err
	}
	if !slices.Contains(enum.Values(), v.String()) {
		return &mismatch{at, want, describe(raw)}
	}
	return nil
}

func (d decoder) object(raw json.RawMessage, v reflect.Value, at string) error {
	keys, err := members(raw, at)
	if err != nil {
		return err
	}
	var names []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		names = append(names, name)
		if err := d.member(keys, name, f, v.Field(i), dotted(at, name)); err != nil {
			return err
		}
	}
	return d.unknown(keys, names, at)
}

// member fills the field for a name in an object.
func (d decoder) member(keys map[string]json.RawMessage, name string, f reflect.StructField, v reflect.Value,
	at string) error {
	required := f.Tag.Get("reply") == "required"
	raw, ok := keys[name]
	switch {
	case !ok && required:
		return &mismatch{at, "a value", "no such key"}
	case !ok, string(raw) == "null" && !required:
		return nil
	}
	return d.value(raw, v, at)
}

func (d decoder) unknown(keys map[string]json.RawMessage, names []string, at string) error {
	if !d.known {
		return nil
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(names, k) {
			return &mismatch{at, "no other keys than " + strings.Join(names, ", "), fmt.Sprintf("%.60q", k)}
		}
	}
	return nil
}

func (d decoder) entries(raw json.RawMessage, v reflect.Value, at string) error {
	if v.Type().Key().Kind() != reflect.String {
		return errors.New("a map without string keys")
	}
	keys, err := members(raw, at)
	if err != nil {
		return err
	}
	v.Set(reflect.MakeMap(v.Type()))
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(keys[k], elem, dotted(at, k)); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(k).Convert(v.Type().Key()), elem)
	}
	return nil
}

func (d decoder) list(raw json.RawMessage, v reflect.Value, at string) error {
	var elems []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &elems) != nil {
		return &mismatch{at, "an array", describe(raw)}
	}
	v.Set(reflect.MakeSlice(v.Type(), len(elems), len(elems)))
	for i, e := range elems {
		if err := d.value(e, v.Index(i), fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

// members splits an object. A map keeps its keys' exact spelling.
func members(raw json.RawMessage, at string) (map[string]json.RawMessage, error) {
	var keys map[string]json.RawMessage
	if raw[0] != '{' || json.Unmarshal(raw, &keys) != nil {
		return nil, &mismatch{at, "an object", describe(raw)}
	}
	return keys, nil
}

func dotted(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

// Enum is a type with a fixed set of values, each as its JSON string.
type Enum interface {
	Values() []string
}
