package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// ask makes a call with a JSON answer, and reads it by the policy of its stage. The stage's fallback handles a
// *pipeline.Failure; any other error ends the turn.
func ask[T any](t *turn, req pipeline.Request, opts ...reply.Option) (T, error) {
	got, err := reply.Ask(t.ctx, t.rt, req, reply.Asking[T]{Options: opts})
	return got.Value, err
}
