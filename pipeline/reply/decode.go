package reply

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Option makes Decode stricter.
type Option int

// KnownKeys rejects keys that the type does not have, at any depth.
const KnownKeys Option = 1

// Decode reads a model's answer into a T. Its error is a *pipeline.Failure: that of Read, or Schema for JSON of another
// shape; then it names the place in the answer, and what was wanted and found there. Any other error is about T.
//
//	type route struct {
//		Action action `json:"action" reply:"required"` // action has a method Values
//		Reason string `json:"reason"`
//	}
//
// Keys match by exact spelling. A key may be missing or null, which leaves the zero value, unless its field says
// reply:"required". Elements of lists and maps are never null. Fields without a json tag go by their Go name; embedded
// structs are fields like others. A type that implements json.Unmarshaler, such as json.RawMessage, reads itself.
func Decode[T any](policy pipeline.Policy, text string, opts ...Option) (T, error) {
	var v T
	raw, err := Read(policy, text)
	if err != nil {
		return v, err
	}
	d := decoder{known: slices.Contains(opts, KnownKeys)}
	if err := d.value(raw, reflect.ValueOf(&v).Elem(), ""); err != nil {
		var zero T
		if wrong, ok := errors.AsType[*mismatch](err); ok {
			return zero, &pipeline.Failure{Reason: pipeline.Schema, Err: wrong}
		}
		return zero, fmt.Errorf("decode into %T: %w", v, err)
	}
	return v, nil
}
