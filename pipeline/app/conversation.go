package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// conversation is one case of an application. It implements pipeline.Conversation, io.Closer and, for requests at the
// proxy, Handler.
type conversation struct {
	session *session
	program *program.Program
	turns   int
	copy    func(context.Context) error // makes the copy in which the program runs; nil: there is none to make
	close   []func() error              // in the order of opening
	failed  bool                        // a turn has

	mu   sync.Mutex
	open *turn // nil: no turn is in progress
	late error // the first request that came outside a turn
}

// open registers the case at the proxy, and prepares its program.
func open(with *session, at pipeline.Setup, e *entry, c pipeline.Case) (*conversation, error) {
	conv := &conversation{session: with}
	conv.close = append(conv.close, func() error { with.providers.CloseIdleConnections(); return nil })
	if err := conv.prepare(at, e, c); err != nil {
		return nil, errors.Join(err, conv.Close())
	}
	return conv, nil
}

func (c *conversation) prepare(at pipeline.Setup, e *entry, of pipeline.Case) error {
	d, leave, err := e.enter()
	if err != nil {
		return &pipeline.InputError{What: err.Error()}
	}
	c.close = append(c.close, leave)
	c.session.at(d)
	name, lasts := of.ID, c.session.block.Keep == program.KeepSuite
	if lasts {
		name = everyCase
	}
	out, err := d.Let(name, c)
	if err != nil {
		return err
	}
	c.close = append(c.close, func() error { out(); return nil })
	if lasts {
		return c.continues(at, e, d, of.ID)
	}
	dir, err := program.NewScratch()
	if err != nil {
		return fmt.Errorf("the folder of the case cannot be made: %w", err)
	}
	c.close = append(c.close, dir.Remove)
	in := at.Dir
	if c.session.block.Isolate {
		if in, err = c.isolated(at.Dir, dir, e); err != nil {
			return err
		}
	}
	c.program, err = program.Open(c.session.block.config(), program.Setup{
		Dir: in, Case: of.ID, Vars: variables(d, of.ID, dir.Path, at.Passes), Ports: &e.ports,
		Shown:     c.session.shown,
		ReplyFile: func(n int) string { return filepath.Join(dir.Path, "reply-"+strconv.Itoa(n)) },
	})
	if err != nil {
		return &pipeline.InputError{What: err.Error()}
	}
	c.close = append(c.close, func() error { return closeProgram(c.program) })
	return nil
}

// continues takes over the process of the case before. One that fails its case ends with it.
func (c *conversation) continues(at pipeline.Setup, e *entry, d *Proxy, id string) (err error) {
	if c.program, err = e.keep(c.session, at, d); err != nil {
		return err
	}
	c.program.Begin(id)
	c.close = append(c.close, func() error {
		if ok := c.program.EndCase(); !ok || c.failed {
			return e.discard()
		}
		return nil
	})
	return nil
}

// isolated makes the folder for the case's copy of the project, which the first turn fills, and returns where. In what
// is compared, kept and printed, the copy has the name of the original: its own differs in each run.
func (c *conversation) isolated(project string, scratch *program.ScratchFolder, e *entry) (string, error) {
	dir, err := scratch.Work()
	if err != nil {
		return "", fmt.Errorf("the folder of the copy cannot be made: %w", err)
	}
	if project, err = filepath.Abs(project); err != nil {
		return "", err
	}
	names := []string{dir, project}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir { // as the program sees it
		names = append([]string{real, project}, names...)
	}
	original, shown := strings.NewReplacer(names...), c.session.shown
	c.session.shown = func(text string) string { return original.Replace(shown(text)) }
	c.copy = func(ctx context.Context) error { return e.tree.copy(ctx, dir) }
	return dir, nil
}

// copied makes the copy of the project before the first turn.
func (c *conversation) copied(ctx context.Context) error {
	if c.copy == nil {
		return nil
	}
	err := c.copy(ctx)
	if err == nil {
		c.copy = nil
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &pipeline.InputError{What: "isolate: " + err.Error(), Err: err}
}

// Close ends the program and releases everything that belongs to the case.
func (c *conversation) Close() error {
	var errs []error
	for i := len(c.close) - 1; i >= 0; i-- {
		errs = append(errs, c.close[i]())
	}
	c.close = nil
	c.mu.Lock() // a request may still be at work
	defer c.mu.Unlock()
	if c.late != nil {
		errs = append(errs, &pipeline.InputError{What: c.late.Error()})
	}
	return errors.Join(errs...)
}

// comesLate refuses a request that comes outside a turn.
func (c *conversation) comesLate(e Endpoint, path string) Sent {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.late == nil { // one is reported; a program may go on asking forever
		c.late = fmt.Errorf("turn-%d: late: POST %.120s came after the reply", c.turns, path)
	}
	return Fail(e, statusLate, "beaver-eval: this request came after the reply of its turn")
}

// Turn implements pipeline.Conversation.
func (c *conversation) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case in.Kind == pipeline.End:
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	case in.Kind != pipeline.UserMessage:
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "a turn that is not a user message"}
	}
	if err := c.copied(ctx); err != nil {
		return pipeline.Outcome{}, err
	}
	c.turns++
	t := newTurn(c.session, rt, rt.Place(), in)
	c.begin(t)
	reply, err := t.run(ctx, rt, c.program, c.turns)
	c.begin(nil)
	c.failed = c.failed || err != nil
	return t.end(rt, reply, err)
}

// begin sets the turn that requests belong to from now on; nil: none.
func (c *conversation) begin(t *turn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = t
}

// now returns the turn in progress.
func (c *conversation) now() *turn {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

// Models implements Handler.
func (*conversation) Models() []string { return models() }

// Refused implements Handler.
func (c *conversation) Refused(what string) {
	if t := c.now(); t != nil {
		t.refused(what)
	}
}

// TooManyConnections implements Handler.
func (c *conversation) TooManyConnections(err error) {
	if t := c.now(); t != nil {
		t.stop(err)
	}
}

// Embed implements Handler.
func (c *conversation) Embed(ctx context.Context, b *EmbeddingsBody) Sent {
	t := c.now()
	if t == nil {
		return c.comesLate(ChatCompletions, "embeddings")
	}
	return t.vectors(ctx, b)
}

// Ask implements Handler.
func (c *conversation) Ask(ctx context.Context, r Request) ProxyAnswer {
	t := c.now()
	if t == nil {
		return ProxyAnswer{Sent: c.comesLate(r.Endpoint, r.Path)}
	}
	return t.ask(ctx, r)
}
