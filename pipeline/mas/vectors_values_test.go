package mas

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector[In, Out any] struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Input  In     `json:"input"`
	Output Out    `json:"output"`
}

// counter makes ids as the vectors have them: id-1, id-2, for any kind.
func counter() func(kind string) string {
	n := 0
	return func(string) string {
		n++
		return fmt.Sprintf("id-%d", n)
	}
}

// into decodes a part of a vector.
func into[T any](t *testing.T, raw []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// plain returns a value after a JSON round trip, so that two can be compared whatever their types.
func plain(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return into[any](t, raw)
}

// same compares two values by their JSON.
func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(plain(t, want), plain(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
