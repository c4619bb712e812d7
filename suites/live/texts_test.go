package live

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// The text of an answer has its tool calls below it.
func TestSaid(t *testing.T) {
	t.Parallel()
	look := []pipeline.ToolCall{{Name: "look", Arguments: `{"at":1}`}, {Name: "go"}}
	for want, r := range map[string]pipeline.Response{
		"":                                       {},
		"Yes.":                                   {Content: "Yes."},
		"calls look {\"at\":1}\ncalls go ":       {ToolCalls: look},
		"Yes.\ncalls look {\"at\":1}\ncalls go ": {Content: "Yes.", ToolCalls: look},
	} {
		if d := cmp.Diff(want, said(&model.Line{Response: r})); d != "" {
			t.Errorf("%+v (-want +got):\n%s", r, d)
		}
	}
}
