package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// customTools are the names of the tools that a client declared as custom: their input is a text of any form.
type customTools map[string]bool

// customOf returns the custom tools of a body. The parameters have, by the tool's name, what the reader leaves of a
// tool, its type included.
func customOf(b *provider.Body) customTools {
	said, err := jsonvalue.SplitObject(b.Request.Parameters)
	if err != nil {
		return nil
	}
	tools, err := jsonvalue.SplitObject(said.Get("tools"))
	if err != nil {
		return nil
	}
	custom := customTools{}
	for _, t := range b.Request.Tools {
		if o, err := jsonvalue.SplitObject(tools.Get(t.Name)); err == nil && o.IsText("type", "custom") {
			custom[t.Name] = true
		}
	}
	return custom
}
