package alfred

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// ask makes a call with a JSON answer. failed is why there is no usable one: the stage's fallback, which is reported
// here and taken by the caller. An error ends the turn.
func ask[T any](
	t *turn, rt *pipeline.Runtime, req pipeline.Request, check func(T) *pipeline.Failure,
) (v T, failed *pipeline.Failure, err error) {
	req.Messages = t.withoutIDs(req.Messages)
	req.Format = json.RawMessage(`"json"`)
	got, err := reply.Ask(t.ctx, rt, req, reply.Asking[T]{Check: check})
	t.Mask().Learn(got.Response.Content)
	return got.Value, failure(rt, req.Stage, err), otherThan(err)
}

// askText makes a call with a text answer. failed is as in ask.
func (t *turn) askText(req pipeline.Request) (text pipeline.Pieces, failed *pipeline.Failure, err error) {
	req.Messages = t.withoutIDs(req.Messages)
	got, err := reply.Ask(t.ctx, t.rt, req, reply.Asking[string]{Read: spoken})
	t.Mask().Learn(got.Response.Content)
	return t.rt.AnswerText(req.Stage).Of(got.Value), failure(t.rt, req.Stage, err), otherThan(err)
}

// spoken refuses a blank answer.
func spoken(resp pipeline.Response) (string, error) {
	if strings.TrimSpace(resp.Content) == "" {
		return "", &pipeline.Failure{Reason: pipeline.Empty}
	}
	return resp.Content, nil
}

// failure reports the fallback of a stage without a usable answer; nil: it has one.
func failure(rt *pipeline.Runtime, stage string, err error) *pipeline.Failure {
	f, ok := errors.AsType[*pipeline.Failure](err)
	if ok {
		rt.Fallback(pipeline.Fallback{Stage: stage, Reason: f.Reason, Tries: 1, Detail: f.Error()})
	}
	return f
}

// otherThan returns an error without a fallback.
func otherThan(err error) error {
	if _, ok := errors.AsType[*pipeline.Failure](err); ok {
		return nil
	}
	return err
}

// code is the source of the program's own text.
var code = pipeline.TextSource{Kind: pipeline.TextCode}
