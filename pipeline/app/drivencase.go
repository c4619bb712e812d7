package app

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// drivenCase is a case of a driven application. It implements Handler.
type drivenCase struct {
	id   string
	turn *turn // nil: there is no source of answers
	err  error // of that source

	mu     sync.Mutex
	heard  bool  // a request came
	ended  bool  // the test that it belongs to has
	failed error // why the case cannot be judged; nil: it can
}

// end ends the case.
func (v *drivenCase) end(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ended, v.failed = true, errors.Join(v.failed, err)
}

// asked reports whether a request of the case came, answered or refused.
func (v *drivenCase) asked() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.heard
}

// why returns why the case cannot be judged; nil: it can.
func (v *drivenCase) why() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.failed
}

// refuses notes a request, and returns why it is not answered, with the status of the refusal; nil: it is.
func (v *drivenCase) refuses(path string) (status int, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard = true
	if !v.ended {
		return statusBad, v.err
	}
	err = fmt.Errorf("late: POST %.120s came after the end of the test %.120s", path, v.id)
	if v.turn != nil {
		v.turn.refused(err.Error())
	}
	return statusLate, err
}

// Ask implements Handler.
func (v *drivenCase) Ask(ctx context.Context, r Request) ProxyAnswer {
	if status, err := v.refuses(r.Path); err != nil {
		return ProxyAnswer{Sent: Fail(r.Endpoint, status, "beaver-eval: "+err.Error())}
	}
	return v.turn.ask(ctx, r)
}

// Embed implements Handler.
func (v *drivenCase) Embed(ctx context.Context, b *EmbeddingsBody) Sent {
	if status, err := v.refuses("embeddings"); err != nil {
		return Fail(ChatCompletions, status, "beaver-eval: "+err.Error())
	}
	return v.turn.vectors(ctx, b)
}

// Models implements Handler.
func (*drivenCase) Models() []string { return models() }

// Refused implements Handler.
func (v *drivenCase) Refused(what string) {
	v.mu.Lock()
	v.heard = true
	v.mu.Unlock()
	if v.turn != nil {
		v.turn.refused(what)
	}
}

// TooManyConnections implements Handler.
func (v *drivenCase) TooManyConnections(err error) { v.Refused(err.Error()) }

// held is a conversation that has already taken place. It can be replayed any number of times.
type held struct {
	*drivenCase // nil: the case sent no request
	id          string
}

// Turn implements pipeline.Conversation. All requests belong to the first turn.
func (c held) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case c.drivenCase == nil:
		rt.Event(pipeline.EventRefused, map[string]string{"what": "nothing: no URL of a request began with $" + varURL +
			Path(c.id)})
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	case c.err != nil:
		return pipeline.Outcome{}, c.err
	case rt.Place() != c.turn.place:
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	}
	for _, a := range c.turn.arrivals() { // so that it is known which answers of the case were used
		if _, err := rt.Arrived(ctx, a); ctx.Err() != nil {
			return pipeline.Outcome{}, err
		}
	}
	return c.turn.end(rt, "", c.why())
}
