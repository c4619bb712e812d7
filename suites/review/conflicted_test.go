package review

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A prompt is unresolved if it has the golden's own conflict; it may contain any other.
func TestUnresolved(t *testing.T) {
	const golden = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> feature\n"
	for name, c := range map[string]struct{ golden, text, want string }{
		"the same":           {golden, "Say:\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> feature\nend", "turn-1/main-1"},
		"whole text":         {golden, "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> feature", "turn-1/main-1"},
		"other labels":       {golden, "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE", ""},
		"another end":        {golden, "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main", ""},
		"in the wrong order": {golden, ">>>>>>> feature\n<<<<<<< HEAD", ""},
		"inside a line":      {golden, "it says <<<<<<< HEAD\nand\n>>>>>>> feature too", ""},
		"half a conflict":    {"<<<<<<< HEAD\nb\n", "<<<<<<< HEAD\nx\n>>>>>>> feature", ""},
		"none":               {golden, "Hello", ""},
	} {
		message := func(text string) pipeline.Message {
			return pipeline.Message{Role: "user", Sections: []pipeline.Section{{Name: "Message", Text: text}}}
		}
		got := unresolved([]byte(c.golden), &goldens.File{Calls: []goldens.Call{
			{Path: "turn-1/router", Messages: []pipeline.Message{message("Route.")}},
			{Path: "turn-1/main-1", Messages: []pipeline.Message{message("Hello"), message(c.text)}},
		}})
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
