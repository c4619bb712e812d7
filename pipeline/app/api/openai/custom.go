package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/exchange"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
)

// customTools are the names of the tools that a client declared as custom ones: they get a text of any form.
type customTools map[string]bool

// customOf are the custom tools of a body. What the reader leaves of a tool, its type with it, stands in the parameters
// by the tool's name.
func customOf(b *exchange.Body) customTools {
	said, err := jsonobject.Split(b.Request.Parameters)
	if err != nil {
		return nil
	}
	tools, err := jsonobject.Split(said.Get("tools"))
	if err != nil {
		return nil
	}
	custom := customTools{}
	for _, t := range b.Request.Tools {
		if o, err := jsonobject.Split(tools.Get(t.Name)); err == nil && o.IsText("type", "custom") {
			custom[t.Name] = true
		}
	}
	return custom
}
