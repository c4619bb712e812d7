package openclaw

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// ask makes the n-th call of a run. A conversation that is too long is shortened before it, and a few times after it if
// the model reports an overflow (O-31).
func (r *run) ask(n int) (pipeline.Response, error) {
	r.asked = asked{}
	if r.due() {
		if err := r.compact(false); err != nil {
			return pipeline.Response{}, err
		}
	}
	req := pipeline.Request{Stage: stageMain, Leaf: leaf(n), Tools: r.offered}
	r.fill(&req)
	var stopped error
	got, err := reply.Ask(r.ctx, r.rt, req, reply.Asking[pipeline.Response]{
		Tries: maxAsks, Read: spoken,
		Again: func(req *pipeline.Request, _ pipeline.Response, why *pipeline.Failure) bool {
			if why.Reason != pipeline.Overflow || !r.canShorten() {
				return false
			}
			if stopped = r.shorten(); stopped == nil {
				r.fill(req)
			}
			return stopped == nil
		},
	})
	r.asked.tries = got.Tries
	if stopped != nil {
		return pipeline.Response{}, stopped
	}
	return got.Value, err
}

// fill puts the current conversation into a request.
func (r *run) fill(req *pipeline.Request) {
	effects := r.session.touched() || turnBlockOf(r.turn.in).Bump != ""
	req.Messages = r.assembled()
	req.Declared = declaredMain(r.in, effects, r.canShorten())
}

// spoken refuses an answer with neither text nor tool calls.
func spoken(resp pipeline.Response) (pipeline.Response, error) {
	if len(resp.ToolCalls) == 0 && jstext.Blank(resp.Content) {
		return resp, &pipeline.Failure{Reason: pipeline.Empty}
	}
	return resp, nil
}

// leaf returns the name of the n-th call of a run.
func leaf(n int) string { return stageMain + "-" + strconv.Itoa(n) }
