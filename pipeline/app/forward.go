package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// How many tokens a provider may count that appear in no byte of a request or its answer: conversations, files and
// pictures that it keeps, and thoughts that it does not show.
const (
	unseenPrompt = 1 << 21
	unseenAnswer = 1 << 18
)

// longest exceeds the time that any provider takes for one answer.
const longest = 24 * time.Hour

// forward passes one request of a client on to its provider, and the answer back as it comes.
type forward struct {
	turn    *turn
	request Request
	body    *Body

	tried  bool
	status int  // sent to the client; 0: nothing yet
	torn   bool // the client got a part of the answer
}

// do implements pipeline.Arrival.Forward.
func (f *forward) do(ctx context.Context, base string) (pipeline.Response, error) {
	store := f.turn.session.store
	if id := store.UnknownID(f.body); id != "" {
		const what = "the request builds on %s, an id from a recorded or scripted answer, which the provider " +
			"does not know: record the whole case again with --mode all"
		return pipeline.Response{}, &pipeline.InputError{What: fmt.Sprintf(what, id)}
	}
	f.tried = true
	began := time.Now()
	origin := pipeline.Origin{
		Source: f.request.Endpoint.Provider(), Match: pipeline.MatchLive, Model: f.body.Model, At: began.UTC().Round(0),
	}
	answer, err := f.exchange(ctx, base)
	if err != nil {
		return pipeline.Response{Origin: origin}, failure(err, f.request.Header)
	}
	resp, err := store.Receive(f.body, answer)
	if err != nil {
		return pipeline.Response{Origin: origin}, failure(&lostError{reason(err), err}, f.request.Header)
	}
	resp = f.turn.session.answerWithoutAddress(resp)
	resp.Usage = resp.Usage.Within(len(f.request.Body)+unseenPrompt, len(answer)+unseenAnswer)
	resp.Origin, resp.Duration = origin, duration(resp.Duration, time.Since(began))
	return resp, nil
}

// duration returns how long a provider was at work: its own figure, unless that is nonsense.
func duration(said, took time.Duration) time.Duration {
	if said <= 0 || said > longest {
		return took
	}
	return said
}

// exchange asks the provider, and returns the answer as the client got it.
func (f *forward) exchange(ctx context.Context, base string) ([]byte, error) {
	out, err := f.outgoing(ctx, base)
	if err != nil {
		return nil, err
	}
	in, err := f.turn.session.providers.Do(out)
	if err != nil {
		return nil, &lostError{pipeline.Unavailable, shorter(err)}
	}
	defer in.Body.Close()
	if in.StatusCode >= 300 && in.StatusCode < 400 {
		return nil, &lostError{pipeline.Unavailable, fmt.Errorf("%s: it redirects to another URL", in.Status)}
	}
	said, err := f.hand(in)
	if err != nil {
		return nil, &lostError{pipeline.Transport, err}
	}
	if said, err = plainBody(in.Header, said); err != nil {
		return nil, &lostError{pipeline.Transport, err}
	}
	if in.StatusCode >= 400 {
		return nil, refusal(f.request.Endpoint, in.Status, said)
	}
	return said, nil
}

// outgoing returns the client's request as it goes to the provider.
func (f *forward) outgoing(ctx context.Context, base string) (*http.Request, error) {
	url := f.request.Endpoint.URL(base)
	if f.request.Query != "" {
		url += "?" + f.request.Query
	}
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(f.request.Body))
	if err != nil {
		return nil, &pipeline.InputError{What: "the base URL of the provider: " + shorter(err).Error()}
	}
	out.Header = passed(f.request.Header)
	out.Header.Del("Content-Encoding") // the body has been unpacked
	out.Header.Set("Accept-Encoding", "identity")
	if out.Header.Get("User-Agent") == "" {
		out.Header.Set("User-Agent", "") // else Go sets its own
	}
	return out, nil
}

// hand streams the answer to the client, to the byte, and returns it.
func (f *forward) hand(in *http.Response) ([]byte, error) {
	head := f.request.Client.Header()
	for key, values := range passed(in.Header) {
		head[key] = values
	}
	if in.ContentLength >= 0 {
		head.Set("Content-Length", fmt.Sprint(in.ContentLength))
	}
	f.status, f.torn = in.StatusCode, true
	f.request.Client.WriteHeader(in.StatusCode)
	flusher := http.NewResponseController(f.request.Client)
	var said bytes.Buffer
	piece := make([]byte, 32<<10)
	for {
		n, err := in.Body.Read(piece)
		if said.Len()+n > maxAnswer {
			return nil, fmt.Errorf("an answer of more than %d MB", maxAnswer>>20)
		}
		said.Write(piece[:n])
		if _, gone := f.request.Client.Write(piece[:n]); gone != nil {
			err = errors.New("the client gave up")
		}
		if n > 0 {
			flusher.Flush()
		}
		if errors.Is(err, io.EOF) || err != nil && f.ends(said.Bytes()) {
			f.torn = false
			return said.Bytes(), nil
		}
		if err != nil {
			return nil, fmt.Errorf("the answer was cut off: %w", shorter(err))
		}
	}
}

// ends reports whether a stream has reached its final event: many clients close the connection then.
func (f *forward) ends(said []byte) bool {
	if !f.body.Stream {
		return false
	}
	_, err := Answer(f.request.Endpoint, true, said)
	return err == nil
}

// whole reports whether the client has got the provider's whole answer.
func (f *forward) whole() bool { return f.status != 0 && !f.torn }

// given returns what the client has got; Whole: nothing yet.
func (f *forward) given(err error) ProxyAnswer {
	switch {
	case f.tried && f.status == 0 && isFailure(err):
		text := fmt.Sprintf("beaver-eval: %s gave no answer: %v", f.request.Endpoint.Provider(), err)
		return ProxyAnswer{Sent: Fail(f.request.Endpoint, http.StatusBadGateway, text)}
	case f.status == 0:
		return ProxyAnswer{}
	case f.torn:
		return ProxyAnswer{Sent: Sent{Status: f.status}, Broken: Torn}
	}
	return ProxyAnswer{Sent: Sent{Status: f.status}, Broken: Given}
}
