package provider

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A text goes out in a few pieces, and no rune is cut.
func TestSplitLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		pieces := Split(text)
		if strings.Join(pieces, "") != text || len(pieces) > mostPieces {
			t.Fatalf("%q: %q", text, pieces)
		}
		for _, piece := range pieces {
			if repaired, _ := pipeline.Repair(piece); piece == "" || repaired != piece {
				t.Fatalf("%q in %q", piece, pieces)
			}
		}
	})
}

// The ids of an answer are made from its seed, and differ.
func TestIDs(t *testing.T) {
	t.Parallel()
	ids := map[string]bool{}
	for _, seed := range []string{"a", "b", "1a"} {
		for _, prefix := range []string{"call_", "fc_", "resp_"} {
			for n := range 12 {
				id := ID(prefix, seed, n)
				if ids[id] || !strings.HasPrefix(id, prefix) || len(id) != len(prefix)+24 ||
					id != ID(prefix, seed, n) {
					t.Errorf("%s for %q, %d", id, seed, n)
				}
				ids[id] = true
			}
		}
	}
}
