package cells

import "testing"

func TestGrowth(t *testing.T) {
	for _, tt := range []struct {
		tokens int
		share  float64
		want   string
	}{
		{0, 0, ""},
		{1, 0, "about +1 token in all edits"},
		{-1, -0.0004, "about -1 token in all edits (less than 0.1 %)"},
		{4872, 0.0112, "about +4,872 tokens in all edits (+1.1 %)"},
		{-999, -0.05, "about -999 tokens in all edits (-5.0 %)"},
		{1234567, 1.5, "about +1,234,567 tokens in all edits (+150.0 %)"},
	} {
		if got := Growth(tt.tokens, tt.share); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
