package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// ask makes a call whose answer is JSON, and reads it by the policy of its stage. A *pipeline.Failure is what the
// stage's fallback is for; any other error ends the turn.
func ask[T any](t *turn, req pipeline.Request, opts ...reply.Option) (T, error) {
	resp, err := t.rt.Chat(t.ctx, req)
	if err != nil {
		var none T
		return none, err
	}
	return reply.Decode[T](t.rt.Settings(req.Stage).Replies, resp.Content, opts...)
}
