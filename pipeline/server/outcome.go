package server

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Outcome says in words what went wrong with a call. It is in the chain of the Err of every *pipeline.Failure of a
// client, which may add the server's message. Those that only one kind of server has are in its package: transport.
type Outcome string

// The outcomes, grouped by reason (FB-1).
const (
	Refused         Outcome = "no server answers" // unavailable
	RequestTooLarge Outcome = "the request has more than 64 MB"
	BadRequest      Outcome = "the server refuses the request"      // 400, and statuses without an outcome
	Unauthorized    Outcome = "the server wants an authorization"   // 401
	Forbidden       Outcome = "the server forbids the request"      // 403
	NotFound        Outcome = "the server has no such model or API" // 404
	NotReady        Outcome = "the server is not ready for this run"

	TooLong Outcome = "the prompt does not fit into the context" // overflow: a 400 that says so

	Late Outcome = "no whole answer in time" // timeout

	Reset           Outcome = "the connection ended before an answer began" // transport
	Cut             Outcome = "the connection ended within the answer"
	Silent          Outcome = "the server does not respond any more"
	Unreached       Outcome = "a gateway does not reach the server" // 502, 504
	NothingSaid     Outcome = "the answer is empty"
	ErrorLine       Outcome = "an error within the answer"
	Garbage         Outcome = "the answer is not JSON of the API that was asked"
	LineTooLong     Outcome = "a line of the answer has more than 8 MB"
	AnswerTooLong   Outcome = "the answer has more than 16 MB"
	Redirected      Outcome = "the server names another one, which is not followed" // 3xx
	TooManyRequests Outcome = "too many requests"                                   // 429, still after all tries
	Busy            Outcome = "the server is busy"                                  // 503, still after all tries
	ServerError     Outcome = "the server has failed"                               // other 5xx
	WrongVectors    Outcome = "the vectors are not one for each text, all of one length"
)

// Error implements error.
func (o Outcome) Error() string { return string(o) }

// reason returns the reason on which a stage's fallback depends.
func (o Outcome) reason() pipeline.Reason {
	switch o {
	case Refused, RequestTooLarge, BadRequest, Unauthorized, Forbidden, NotFound, NotReady:
		return pipeline.Unavailable
	case TooLong:
		return pipeline.Overflow
	case Late:
		return pipeline.Timeout
	}
	return pipeline.Transport
}

// repeats reports whether the call is repeated after a while.
func (o Outcome) repeats() bool { return o == Busy || o == TooManyRequests }

// gone reports whether the server may be there no more. What has arrived of its answer is worth nothing.
func (o Outcome) gone() bool {
	switch o {
	case Refused, Reset, Cut, Silent, Unreached, NotReady:
		return true
	}
	return false
}

// failing reports whether another server may well answer the call, though this one has responded. What is wrong with
// the request itself, or with what the model says, is so everywhere.
func (o Outcome) failing() bool {
	switch o {
	case "", RequestTooLarge, BadRequest, LineTooLong, AnswerTooLong:
		return false
	}
	return !o.gone() && !o.repeats() && (o.reason() == pipeline.Unavailable || o.reason() == pipeline.Transport)
}

// Failure returns the error of an exchange as a stage gets it.
func Failure(err error) error {
	o, ok := errors.AsType[Outcome](err)
	if !ok {
		return err
	}
	return &pipeline.Failure{Reason: o.reason(), Err: err}
}

// Saying returns an outcome with the server's message.
func (o Outcome) Saying(words string) error {
	if words = neutral(words); words != "" {
		return fmt.Errorf("%w: %s", o, words)
	}
	return o
}

// outcomeOf returns the outcome for a status other than success.
func outcomeOf(status int) Outcome {
	switch {
	case status == http.StatusUnauthorized:
		return Unauthorized
	case status == http.StatusForbidden:
		return Forbidden
	case status == http.StatusNotFound:
		return NotFound
	case status == http.StatusTooManyRequests:
		return TooManyRequests
	case status == http.StatusServiceUnavailable:
		return Busy
	case status == http.StatusBadGateway, status == http.StatusGatewayTimeout:
		return Unreached
	case status >= http.StatusInternalServerError:
		return ServerError
	case status < http.StatusBadRequest:
		return Redirected
	}
	return BadRequest
}

// IsOverflow matches how servers say that a prompt does not fit. Ollama, all versions so far: "the input length exceeds
// the context length", "the prompt is longer than the context length currently available to the model", "… exceeds the
// available context size".
func IsOverflow(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, "context length") || strings.Contains(words, "context size")
}
