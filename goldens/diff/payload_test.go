package diff

import (
	"strings"
	"testing"
)

// Text that opens brackets and closes none is read at most a few times: else this takes hours.
func TestHostilePayloads(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":[`, 1<<17), strings.Repeat(`["`,
		1<<18)} {
		if n := payloads(text); n != nil {
			t.Errorf("%.10s: %d payloads", text, len(n))
		}
	}
}
