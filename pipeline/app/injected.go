package app

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// failureOf returns what is kept of an answer: one with an injected fault did not reach the program.
func failureOf(err error) error {
	injected, is := errors.AsType[*pipeline.Injected](err)
	switch {
	case !is:
		return err
	case injected.How == pipeline.InjectedTimeout:
		return &pipeline.Failure{Reason: pipeline.Timeout, Err: err}
	}
	return &pipeline.Failure{Reason: pipeline.Transport, Err: err}
}

// injectFault returns the answer as a client gets it under a transport fault.
func injectFault(body *Body, sent Sent, how pipeline.InjectedHow) ProxyAnswer {
	switch how {
	case pipeline.InjectedMalformed:
		sent.Pieces = malformed(sent.Pieces)
	case pipeline.InjectedEmpty:
		sent.Pieces = [][]byte{{}}
	case pipeline.InjectedRate:
		return again(body, http.StatusTooManyRequests, rateLimit)
	case pipeline.InjectedRateWait:
		return wait(body)
	case pipeline.InjectedServer:
		return again(body, http.StatusInternalServerError, "The server had an error while processing your request.")
	case pipeline.InjectedCutBody, pipeline.InjectedCutStream:
		return cutShort(sent)
	case pipeline.InjectedTimeout:
		return ProxyAnswer{Broken: Held}
	default:
		return ProxyAnswer{Broken: Reset}
	}
	return ProxyAnswer{Sent: sent}
}

const rateLimit = "Rate limit reached."

// again returns an error after which a client may retry; a header tells it not to wait.
func again(body *Body, status int, message string) ProxyAnswer {
	return retry(Fail(body.Endpoint, status, message), "0", "1")
}

// wait returns an error after which a client is to retry in a second.
func wait(body *Body) ProxyAnswer {
	return retry(Fail(body.Endpoint, http.StatusTooManyRequests, rateLimit), "1", "1000")
}

// retry adds the headers that tell a client when to retry.
func retry(sent Sent, seconds, milliseconds string) ProxyAnswer {
	if sent.Header == nil {
		sent.Header = http.Header{}
	}
	sent.Header.Set("Retry-After", seconds)
	sent.Header.Set("Retry-After-Ms", milliseconds)
	return ProxyAnswer{Sent: sent}
}

// malformed truncates the JSON of the body, or of one event of a stream that goes on after it.
func malformed(pieces [][]byte) [][]byte {
	if len(pieces) == 0 {
		return pieces
	}
	pieces = slices.Clone(pieces)
	at := len(pieces) / 2
	text := bytes.TrimRight(pieces[at], "\r\n")
	line := bytes.LastIndexByte(text, '\n') + 1
	end := pieces[at][len(text):]
	pieces[at] = slices.Concat(text[:line], text[line:line+(len(text)-line)/2], end)
	return pieces
}

// cutShort closes the connection half way: after half of the body, whose declared length is longer, or after half of
// the events.
func cutShort(sent Sent) ProxyAnswer {
	if len(sent.Pieces) != 1 {
		return ProxyAnswer{Sent: sent, Broken: Cut, At: max(1, len(sent.Pieces)/2)}
	}
	whole := sent.Pieces[0]
	sent.Header = sent.Header.Clone()
	if sent.Header == nil {
		sent.Header = http.Header{}
	}
	sent.Header.Set("Content-Length", strconv.Itoa(len(whole)))
	sent.Pieces = [][]byte{whole[:len(whole)/2], whole[len(whole)/2:]}
	return ProxyAnswer{Sent: sent, Broken: Cut, At: 1}
}
