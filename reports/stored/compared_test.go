package stored

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The runs of a comparison stay, and so do those of several.
func TestComparedIn(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                       nil,
		"3":                                      nil,
		"null":                                   nil,
		`{"a": {"run": "x"}, "b": {"run": "y"}}`: {"x", "y"},
		`[{"a": {"run": "x"}, "b": {"run": "y"}}, {"a": {"run": "x"}, "b": {"run": "z"}}]`: {"x", "y", "x", "z"},
	} {
		if d := cmp.Diff(want, comparedIn([]byte(text))); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}
