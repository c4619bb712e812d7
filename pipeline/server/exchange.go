package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// MaxRequest is the maximum length of a request in bytes.
const MaxRequest = 64 << 20

// Nowhere is a placeholder in requests for the host, whose address only an exchange knows.
const Nowhere = "server"

// maxRefusal is how many bytes of a refusal are read.
const maxRefusal = 64 << 10

// Exchange is one request with its answer, below its caller: it sends its own body instead of the caller's, to a host
// whose address the caller need not know, and sees the answer's own bytes.
type Exchange struct {
	Host *Host
	Body []byte             // empty: the caller's
	Key  string             // the bearer token of a host whose URL has no user; empty: none
	Look func([]byte) error // called with each line of an answer, trimmed; nil: only the caller reads it

	// Refusal returns the server's message in a body that refuses the request, and whether it says that the prompt
	// does not fit into the context.
	Refusal func(status int, body []byte) (words string, tooLong bool)

	next   http.RoundTripper
	status int          // 0: no answer has begun
	got    *received    // the answer
	no     bytes.Buffer // the body of a refusal
	after  string       // Retry-After, if given
}

// Exchange returns x, ready to be done.
func (s *Servers) Exchange(x Exchange) *Exchange {
	x.next = s.transport
	return &x
}

// Send sends the body to a path of the host, and reads the answer through Look.
func (x *Exchange) Send(ctx context.Context, method, path, accept string) error {
	return x.Do(ctx, func(client *http.Client) error {
		r, err := http.NewRequestWithContext(ctx, method, "http://"+Nowhere+path, http.NoBody)
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		resp, err := client.Do(r)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	})
}

// Do lets ask use a host, and returns the outcome: nil, an Outcome with the server's message, or the error of a context
// that has ended.
func (x *Exchange) Do(ctx context.Context, ask func(*http.Client) error) error {
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
	case err != nil: // Ollama's library accepts only answers of an Ollama server
		return Garbage
	case x.got.bytes == 0:
		return NothingSaid
	}
	return nil
}

// refused returns the meaning of a status other than success. A busy server may say for how long.
func (x *Exchange) refused() error {
	words, tooLong := x.Refusal(x.status, x.no.Bytes())
	o := outcomeOf(x.status)
	if tooLong {
		o = TooLong
	}
	err := o.Saying(x.withoutKey(words))
	if after := retryAfter(x.after, time.Now()); after > 0 && o.repeats() {
		return &laterError{err, after}
	}
	return err
}

// RoundTrip implements http.RoundTripper.
func (x *Exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if len(x.Body) > 0 {
		r.Body.Close() // the caller's is in memory
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(x.Body)), int64(len(x.Body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(x.Body)), nil }
	}
	if r.ContentLength > MaxRequest {
		return nil, RequestTooLarge
	}
	r.URL = x.Host.address.JoinPath(r.URL.Path)
	r.Host = r.URL.Host
	r.Header.Set("User-Agent", "beaver-eval")
	if user := r.URL.User; user != nil {
		password, _ := user.Password()
		r.SetBasicAuth(user.Username(), password)
		r.URL.User = nil
	} else if x.Key != "" {
		r.Header.Set("Authorization", "Bearer "+x.Key)
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
func (x *Exchange) lookAt(line []byte) error {
	if x.status < http.StatusMultipleChoices {
		if x.Look == nil {
			return nil
		}
		return x.Look(line)
	}
	if left := maxRefusal - x.no.Len(); left > 0 {
		x.no.Write(line[:min(len(line), left)])
		x.no.WriteByte('\n')
	}
	return nil
}

// withoutKey removes the key from a server's message: some repeat it.
func (x *Exchange) withoutKey(words string) string {
	if x.Key == "" {
		return words
	}
	return strings.ReplaceAll(words, x.Key, "…")
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
