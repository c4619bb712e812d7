package mas

import (
	"encoding/json"
	"fmt"

	"github.com/google/go-cmp/cmp"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector[In, Out any] struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Input  In     `json:"input"`
	Output Out    `json:"output"`
}

// outcome is what came of one operation: "ok", or the exception, as a word or as {"raises": name}.
type outcome string

func (o *outcome) UnmarshalJSON(raw []byte) error {
	var raised struct{ Raises string }
	if json.Unmarshal(raw, (*string)(o)) == nil {
		return nil
	}
	err := json.Unmarshal(raw, &raised)
	*o = outcome(raised.Raises)
	return err
}

// ok reports whether there was no exception.
func (o outcome) ok() bool { return o == "ok" }

// counter makes ids as the vectors have them: id-1, id-2, for any kind.
func counter() func(kind string) string {
	n := 0
	return func(string) string {
		n++
		return fmt.Sprintf("id-%d", n)
	}
}

// into decodes a part of a vector.
func into[T any](p *probe, raw []byte) T {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		p.Fatalf("%s: %v", raw, err)
	}
	return v
}

// plain returns a value after a JSON round trip, so that two can be compared whatever their types.
func plain(p *probe, v any) any {
	raw, err := json.Marshal(v)
	if err != nil {
		p.Fatalf("%v", err)
	}
	return into[any](p, raw)
}

// same compares two values by their JSON.
func same(p *probe, want, got any) {
	if diff := cmp.Diff(plain(p, want), plain(p, got)); diff != "" {
		p.Errorf("(-want +got):\n%s", diff)
	}
}
