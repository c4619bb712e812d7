package api

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// form is how one endpoint speaks.
type form interface {
	// read takes the messages, tools and format out of the body, and leaves all else in it. The caller puts the rest
	// into the parameters.
	read(s *Store, body *object) (*Body, error)
	// write is the answer to a body, in pieces where the client wants it so. It gives out the ids of the answer, and
	// keeps what later requests can refer to.
	write(s *Store, b *Body, r Reply) (Sent, error)
	// fail is an answer that says what went wrong, with a status of 400 or above.
	fail(status int, message string) Sent
	// answer reads what a provider has said to a client, streamed or not: the response with the ids as they came.
	answer(stream bool, body []byte) (pipeline.Response, error)
}

func formOf(e Endpoint) (form, error) {
	switch e {
	case ChatCompletions:
		return chatCompletions{}, nil
	case Responses:
		return responses{}, nil
	case Messages:
		return messages{}, nil
	case OllamaChat:
		return ollamaChat{}, nil
	case OllamaGenerate:
		return ollamaGenerate{}, nil
	}
	return nil, fmt.Errorf("there is no endpoint %q", e)
}

// Read reads the body of a request. The error is a *SyntaxError or an *UnknownReferenceError.
func (s *Store) Read(e Endpoint, body []byte) (*Body, error) {
	f, err := formOf(e)
	if err != nil {
		return nil, err
	}
	o, err := parseObject(body)
	if err != nil {
		return nil, &SyntaxError{err}
	}
	b, err := f.read(s, o)
	if err != nil {
		return nil, err
	}
	b.Endpoint = e
	if b.Request.Parameters, err = o.with("endpoint", string(e)).rest(); err != nil {
		return nil, &SyntaxError{err}
	}
	return b, nil
}

// Write is the answer to a body as its client needs it.
func (s *Store) Write(b *Body, r Reply) (Sent, error) {
	f, err := formOf(b.Endpoint)
	if err != nil {
		return Sent{}, err
	}
	return f.write(s, b, r)
}

// Fail is an answer of an endpoint that says what went wrong: a status of 400 or above, and a message in the form of
// the endpoint's provider.
func Fail(e Endpoint, status int, message string) Sent {
	f, err := formOf(e)
	if err != nil {
		return Sent{Status: status, Pieces: [][]byte{[]byte(message)}}
	}
	return f.fail(status, message)
}

// Answer reads what a provider has answered to a client, streamed or not. Ids stay as they came.
func Answer(e Endpoint, stream bool, body []byte) (pipeline.Response, error) {
	f, err := formOf(e)
	if err != nil {
		return pipeline.Response{}, err
	}
	return f.answer(stream, body)
}
