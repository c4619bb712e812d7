package app

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// driven is an application that something else drives, as its own test suite: which case a request belongs to is what
// its URL says. What was asked is kept by case, and told of when the cases are run.
type driven struct {
	block *Block
	rules []rule
	with  func(name string) (pipeline.Asking, error)
	proxy *Proxy

	mu    sync.Mutex
	cases map[string]*drivenCase
}

// unnamed is the case of all requests whose URL names none.
const unnamed = "tests"

// visit is a case of which somebody asks. It implements Handler.
type drivenCase struct {
	turn *turn
	err  error // of what was to answer
}

// Vars are the environment variables that lead a program to the proxy. BEAVER_EVAL_URL is the proxy itself: a case is
// at $BEAVER_EVAL_URL/case/NAME. Who takes the base URLs as they are is in the case tests.
func (d *driven) Vars() map[string]string {
	vars := variables(d.proxy, unnamed, "", false)
	delete(vars, varCase)
	delete(vars, varDir)
	vars[varURL] = d.proxy.Base()
	return vars
}

// handlerOf lets a case in.
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

// Close closes the proxy: nothing more is asked.
func (d *driven) Close() error { return d.proxy.Close() }

// Names are the cases of which something was asked, sorted.
func (d *driven) Names() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.cases))
}

// Shown implements pipeline.Drive.
func (d *driven) Shown(text string) string { return d.proxy.Shown(text) }

// open is the conversation of a case.
func (d *driven) open(id string) (pipeline.Conversation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return held{d.cases[id], id}, nil
}

// held is a conversation that has been held already.
type held struct {
	*drivenCase // nil: nothing was asked of the case
	id          string
}

// Turn implements pipeline.Conversation. All was asked in the first turn.
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
	for _, of := range c.turn.calls { // so that it is known which answers of the case were given
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
