package app

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// lostError says why a provider gave no answer.
type lostError struct {
	reason pipeline.Reason
	err    error
}

func (e *lostError) Error() string { return e.err.Error() }

// failure returns an error that a stage may fall back on, without the client's credentials.
func failure(err error, header http.Header) error {
	lost, ok := errors.AsType[*lostError](err)
	if !ok {
		return err
	}
	text := lost.Error()
	for _, key := range keys(header) {
		text = strings.ReplaceAll(text, key, "<key>")
	}
	return &pipeline.Failure{Reason: lost.reason, Err: errors.New(text)}
}

func isFailure(err error) bool {
	_, is := errors.AsType[*pipeline.Failure](err)
	return is
}

// keys returns the client's credentials: providers repeat them when they refuse them.
func keys(h http.Header) []string {
	var all []string
	for _, name := range []string{"Authorization", "X-Api-Key", "Api-Key", "X-Goog-Api-Key", "Cookie"} {
		for _, value := range h.Values(name) {
			for _, word := range strings.Fields(value) {
				if len(word) >= 8 {
					all = append(all, word)
				}
			}
		}
	}
	return all
}

// refusal is a provider's answer with a status of 400 or above.
func refusal(e Endpoint, status string, said []byte) error {
	_, err := Answer(e, false, said)
	text := status
	if told, ok := errors.AsType[*wire.Error](err); ok {
		text += ": " + told.Error()
	}
	why := pipeline.Unavailable
	if strings.HasPrefix(status, "400") || strings.HasPrefix(status, "413") {
		for _, words := range tooLong {
			if strings.Contains(strings.ToLower(text), words) {
				why = pipeline.Overflow
			}
		}
	}
	return &lostError{why, errors.New(cutText(text))}
}

// tooLong are phrases with which providers say that a prompt exceeds their model's context.
var tooLong = []string{
	"context_length_exceeded", "maximum context length", "prompt is too long", "exceeds the context", "context size",
	"context window",
}

// cutText shortens a provider's message for a person.
func cutText(text string) string {
	text, _ = pipeline.Repair(text)
	if len(text) > 500 {
		text, _ = pipeline.Repair(text[:500])
		return text + "…"
	}
	return text
}

// reason returns why an answer cannot be read: it is an error itself, or no answer at all.
func reason(err error) pipeline.Reason {
	if _, told := errors.AsType[*wire.Error](err); told {
		return pipeline.Unavailable
	}
	return pipeline.Transport
}

// passed returns the headers that are passed on from one message to the next.
func passed(h http.Header) http.Header {
	all := http.Header{}
	maps.Copy(all, h)
	for _, names := range h.Values("Connection") {
		for name := range strings.SplitSeq(names, ",") {
			all.Del(strings.TrimSpace(name))
		}
	}
	for name := range all {
		if slices.Contains(ofOneHop, name) || strings.HasPrefix(name, "Proxy-") {
			delete(all, name)
		}
	}
	return all
}

// ofOneHop are hop-by-hop headers, and those that the transport sets itself.
var ofOneHop = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Host", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding",
	"Upgrade",
}

// plainBody unpacks a body that a server compressed although it was asked not to.
func plainBody(h http.Header, body []byte) ([]byte, error) {
	switch kind := h.Get("Content-Encoding"); kind {
	case "", "identity":
		return body, nil
	case "gzip":
		unpacked, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("an answer that is not gzip: %w", err)
		}
		return io.ReadAll(io.LimitReader(unpacked, maxAnswer))
	default:
		return nil, fmt.Errorf("an answer compressed as %.20q, which was not asked for", kind)
	}
}

// shorter returns a client's error without the URL, which the person has named.
func shorter(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}
