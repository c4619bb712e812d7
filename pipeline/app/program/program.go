package program

import (
	"context"
	"errors"
)

// Program is a program for one case, or for all cases of a suite, one after the other. Its methods are called one after
// the other.
type Program struct {
	conversation conversation
	launcher     *launcher
	shown        func(text string) string
	closed       bool
}

// conversation is a way to talk to a program.
type conversation interface {
	turn(ctx context.Context, n int, text string) (reply string, err error)
	close() error // ends what outlasts a turn
}

// Open prepares a program. It starts nothing yet: the first turn does.
func Open(c *Config, s Setup) (*Program, error) {
	if err := c.Check(sortedKeys(s.Vars)); err != nil {
		return nil, err
	}
	if c.Reply == ReplyFile && s.ReplyFile == nil {
		return nil, errors.New("the setup says no file for replies")
	}
	if s.Ports == nil {
		s.Ports = &Ports{}
	}
	if s.Shown == nil {
		s.Shown = func(text string) string { return text }
	}
	l := &launcher{config: c, setup: s, marker: NewMark()}
	p := &Program{launcher: l, shown: s.Shown}
	switch {
	case c.Serve != nil:
		p.conversation = &service{launcher: l}
	case c.Keep == KeepCase, c.Keep == KeepSuite:
		p.conversation = &lines{launcher: l}
	default:
		p.conversation = turns{l}
	}
	return p, nil
}

// Turn gives the text of the user's turn n, counted from 1, to the program and returns its reply, without trailing line
// endings. The turn lasts no longer than ctx. An error is one line without the names of case and turn: a *StartError,
// *ExitError, *NoReplyError, *FloodError, *TimeoutError, *ProtocolError or *StatusError.
func (p *Program) Turn(ctx context.Context, n int, text string) (reply string, err error) {
	if p.closed {
		return "", errors.New("the program has been closed")
	}
	if ctx.Err() != nil {
		return "", &TimeoutError{Cause: context.Cause(ctx)}
	}
	reply, err = p.conversation.turn(ctx, n, text)
	return p.shown(reply), told(err, p.shown)
}

// Begin names the next case of a program that lasts through all of them. Its turns are counted from 1 again.
func (p *Program) Begin(id string) { p.launcher.setup.Case = id }

// EndCase waits a moment after the last turn of such a case. ok is false if there was an extra reply, which the next
// case would get: Close then returns the error.
func (p *Program) EndCase() (ok bool) {
	l, lasts := p.conversation.(*lines)
	if !lasts || l.process == nil {
		return true
	}
	l.quiet(context.Background())
	_, err := l.replies.take()
	return err == nil
}

// Close ends what is left of the program. A process that runs throughout its case gets EOF, a service is asked to end;
// what is still there after 2 s is killed, with everything they have started. The error is an extra reply after the
// last turn's.
func (p *Program) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	err := told(p.conversation.close(), p.shown)
	p.launcher.end()
	return err
}
