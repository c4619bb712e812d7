package openclaw

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector[In, Out any] struct {
	ID       string `json:"id"`
	Input    In     `json:"input"`
	Expected Out    `json:"expected"`
}

// vectors returns the cases of a file of the shared data, of any case type.
func vectors[V any](t *testing.T, file string) []V {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	name := filepath.Join(shared, "vectors", "openclaw", file)
	raw, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		t.Skip("no vectors: " + name + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []V `json:"cases"`
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(all.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return all.Cases
}
