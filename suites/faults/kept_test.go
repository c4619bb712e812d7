package faults

import (
	"reflect"
	"testing"
	"time"
)

// Each field of a matrix is in the key of its cells, or nothing is kept with it.
func TestEachFieldIsInTheKey(t *testing.T) {
	elsewhere := map[string]bool{"Otherwise": true, "Exchange": true} // in the suite; the same for all
	plain, fields := &Matrix{}, reflect.TypeFor[Matrix]()
	for i := range fields.NumField() {
		if elsewhere[fields.Field(i).Name] {
			continue
		}
		m := &Matrix{}
		switch at := reflect.ValueOf(m).Elem().Field(i); v := at.Addr().Interface().(type) {
		case *[]string:
			*v = []string{"x"}
		case *string:
			*v = "x"
		case *int:
			*v = 1
		case *bool:
			*v = true
		case *uint64:
			*v = 1
		case *time.Duration:
			*v = time.Second
		default:
			t.Errorf("%s: nothing to try it with", fields.Field(i).Name)
		}
		if m.repeats() && m.choice() == plain.choice() {
			t.Errorf("%s is not in the key", fields.Field(i).Name)
		}
	}
}

// Lists of a matrix cannot be taken for each other.
func TestListsInTheKey(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range []Matrix{
		{Stages: []string{"a"}}, {Only: []string{"a"}}, {Faults: []string{"a"}}, {Stages: []string{"a", "b"}},
		{Stages: []string{`a" "b`}}, {Stages: []string{"a b"}}, {Stages: []string{""}}, {},
	} {
		if seen[m.choice()] {
			t.Errorf("%s names two matrices", m.choice())
		}
		seen[m.choice()] = true
	}
}
