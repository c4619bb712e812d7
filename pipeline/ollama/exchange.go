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

// maxRequest is the most bytes of a request.
const maxRequest = 64 << 20

// nowhere stands in requests for the host, whose address only an exchange knows.
const nowhere = "ollama"

// exchange is one request with its answer, below who asks: it sends its own body in the place of the asker's, to a host
// whose address the asker need not know, and sees the answer's own bytes.
type exchange struct {
	next http.RoundTripper
	host *host
	body []byte             // empty: the asker's
	look func([]byte) error // is shown each line of an answer; nil: the asker alone reads it

	status int       // 0: no answer has begun
	got    *received // the answer
	words  string    // of the server, where it has refused
	after  string    // Retry-After, where it says so
}

// do lets somebody ask a host, and says what came of it: nil, an Outcome with words of the server, or the error of a
// context that has ended.
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
	case err != nil: // the library takes nothing but what an Ollama server says
		return Garbage
	case x.got.bytes == 0:
		return NothingSaid
	}
	return nil
}

// refused is what a status other than success means. Who has too much to do may say for how long.
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
		r.Body.Close() // the asker's is in memory
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

// lookAt is shown each line of the answer.
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
	if json.Unmarshal(line, &refusal) == nil && x.words == "" { // what is not JSON is a page for people
		x.words = refusal.Error
	}
	return nil
}

// unanswered is what it means that no answer has begun.
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
