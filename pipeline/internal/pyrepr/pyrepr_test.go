package pyrepr_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/pyrepr"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"": "''", "a": "'a'", "it's": `"it's"`, `say "it's"`: `'say "it\'s"'`, "a\nb\t\r\\": `'a\nb\t\r\\'`,
		"é\u00a0\u200b\x01": `'é\xa0\u200b\x01'`, "🍜": "'🍜'", "\U000e0001": `'\U000e0001'`, "\xff": "'\ufffd'",
	} {
		if got := pyrepr.Quote(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for in, want := range map[string]string{
		`1`: "1", `-0`: "0", `1.0`: "1.0", `1e5`: "100000.0", `1e16`: "1e+16", `1e-5`: "1e-05", `0.0001`: "0.0001",
		`-0.0`: "-0.0", `1e400`: "inf", `-1e400`: "-inf", `123456789012345678901`: "123456789012345678901",
		`12345678901234567.0`: "1.2345678901234568e+16",
	} {
		if got := pyrepr.Number(in, "inf"); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
