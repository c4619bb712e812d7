package printable_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// No cell breaks its row or affects the terminal; harmless text is unchanged.
func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		got := printable.Line(s)
		if i := strings.IndexFunc(got, func(r rune) bool {
			return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r == 0x2028
		}); i >= 0 {
			t.Fatalf("%q holds %q", got, got[i:])
		}
		if again := printable.Line(got); again != got {
			t.Fatalf("printed twice it is %q, then %q", got, again)
		}
	})
	for _, s := range []string{"", "plain", "海狸 😀", `back\slash`, "naïve"} {
		if got := printable.Line(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
