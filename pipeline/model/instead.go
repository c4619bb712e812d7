package model

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Instead replaces the answers of some calls. The model behind it is asked all the same, and its answer is dropped: so
// the next request for the same decision finds the answer that it would have found.
type Instead struct {
	Next pipeline.Model
	// Put returns what a call gets, a *pipeline.Failure as an error; was is the model's own answer. If ok is false the
	// call gets its own answer.
	Put func(ctx context.Context, req pipeline.Request, was pipeline.Response) (
		resp pipeline.Response, err error, ok bool)
}

// Chat implements pipeline.Model.
func (i *Instead) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	was, err := i.Next.Chat(ctx, req)
	_, failed := errors.AsType[*pipeline.Failure](err)
	_, missed := errors.AsType[*MissError](err)
	if err != nil && !failed && !missed {
		return was, err
	}
	resp, put, ok := i.Put(ctx, req, was)
	if !ok {
		return was, err
	}
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted}
	return resp, put
}
