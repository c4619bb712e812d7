package score

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// The order is a share of pairs.
func TestOrderOfSkills(t *testing.T) {
	for _, tt := range []struct {
		chosen []string
		value  float64
		holds  bool
	}{
		{[]string{"a", "b", "c"}, 1, true},
		{[]string{"a", "c", "b"}, 2.0 / 3, false},
		{[]string{"x", "a", "y", "b"}, 1, true},
		{[]string{"c", "b", "a"}, 0, false},
		{[]string{"a"}, 0, false},
		{nil, 0, false},
	} {
		if s := orderScore([]string{"a", "b", "c"}, trace.Selection{Chosen: tt.chosen}); s.Value != tt.value ||
			s.Holds != tt.holds {
			t.Errorf("%v: %v, holds %v", tt.chosen, s.Value, s.Holds)
		}
	}
}
