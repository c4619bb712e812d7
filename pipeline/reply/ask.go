package reply

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Asking configures Ask for one decision. Its zero value asks once and reads JSON by the policy of the stage.
type Asking[T any] struct {
	Tries   int      // maximum number of requests; 0: one
	Options []Option // of Decode

	// Read reads an answer; nil: Decode by the policy that the suite gives the stage. An error that is a
	// *pipeline.Failure refuses the answer, any other one ends the turn.
	Read func(resp pipeline.Response) (T, error)
	// Check rejects a value that is readable and makes no sense; nil: every value does.
	Check func(v T) *pipeline.Failure
	// Again reports whether to retry after a failure, and may change the request to say why. resp is the rejected
	// answer, empty if none came. nil: no failure is retried.
	Again func(req *pipeline.Request, resp pipeline.Response, why *pipeline.Failure) bool
}

// Answer is the result of Ask.
type Answer[T any] struct {
	Value    T
	Response pipeline.Response // the answer that Value was read from, or that was rejected last; empty if none came
	Tries    int               // number of requests, for Fallback.Tries
}

// Ask asks a model, reads its answer, and retries where that is worth it. An answer that is retried is reported as
// rejected. The last failure is the error, a *pipeline.Failure: its meaning is the stage's fallback, which Ask neither
// takes nor reports. Any other error ends the turn.
func Ask[T any](ctx context.Context, rt *pipeline.Runtime, req pipeline.Request, a Asking[T]) (Answer[T], error) {
	var got Answer[T]
	for {
		req.Again = req.Again || got.Tries > 0
		got.Tries++
		resp, err := rt.Chat(ctx, req)
		answered := err == nil
		if got.Response = resp; answered {
			got.Value, err = a.read(rt, &req, resp)
		}
		why, failed := errors.AsType[*pipeline.Failure](err)
		if !failed || got.Tries >= a.Tries || a.Again == nil || !a.Again(&req, resp, why) {
			return got, err
		}
		if answered {
			rt.Rejected(req.Stage, why)
		}
	}
}

// read reads and checks one answer. The value of a rejected one is zero.
func (a *Asking[T]) read(rt *pipeline.Runtime, req *pipeline.Request, resp pipeline.Response) (v T, err error) {
	if a.Read != nil {
		v, err = a.Read(resp)
	} else {
		v, err = Decode[T](rt.Settings(req.SettingsKey()).Replies, resp.Content, a.Options...)
	}
	if err == nil && a.Check != nil {
		if why := a.Check(v); why != nil {
			err = why
		}
	}
	if err != nil {
		var zero T
		return zero, err
	}
	return v, nil
}
