package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Arrived answers a request whose name is not known yet; Named reports it once it is. It is safe for concurrent use,
// also while another goroutine uses the place. It implements Arrivals.
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

// Named reports a request that Arrived has answered, with its outcome. It gets its path as a request of Chat does, in
// the order of reports. Any error but a *Failure sticks to the place, and each one that is Unnamed.
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
	if missed && p.err != nil { // the program has gone on: one run reports all of its misses
		return p.also(&p.log[at], err)
	}
	_, err = p.settle(resp, err, time.Time{}, &p.log[at])
	return err
}

// also notes a further error of a place that had already been stopped. A repeated request adds nothing.
func (p *place) also(e *Entry, err error) error {
	e.Err = &stop{fmt.Errorf("%s: %w", e.Path, err)}
	if e.Try == 1 && len(p.errs) < 49 { // a program may retry forever
		p.errs = append(p.errs, e.Err)
	}
	return e.Err
}

// Used reports a tool call that a program has executed itself, after the call whose answer requested it. result is what
// it sent to the model; known is false if it sent nothing.
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

// Masked returns a request as it is compared and kept: without secrets and text that differs from run to run.
func (rt *Runtime) Masked(req Request) Request {
	if rt.p.env.Mask == nil {
		return req
	}
	return rt.p.env.Mask(req)
}

// TurnLimit returns how long a turn may take, given the suite's limit.
func (rt *Runtime) TurnLimit(suite time.Duration) time.Duration {
	if most := rt.p.env.TurnLimit; most > 0 && most < suite {
		return most
	}
	return suite
}

// Accepted returns the accepted requests of a place, those in the case's golden: path, stage and what was sent. There
// are none before the first time. It is safe for concurrent use.
func (rt *Runtime) Accepted(place string) []Request {
	if rt.p.env.Accepted == nil {
		return nil
	}
	return InPlace(rt.p.env.Accepted(), place)
}

// InPlace returns the requests whose paths are directly below a place.
func InPlace(all []Request, place string) []Request {
	var here []Request
	for _, req := range all {
		if at, _ := cutLeaf(req.Path); at == place {
			here = append(here, req)
		}
	}
	return here
}

// cutLeaf splits off the last part of a path.
func cutLeaf(path string) (place, leaf string) {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i], path[i+1:]
		}
	}
	return "", path
}
