package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Arrived answers a request whose name is not known yet; Named tells of it once it is. Many goroutines can ask at once,
// while another one uses the place. It implements Arrivals.
func (rt *Runtime) Arrived(ctx context.Context, a Arrival) (Response, error) {
	env := rt.p.env
	if env.Arrivals == nil {
		return Response{}, &Failure{Reason: Unavailable, Err: errors.New("nobody answers requests as they arrive")}
	}
	if err := env.checkStage(a.Stage); err != nil {
		return Response{}, err
	}
	return env.Arrivals.Arrived(ctx, a)
}

// Named tells of a request that Arrived has answered, with what came of it. It gets its path as a request of Chat does,
// in the order in which it is told of. Any error but a *Failure sticks to the place, and each one that is Unnamed.
func (rt *Runtime) Named(req Request, resp Response, err error) error {
	p := rt.p
	defer p.enter()()
	if bad := p.name(&req); bad != nil {
		return p.keep(bad)
	}
	unnamed, missed := errors.AsType[Unnamed](err)
	if missed {
		err = unnamed.Named(req.Path)
	}
	at := len(p.log)
	p.log = append(p.log, Entry{
		Kind: EntryCall, Path: req.Path, Stage: req.Stage, At: p.clock, Depth: p.depth, Try: req.Try,
	})
	if p.env.Kept != nil {
		p.env.Kept.Keep(req, resp, err)
	}
	if missed && p.err != nil { // the program has gone on: all that it missed is told in one run
		return p.also(&p.log[at], err)
	}
	_, err = p.settle(resp, err, time.Time{}, &p.log[at])
	return err
}

// also notes what has stopped a place that had been stopped already. The same request asked again says nothing new.
func (p *place) also(e *Entry, err error) error {
	e.Err = &stop{fmt.Errorf("%s: %w", e.Path, err)}
	if e.Try == 1 && len(p.errs) < 49 { // a program may try on and on
		p.errs = append(p.errs, e.Err)
	}
	return e.Err
}

// Used tells of a tool call that a program has carried out itself, behind the call whose answer asked for it. result is
// what it told the model; known is false where it told nothing.
func (rt *Runtime) Used(call ToolCall, result string, known bool) {
	p := rt.p
	defer p.enter()()
	p.tools++
	told := ToolResult{Content: result, Failed: !known, From: FromProgram}
	p.log = append(p.log, Entry{
		Kind: EntryTool, Path: join(p.call, "tool-"+strconv.Itoa(p.tools)), Stage: call.Name, At: p.clock,
		Depth: p.depth, Tool: &ToolUse{Call: call, Result: told},
	})
}

// Masked is a request as it is compared and kept: without secrets, and without what is another text in each run.
func (rt *Runtime) Masked(req Request) Request {
	if rt.p.env.Mask == nil {
		return req
	}
	return rt.p.env.Mask(req)
}

// TurnLimit returns how long a turn may take where a suite says that it may take so long.
func (rt *Runtime) TurnLimit(suite time.Duration) time.Duration {
	if most := rt.p.env.TurnLimit; most > 0 && most < suite {
		return most
	}
	return suite
}

// Accepted are the requests of the place that somebody has accepted, as the case's golden has them: path, stage and
// messages. There are none before the first time.
func (rt *Runtime) Accepted() []Request {
	if rt.p.env.Accepted == nil {
		return nil
	}
	var here []Request
	for _, req := range rt.p.env.Accepted() {
		if place, _ := cutLeaf(req.Path); place == rt.p.path {
			here = append(here, req)
		}
	}
	return here
}

// cutLeaf takes the last part off a path.
func cutLeaf(path string) (place, leaf string) {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i], path[i+1:]
		}
	}
	return "", path
}
