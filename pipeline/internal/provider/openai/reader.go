// Package openai reads and writes as OpenAI's chat completions, responses and embeddings do, and the many servers that
// do as they do. Ollama's two forms of embeddings stand here too.
package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// reader reads what messages are made of. It fails only where JSON is nested deeper than the project reads; err is
// the first such failure.
type reader struct {
	err       error
	responses bool // the messages are items of responses
}

// rest is what is left of an object; nil: nothing is.
func (p *reader) rest(o *jsonvalue.Object) json.RawMessage {
	raw, err := o.Rest()
	if err != nil && p.err == nil {
		p.err = err
	}
	return raw
}

// canonical is a value in the form of jsonvalue.Canonical.
func (p *reader) canonical(raw json.RawMessage) json.RawMessage {
	raw, err := jsonvalue.CanonicalValid(raw)
	if err != nil && p.err == nil {
		p.err = err
	}
	return raw
}
