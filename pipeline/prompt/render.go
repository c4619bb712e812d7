package prompt

import (
	"fmt"
	"reflect"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Render returns the sections of a message. Blank sections vanish, and the separator is appended to each section but
// the last, so that the content is the concatenation of all texts. Invalid UTF-8 is repaired.
//
// It fails for data of another type than the Spec's, and for errors that only rendering reveals: a nil pointer on the
// way to a field, a missing key of a map, an index out of range, an error of a method.
func (t *Template) Render(data any) ([]pipeline.Section, error) {
	if got, want := reflect.TypeOf(data), reflect.TypeOf(t.spec.Data); got != want {
		return nil, &Error{File: t.spec.File, Msg: fmt.Sprintf("rendered with %s, made for %s", typeName(got),
			typeName(want))}
	}
	r, ok := t.recorders.Get().(*recorder)
	if !ok {
		var err error
		if r, err = newRecorder(t); err != nil {
			return nil, relocate(t.spec.File, err)
		}
	}
	defer t.recorders.Put(r)
	sections, err := r.message(t, data)
	if err != nil {
		return nil, relocate(t.spec.File, err)
	}
	return sections, nil
}
