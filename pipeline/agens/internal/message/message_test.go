package message_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
)

// G3: nothing in a resource ends its code.
func TestFenceG3(t *testing.T) {
	for content, want := range map[string]string{
		"":                         "```",
		"``":                       "```",
		"a\n```\nb\n```":           "````",
		"````md\n```go\n```\n````": "`````",
		"```\n``":                  "````",
	} {
		if got := (message.Resource{Content: of(content)}).Fence(); got != want {
			t.Errorf("%q: got %s, want %s", content, got, want)
		}
	}
}
