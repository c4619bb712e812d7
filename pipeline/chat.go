package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Chat sends a request. It gives the call its path, fills in what the suite says of the stage, moves the place's clock on by
// what the answer says it takes, and turns an answer that comes behind the deadline into a Timeout at the deadline.
//
// The error is a *Failure where the stage may fall back. Any other error sticks to the place, fails the case whatever Turn
// returns, and is returned by each later call here.
func (rt *Runtime) Chat(ctx context.Context, req Request) (Response, error) {
	p := rt.p
	defer p.enter()()
	if p.err != nil {
		return Response{}, p.err
	}
	if err := ctx.Err(); err != nil {
		return Response{}, p.keep(fmt.Errorf("%s: %w", p.path, err))
	}
	s := p.settings(req.Stage)
	deadline := rt.deadline
	if s.Deadline > 0 {
		if t := p.clock.Add(s.Deadline); deadline.IsZero() || t.Before(deadline) {
			deadline = t
		}
	}
	req.Timeout = 0
	if !deadline.IsZero() {
		if req.Timeout = deadline.Sub(p.clock); req.Timeout <= 0 {
			// Nothing leaves, so this is no call: it gets no path, and a fallback is reported at the place.
			delete(p.last, req.Stage)
			return Response{}, &Failure{Reason: Timeout, Err: errors.New("no time left to ask")}
		}
	}
	leaf := cmp.Or(req.Leaf, req.Stage)
	if p.asked[leaf] > 0 && !req.Again {
		return Response{}, p.keep(fmt.Errorf("two calls at %s that are not asks for one decision", join(p.path, leaf)))
	}
	if limit := cmp.Or(p.env.MaxDepth, DefaultMaxDepth); p.depth >= limit {
		return Response{}, p.keep(fmt.Errorf("%s: more than %d calls in a row: the conversation goes round in a circle", join(p.path, leaf), limit))
	}
	p.asked[leaf]++
	req.Try = p.asked[leaf]
	req.Path = join(p.path, leaf)
	if req.Try > 1 {
		req.Path += "#" + strconv.Itoa(req.Try)
	}
	req.Model = s.Model
	req.Options = req.Options.or(s.Options)
	req.Messages, req.Tools, req.Format = CloneMessages(req.Messages), slices.Clone(req.Tools), slices.Clone(req.Format)
	p.last[req.Stage], p.call, p.tools = req.Path, req.Path, 0
	p.depth++
	at := len(p.log)
	p.log = append(p.log, Entry{Kind: EntryCall, Path: req.Path, Stage: req.Stage, At: p.clock, Depth: p.depth, Try: req.Try})

	resp, err := p.env.Model.Chat(ctx, req)
	if err == nil {
		end := p.clock.Add(resp.Takes)
		if deadline.IsZero() || !end.After(deadline) {
			p.wait(end)
			return resp, nil
		}
		err = &Failure{Reason: Timeout, Err: fmt.Errorf("the answer takes %v, the deadline is %v", resp.Takes, req.Timeout)}
	}
	if f, ok := errors.AsType[*Failure](err); ok {
		switch {
		case f.Reason == Timeout && !deadline.IsZero():
			p.wait(deadline)
		case !deadline.IsZero() && p.clock.Add(resp.Takes).After(deadline):
			f = &Failure{Reason: Timeout, Err: fmt.Errorf("%w, but only behind the deadline", f)}
			p.wait(deadline)
		default:
			p.wait(p.clock.Add(resp.Takes))
		}
		p.log[at].Failure = f
		return Response{}, f
	}
	err = p.keep(fmt.Errorf("%s: %w", req.Path, err))
	p.log[at].Err = err
	return Response{}, err
}
