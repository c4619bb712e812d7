package app

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// driven is an application that something else drives, such as its own test suite. The URL of a request names its case.
// Requests are kept by case, and reported when the cases are run.
type driven struct {
	block *Block
	rules []rule
	with  func(name string) (pipeline.Asking, error)
	proxy *Proxy

	mu    sync.Mutex
	cases map[string]*drivenCase
}

// unnamed is the case of requests whose URL names none.
const unnamed = "tests"

// drivenCase is a case with requests. It implements Handler.
type drivenCase struct {
	turn *turn
	err  error // of the source of the answers
}

// Vars returns the environment variables that lead a program to the proxy. BEAVER_EVAL_URL is the proxy itself: a case
// is at $BEAVER_EVAL_URL/case/NAME. Requests to the unchanged base URLs belong to the case tests.
func (d *driven) Vars() map[string]string {
	vars := variables(d.proxy, unnamed, "", false)
	delete(vars, varCase)
	delete(vars, varDir)
	vars[varURL] = d.proxy.Base()
	return vars
}

// handlerOf registers a case.
func (d *driven) handlerOf(name string) Handler {
	v := &drivenCase{}
	with, err := d.with(name)
	if err != nil {
		v.err = err
	} else {
		v.turn = newTurn(newSession(d.block, d.rules).at(d.proxy), with, "turn-1", pipeline.Input{})
		v.turn.free = true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cases[name] = v
	return v
}

// Close closes the proxy: no more requests come.
func (d *driven) Close() error { return d.proxy.Close() }

// Names returns the cases that sent requests, sorted.
func (d *driven) Names() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.cases))
}

// Shown implements pipeline.Drive.
func (d *driven) Shown(text string) string { return d.proxy.Shown(text) }

// open returns the conversation of a case.
func (d *driven) open(id string) (pipeline.Conversation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return held{d.cases[id], id}, nil
}

// held is a conversation that has already taken place.
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
	for _, of := range c.turn.calls { // so that it is known which answers of the case were used
		if _, err := rt.Arrived(ctx, of.arrival); ctx.Err() != nil {
			return pipeline.Outcome{}, err
		}
	}
	return c.turn.end(rt, "", nil)
}

// Ask implements Handler.
func (v *drivenCase) Ask(ctx context.Context, r Request) ProxyAnswer {
	if v.err != nil {
		return ProxyAnswer{Sent: Fail(r.Endpoint, statusBad, "beaver-eval: "+v.err.Error())}
	}
	return v.turn.ask(ctx, r)
}

// Embed implements Handler.
func (v *drivenCase) Embed(ctx context.Context, b *EmbeddingsBody) Sent {
	if v.err != nil {
		return Fail(ChatCompletions, statusBad, "beaver-eval: "+v.err.Error())
	}
	return v.turn.vectors(ctx, b)
}

// Models implements Handler.
func (*drivenCase) Models() []string { return models() }

// Refused implements Handler.
func (v *drivenCase) Refused(what string) {
	if v.turn != nil {
		v.turn.refused(what)
	}
}

// TooManyConnections implements Handler.
func (v *drivenCase) TooManyConnections(err error) { v.Refused(err.Error()) }
