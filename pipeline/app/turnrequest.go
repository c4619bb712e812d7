package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ask answers a request for a model.
func (t *turn) ask(ctx context.Context, r Request) (a ProxyAnswer) {
	body, err := t.session.store.Read(r.Endpoint, r.Body)
	if err != nil {
		t.refused(fmt.Sprintf("POST %.120s: %v", r.Path, err))
		status := statusBad
		if _, unknown := errors.AsType[*UnknownReferenceError](err); unknown {
			status = http.StatusNotFound
		}
		return ProxyAnswer{Sent: Fail(r.Endpoint, status, "beaver-eval: "+err.Error())}
	}
	stage, claimed := stageOf(t.session.rules, body)
	c, arrival, err := t.arrives(body, stage, claimed)
	if err != nil {
		t.refused(err.Error())
		return ProxyAnswer{Sent: Fail(r.Endpoint, statusBad, "beaver-eval: "+err.Error())}
	}
	on := &forward{turn: t, request: r, body: body}
	arrival.Provider, arrival.Forward = r.Endpoint.Provider(), on.do
	resp, err := t.with.Arrived(ctx, arrival)
	if err != nil && ctx.Err() != nil && !on.whole() { // perhaps because of another request: no error of the case
		err = &pipeline.Failure{Reason: pipeline.Timeout, Err: errors.New("the client gave up")}
	}
	if a = on.given(err); a.Broken == Whole && a.Status == 0 {
		a = t.answer(body, arrival, resp, err)
	}
	t.answers(c, resp, failureOf(err), a)
	return a
}

// answer returns what the client gets of an answer.
func (t *turn) answer(body *Body, arrival pipeline.Arrival, resp pipeline.Response, err error) ProxyAnswer {
	injected, is := errors.AsType[*pipeline.Injected](err)
	if err != nil && !is {
		return failed(body, err)
	}
	sent, err := t.session.store.Write(body, Reply{Response: resp, Seed: arrival.Seed, Created: created})
	if err != nil {
		return failed(body, err)
	}
	if is {
		return injectFault(body, sent, injected.How)
	}
	return ProxyAnswer{Sent: sent}
}

// created is the time of all answers: a client may show it.
var created = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// failed returns what a client gets in place of an answer.
func failed(body *Body, err error) ProxyAnswer {
	f, is := errors.AsType[*pipeline.Failure](err)
	if !is {
		return ProxyAnswer{Sent: Fail(body.Endpoint, statusFailed, "beaver-eval: "+err.Error())}
	}
	switch f.Reason {
	case pipeline.Timeout:
		return ProxyAnswer{Broken: Held}
	case pipeline.Transport:
		return ProxyAnswer{Broken: Reset}
	case pipeline.Overflow:
		return ProxyAnswer{Sent: Fail(body.Endpoint, http.StatusBadRequest, overflow)}
	}
	return again(body, http.StatusServiceUnavailable, "The server is overloaded.")
}

// overflow is the provider's message for a prompt that is too long.
const overflow = "This model's maximum context length is exceeded by the messages (context_length_exceeded)."

// vectors answers a request for vectors.
func (t *turn) vectors(ctx context.Context, b *EmbeddingsBody) Sent {
	vectors, err := t.embed(ctx, b.Texts)
	if err == nil {
		var sent Sent
		if sent, err = b.Write(vectors); err == nil {
			return sent
		}
	}
	return Fail(ChatCompletions, statusFailed, "beaver-eval: "+err.Error())
}

// models returns the names that a client gets when it lists models.
func models() []string { return []string{"beaver-eval"} }
