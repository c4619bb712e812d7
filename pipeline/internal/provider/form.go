package provider

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Form is the wire form of an endpoint.
type Form interface {
	// Read takes the messages, tools and format out of the body, and leaves everything else in it. The caller puts the
	// rest into the parameters.
	Read(l *Ledger, body *jsonvalue.Object) (*Body, error)
	// Write returns the answer to a body, in pieces if the client wants a stream. It issues the ids of the answer, and
	// keeps what later requests can refer to.
	Write(l *Ledger, b *Body, r Reply) (Sent, error)
	// Fail returns an error answer, with a status of 400 or above.
	Fail(status int, message string) Sent
	// Answer reads a provider's answer to a client, streamed or not, and keeps its ids.
	Answer(stream bool, body []byte) (pipeline.Response, error)
}

// Read reads the body of a request to an endpoint of this form. The error is a *SyntaxError or an
// *UnknownReferenceError.
func Read(f Form, l *Ledger, e Endpoint, body []byte) (*Body, error) {
	o, err := jsonvalue.ParseSound(body)
	if err != nil {
		return nil, &SyntaxError{err}
	}
	b, err := f.Read(l, o)
	if err != nil {
		return nil, err
	}
	b.Endpoint = e
	if b.Request.Parameters, err = o.With("endpoint", string(e)).Rest(); err != nil {
		return nil, &SyntaxError{err}
	}
	return b, nil
}
