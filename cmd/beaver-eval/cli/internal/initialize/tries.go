package initialize

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"

	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// tries tries the ways to talk to a program, one after the other, until one works: it replies, and the user's text has
// reached the model. Otherwise it returns the one that came closest.
type tries struct {
	dir     string
	command []string
	told    func(format string, args ...any) error // prints
	best    *outcome
}

func (t *tries) all(ctx context.Context) (*outcome, error) {
	ways := []way{byTurn(t.command), byCase(t.command)}
	if runtime.GOOS != "windows" {
		ways = append(ways, byArgument(t.command))
	}
	for _, w := range ways {
		o, err := t.one(ctx, w)
		switch {
		case err != nil:
			return nil, err
		case errors.Is(o.err, errListens):
			return t.service(ctx)
		case o.err == nil && o.heard():
			return o, nil
		}
		if _, no := errors.AsType[*program.StartError](o.err); no {
			return o, nil // it starts in no other way either
		}
	}
	return t.best, nil
}

// one tries a way, and prints what came of it.
func (t *tries) one(ctx context.Context, w way) (*outcome, error) {
	if err := t.told("  %s: ", w.words); err != nil {
		return nil, err
	}
	o := w.try(ctx, t.dir)
	if ctx.Err() != nil {
		return nil, errors.Join(t.told("\n"), context.Cause(ctx))
	}
	if t.best == nil || o.closer(t.best) {
		t.best = o
	}
	return o, t.told("%s\n", o.words())
}

// closer reports whether an outcome is nearer to a reply than another.
func (o *outcome) closer(than *outcome) bool {
	rank := func(o *outcome) int {
		n := 0
		for i, holds := range []bool{len(o.requests) > 0, o.heard(), o.err == nil && len(o.requests) > 0} {
			if holds {
				n += 1 << i
			}
		}
		return n
	}
	return rank(o) > rank(than)
}

// words says what came of a try.
func (o *outcome) words() string {
	switch n := len(o.requests); {
	case errors.Is(o.err, errListens):
		return "no, " + errListens.Error()
	case o.err != nil:
		return "no, " + o.err.Error()
	case !o.heard():
		return fmt.Sprintf("%s, but none with what the user says", wording.Number(n, "request"))
	default:
		return "works, " + wording.Number(n, "request")
	}
}

// service finds out how a service is sent a turn: first the path, then the key of the text.
func (t *tries) service(ctx context.Context) (*outcome, error) {
	paths, keys := []string{"/chat", "/api/chat", "/"}, []string{"message", "text", "input"}
	for i, path := range paths {
		for _, key := range keys {
			o, err := t.one(ctx, byPost(t.command, path, key))
			if err != nil {
				return nil, err
			}
			if o.err == nil && o.heard() {
				return o.readable(), nil
			}
			status, is := errors.AsType[*program.StatusError](o.err)
			if !is || status.Status == http.StatusNotFound || status.Status == http.StatusMethodNotAllowed {
				if !is && o.err != nil && i == 0 && key == keys[0] && len(o.requests) == 0 {
					return t.best, nil // it breaks off
				}
				break
			}
		}
	}
	return t.best, nil
}

// readable returns the outcome with the path of the reply in the service's answer: the text that the model has said,
// else the only text, else the whole answer.
func (o *outcome) readable() *outcome {
	post := *o.way.config.Post
	post.Reply = replyPath(o.reply)
	o.way.config.Post = &post
	if post.Reply != "" {
		o.way.words += ", its reply at " + post.Reply
	}
	return o
}
