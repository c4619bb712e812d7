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

// maxAnswer is how many bytes of an answer are read.
const maxAnswer = 64 << 20

// lostError is why a provider gave no answer.
type lostError struct {
	reason pipeline.Reason
	err    error
}

func (e *lostError) Error() string { return e.err.Error() }

// failure is an error as a stage may fall back on it, without what the client has proved itself with.
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

// keys are what a client proves itself with: providers repeat it when they refuse it.
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

// refusal is what a provider says with a status of 400 and above.
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

// tooLong are words with which providers say that a prompt is longer than their model's context.
var tooLong = []string{
	"context_length_exceeded", "maximum context length", "prompt is too long", "exceeds the context", "context size",
	"context window",
}

// cutText is as much of a provider's words as a person needs.
func cutText(text string) string {
	text, _ = pipeline.Repair(text)
	if len(text) > 500 {
		text, _ = pipeline.Repair(text[:500])
		return text + "…"
	}
	return text
}

// reason is why an answer cannot be read: it says itself what went wrong, or it is none.
func reason(err error) pipeline.Reason {
	if _, told := errors.AsType[*wire.Error](err); told {
		return pipeline.Unavailable
	}
	return pipeline.Transport
}

// passed are the headers of one message that belong to the next one too.
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

// ofOneHop are the headers that are about one connection, and those that the transport sets itself.
var ofOneHop = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Host", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding",
	"Upgrade",
}

// plainBody is a body that a server has packed although it was asked not to.
func plainBody(h http.Header, body []byte) ([]byte, error) {
	switch kind := h.Get("Content-Encoding"); kind {
	case "", "identity":
		return body, nil
	case "gzip":
		unpacked, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("an answer that is no gzip: %w", err)
		}
		return io.ReadAll(io.LimitReader(unpacked, maxAnswer))
	default:
		return nil, fmt.Errorf("an answer packed as %.20q, which it was asked not to be", kind)
	}
}

// shorter is an error of a client without the URL, which the person has named.
func shorter(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}
