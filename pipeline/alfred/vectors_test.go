package alfred

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector[In, Out any] struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Input  In     `json:"input"`
	Output Out    `json:"output"`
}

// rawVector is a case whose parts are read later.
type rawVector = vector[json.RawMessage, json.RawMessage]

// vectors returns the cases of a file of the shared data, of any case type.
func vectors[V any](t *testing.T, file string) []V {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	name := filepath.Join(shared, "vectors", "alfred", file)
	raw, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		t.Skip("no vectors: " + name + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []V
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return all
}

// vectorsOf returns the cases of one kind in a file. A file without the kind fails: no test passes by reading nothing.
func vectorsOf[In, Out any](t *testing.T, file, kind string) []vector[In, Out] {
	t.Helper()
	var some []vector[In, Out]
	for _, raw := range vectors[rawVector](t, file) {
		if raw.Kind != kind {
			continue
		}
		v := vector[In, Out]{ID: raw.ID, Kind: raw.Kind}
		for part, into := range map[*json.RawMessage]any{&raw.Input: &v.Input, &raw.Output: &v.Output} {
			if err := json.Unmarshal(*part, into); err != nil {
				t.Fatalf("%s: %s: %v", file, raw.ID, err)
			}
		}
		some = append(some, v)
	}
	if len(some) == 0 {
		t.Fatalf("%s has no case of the kind %s", file, kind)
	}
	return some
}

// into reads a part of a case.
func into[T any](t *testing.T, raw json.RawMessage) (v T) {
	t.Helper()
	decode(t, raw, &v)
	return v
}

func decode(t *testing.T, raw json.RawMessage, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
}

// sameJSON compares two values by their JSON, whatever the order of keys.
func sameJSON(t *testing.T, what string, got, want any) {
	t.Helper()
	var values [2]any
	for i, v := range []any{got, want} {
		raw, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(raw, &values[i])
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if d := gocmp.Diff(values[1], values[0]); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// valueOf parses a value that keeps its order.
func valueOf(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	v, err := record.Parse(raw)
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}
