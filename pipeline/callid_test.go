package pipeline_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestCallID(t *testing.T) {
	long := "turn-2/node:research/" + strings.Repeat("x", 40) + "/main-1/tool-1"
	for path, want := range map[string]string{
		"turn-1/main-1/tool-2":         "turn-1_main-1_tool-2",
		"turn-1/node:a%2Fb/main-1#2/t": "turn-1_node_a_2Fb_main-1_2_t",
		"":                             "",
	} {
		if got := pipeline.CallID(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
	if a, b := pipeline.CallID(long), pipeline.CallID(long+"0"); a == b || len(a) != 40 {
		t.Errorf("%q and %q", a, b)
	}
}

// Providers accept the id of any path.
func TestCallIDFits(t *testing.T) {
	fits := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,40}$`)
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.StringN(1, 100, 400).Draw(t, "path")
		if id := pipeline.CallID(path); !fits.MatchString(id) {
			t.Errorf("%q from %q", id, path)
		}
	})
}
