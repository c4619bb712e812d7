package jstext_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

func TestCompareIsByUnits(t *testing.T) {
	got := []string{"\uFF21", "😀", "é", "技", "a", "_", "Z", "A", "10", "9", "ab", ""}
	slices.SortFunc(got, jstext.Compare)
	// U+1F600 begins with the unit D83D, which is below FF21
	if diff := cmp.Diff([]string{"", "10", "9", "A", "Z", "_", "a", "ab", "é", "技", "😀", "\uFF21"}, got); diff != "" {
		t.Error(diff)
	}
}
