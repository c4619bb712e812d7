// Package openai implements the wire forms of OpenAI's chat completions, responses and embeddings, and of the many
// compatible servers. Ollama's two forms of embeddings are here too.
package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// reader reads the parts of messages. It fails only if JSON is nested deeper than the project reads; err is the first
// such failure.
type reader struct {
	err       error
	responses bool // the messages are items of responses
}

// rest returns what is left of an object; nil: nothing.
func (p *reader) rest(o *jsonvalue.Object) json.RawMessage {
	raw, err := o.Rest()
	if err != nil && p.err == nil {
		p.err = err
	}
	return raw
}

// canonical returns a value in the form of jsonvalue.Canonical.
func (p *reader) canonical(raw json.RawMessage) json.RawMessage {
	raw, err := jsonvalue.CanonicalValid(raw)
	if err != nil && p.err == nil {
		p.err = err
	}
	return raw
}
