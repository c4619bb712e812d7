package score_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

func TestLongestCommon(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 0}, {"a b c", "a b c", 3}, {"a b c", "c b a", 1}, {"a x b y c", "a b z c", 3},
		{"a a", "a", 1},
	} {
		got, err := score.LongestCommon(score.NewBudget(t.Context()), strings.Fields(tt.a), strings.Fields(tt.b))
		if err != nil || got != tt.want {
			t.Errorf("%q and %q: %d, %v; want %d", tt.a, tt.b, got, err, tt.want)
		}
	}
	long := make([]string, 10_000)
	if _, err := score.LongestCommon(score.NewBudget(t.Context()), long, long); err == nil {
		t.Error("two lists of 10,000 steps spend no more than a case may")
	}
}
