package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Chat sends a request. It gives the call its path, applies the suite's settings of the stage, moves the place's clock
// on by what the answer takes, and turns an answer that comes after the deadline into a Timeout at the deadline.
//
// The error is a *Failure if the stage may fall back. Any other error sticks to the place, fails the case whatever Turn
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
	if err := p.env.checkRequest(&req); err != nil {
		return Response{}, p.keep(fmt.Errorf("%s: %w", join(p.path, cmp.Or(req.Leaf, req.Stage)), err))
	}
	s := p.settings(req.SettingsKey())
	deadline := rt.callDeadline(s.Deadline)
	req.Timeout = 0
	if !deadline.IsZero() {
		if req.Timeout = deadline.Sub(p.clock); req.Timeout <= 0 {
			// Nothing is sent, so this is no call: it gets no path, and a fallback is reported at the place.
			delete(p.last, req.Stage)
			return Response{}, &Failure{Reason: Timeout, Err: errors.New("no time left to ask")}
		}
	}
	if err := p.name(&req); err != nil {
		return Response{}, p.keep(err)
	}
	req.Model, req.Think = s.Model, s.Think
	req.Options = req.Options.or(s.Options)
	if req.Format == nil {
		req.Format = s.Format
	}
	req.Messages, req.Tools, req.Format = CloneMessages(req.Messages), slices.Clone(req.Tools), slices.Clone(req.Format)
	at := len(p.log)
	p.log = append(p.log, Entry{Kind: EntryCall, Path: req.Path, Stage: req.Stage, At: p.clock, Depth: p.depth,
		Try: req.Try})
	resp, err := p.env.Model.Chat(ctx, req)
	return p.settle(resp, err, deadline, &p.log[at])
}

// callDeadline returns when a call must have ended: the place's deadline, or limit from now, the earlier. Zero: never.
func (rt *Runtime) callDeadline(limit time.Duration) time.Time {
	deadline := rt.deadline
	if limit > 0 {
		if t := rt.p.clock.Add(limit); deadline.IsZero() || t.Before(deadline) {
			deadline = t
		}
	}
	return deadline
}

// name gives a call its path, and makes it the last one of its place.
func (p *place) name(req *Request) error {
	leaf := cmp.Or(req.Leaf, req.Stage)
	if p.asked[leaf] > 0 && !req.Again {
		return fmt.Errorf("two calls at %s that are not asks for one decision", join(p.path, leaf))
	}
	if limit := cmp.Or(p.env.MaxDepth, DefaultMaxDepth); p.depth >= limit {
		return &EndlessError{Path: join(p.path, leaf), Calls: limit}
	}
	if p.env.messages.Add(int64(len(req.Messages))) > MaxMessages {
		return &InputError{What: fmt.Sprintf("%s: more than %d messages in the calls of one case: split it, or let "+
			"its calls have less of what was said before", join(p.path, leaf), MaxMessages)}
	}
	p.asked[leaf]++
	req.Try, req.Path = p.asked[leaf], join(p.path, leaf)
	if req.Try > 1 {
		req.Path += "#" + strconv.Itoa(req.Try)
	}
	p.last[req.Stage], p.call, p.tools = req.Path, req.Path, 0
	p.depth++
	return nil
}

// EndlessError ends a conversation that goes in circles.
type EndlessError struct {
	Path  string
	Calls int // in a row
}

func (e *EndlessError) Error() string {
	return fmt.Sprintf("%s: more than %d calls in a row: the conversation goes round in a circle", e.Path, e.Calls)
}

// settle moves the clock by the response, and returns what the system gets of it.
func (p *place) settle(resp Response, err error, deadline time.Time, e *Entry) (Response, error) {
	end := p.clock.Add(resp.Takes)
	late := !deadline.IsZero() && end.After(deadline)
	f, failed := errors.AsType[*Failure](err)
	switch {
	case err != nil && !failed:
		e.Err = p.keep(fmt.Errorf("%s: %w", e.Path, err))
		return Response{}, e.Err
	case err == nil && !late:
		p.wait(end)
		return resp, nil
	case err == nil:
		f = &Failure{Reason: Timeout, Err: fmt.Errorf("the answer takes %v, the deadline is %v", resp.Takes,
			deadline.Sub(p.clock))}
	case late && f.Reason != Timeout:
		f = &Failure{Reason: Timeout, Err: fmt.Errorf("%w, but only behind the deadline", f)}
	}
	if f.Reason == Timeout && !deadline.IsZero() {
		end = deadline
	}
	p.wait(end)
	e.Failure = f
	return Response{}, f
}

// AnswerText returns the source of a stage's last answer here; the program's if the stage has not asked.
func (rt *Runtime) AnswerText(stage string) TextSource {
	defer rt.p.enter()()
	path := rt.p.last[stage]
	if path == "" {
		return TextSource{Kind: TextCode}
	}
	return TextSource{Kind: TextAnswer, Name: path, Define: stage}
}
