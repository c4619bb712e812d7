package faults

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Put is what an ask gets in the place of its answer, which is was: a *pipeline.Failure as an error. try counts the
// asks that go wrong, from 1. Without ok the ask gets its own answer.
type Put func(ctx context.Context, try int, req pipeline.Request, was pipeline.Response) (
	resp pipeline.Response, err error, ok bool)

// plan is what the asks for one decision get in a run: from one of them on what is put, and the last one perhaps the
// answer that the stage declares.
type plan struct {
	Decision
	put    Put
	takes  *time.Duration     // how long each ask takes; nil: as put says
	last   int                // the ask that gets the answer; 0: each gets what is put
	answer *pipeline.Response // declared
}

// link puts the plan before what answers the case.
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

// bounded is a time that is never so long that a call would be a timeout for this alone.
func bounded(req pipeline.Request, takes time.Duration) time.Duration {
	if req.Timeout > 0 {
		return min(takes, req.Timeout)
	}
	return takes
}
