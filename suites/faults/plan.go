package faults

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Put returns what a request gets in place of its answer was; a *pipeline.Failure is an error. try counts the failing
// requests, from 1. If ok is false, the request gets its own answer.
type Put func(ctx context.Context, try int, req pipeline.Request, was pipeline.Response) (
	resp pipeline.Response, err error, ok bool)

// plan says what the requests for one decision get in a run: from one of them on the put answers, and the last one
// perhaps the answer that the stage declares.
type plan struct {
	Decision
	put    Put
	takes  *time.Duration     // how long each request takes; nil: as put says
	last   int                // the request that gets the answer; 0: none does
	answer *pipeline.Response // declared
}

// link puts the plan before the model that answers the case.
func (p plan) link(next pipeline.Model) pipeline.Model {
	put := func(ctx context.Context, req pipeline.Request, was pipeline.Response) (pipeline.Response, error, bool) {
		if pipeline.DecisionOf(req.Path) != p.Path || req.Try < p.From {
			return pipeline.Response{}, nil, false
		}
		if p.answer != nil && req.Try >= p.last {
			resp := *p.answer
			resp.Takes = bounded(req, *p.takes)
			return resp, nil, true
		}
		resp, err, ok := p.put(ctx, req.Try-p.From+1, req, was)
		if ok && p.takes != nil {
			resp.Takes = bounded(req, *p.takes)
		}
		return resp, err, ok
	}
	return &model.Instead{Next: next, Put: put}
}

// bounded limits a duration so that a call does not time out because of it alone.
func bounded(req pipeline.Request, takes time.Duration) time.Duration {
	if req.Timeout > 0 {
		return min(takes, req.Timeout)
	}
	return takes
}
