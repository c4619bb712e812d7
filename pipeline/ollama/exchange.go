package ollama

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// maxRequest is the maximum length of a request in bytes.
const maxRequest = 64 << 20

// nowhere is a placeholder in requests for the host, whose address only an exchange knows.
const nowhere = "ollama"

// exchange is one request with its answer, below its caller: it sends its own body instead of the caller's, to a host
// whose address the caller need not know, and sees the answer's own bytes.
type exchange struct {
	next http.RoundTripper
	host *host
	body []byte             // empty: the caller's
	look func([]byte) error // called with each line of an answer; nil: only the caller reads it

	status int       // 0: no answer has begun
	got    *received // the answer
	words  string    // of a server that refused
	after  string    // Retry-After, if given
}

// do lets ask use a host, and returns the outcome: nil, an Outcome with the server's message, or the error of a context
// that has ended.
func (x *exchange) do(ctx context.Context, ask func(*http.Client) error) error {
	err := ask(&http.Client{
		Transport:     x,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case x.status == 0:
		return unanswered(err)
	case x.status >= http.StatusMultipleChoices:
		return x.refused()
	case x.got.err != nil:
		return x.got.err
	case err != nil: // the library accepts only answers of an Ollama server
		return Garbage
	case x.got.bytes == 0:
		return NothingSaid
	}
	return nil
}

// refused returns the meaning of a status other than success. A busy server may say for how long.
func (x *exchange) refused() error {
	o := outcomeOf(x.status, x.words)
	err := o.saying(x.words)
	if after := retryAfter(x.after, time.Now()); after > 0 && o.repeats() {
		return &laterError{err, after}
	}
	return err
}

// RoundTrip implements http.RoundTripper.
func (x *exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if len(x.body) > 0 {
		r.Body.Close() // the caller's is in memory
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(x.body)), int64(len(x.body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(x.body)), nil }
	}
	if r.ContentLength > maxRequest {
		return nil, RequestTooLarge
	}
	r.URL = x.host.address.JoinPath(r.URL.Path)
	r.Host = r.URL.Host
	r.Header.Set("User-Agent", "beaver-eval")
	if user := r.URL.User; user != nil {
		password, _ := user.Password()
		r.SetBasicAuth(user.Username(), password)
		r.URL.User = nil
	}
	resp, err := x.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	x.status, x.after = resp.StatusCode, resp.Header.Get("Retry-After")
	x.got = &received{ReadCloser: resp.Body, look: x.lookAt}
	resp.Body = x.got
	return resp, nil
}

// lookAt receives each line of the answer.
func (x *exchange) lookAt(line []byte) error {
	if x.status < http.StatusMultipleChoices {
		if x.look == nil {
			return nil
		}
		return x.look(line)
	}
	var refusal struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(line, &refusal) == nil && x.words == "" { // anything but JSON is a page for people
		x.words = refusal.Error
	}
	return nil
}

// unanswered returns the outcome of an exchange whose answer has not begun.
func unanswered(err error) error {
	if o, ok := errors.AsType[Outcome](err); ok {
		return o
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return Refused
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return Refused
	}
	return Reset
}
