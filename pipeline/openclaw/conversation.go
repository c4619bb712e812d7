package openclaw

import (
	"cmp"
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Turn implements pipeline.Conversation: a run, and everything that it starts (O-40).
func (c *conversation) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if in.Acceptance != "" {
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "acceptance"}
	}
	c.files.base, c.files.log, c.main.spawned = in.Files, nil, 0
	t := &turn{conversation: c, ctx: ctx, in: in}
	b := turnBlockOf(in)
	c.main.key = cmp.Or(b.SessionKey, c.block.SessionKey)
	if err := c.bumped(rt, b); err != nil {
		return pipeline.Outcome{}, err
	}
	out, err := t.take(rt, b)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	out.State = c.state()
	return out, nil
}

// take answers an input by its kind.
func (t *turn) take(rt *pipeline.Runtime, b TurnBlock) (pipeline.Outcome, error) {
	switch t.in.Kind {
	case pipeline.UserMessage:
		return t.message(rt)
	case pipeline.Heartbeat:
		return t.heartbeat(rt)
	case pipeline.Scheduled:
		return t.scheduled(rt, b.Scheduled)
	}
	return pipeline.Outcome{Status: pipeline.StatusDone}, nil // the end: no call
}

// message answers a user.
func (t *turn) message(rt *pipeline.Runtime) (pipeline.Outcome, error) {
	return t.run(rt, t.main, incoming{kind: kindMessage, text: t.in.Source.Of(t.in.Text)})
}

// state returns the checkable part of the session.
func (c *conversation) state() any {
	return struct {
		Messages    int      `json:"messages"`
		Compactions int      `json:"compactions"`
		Notices     int      `json:"notices"`
		Written     []string `json:"written"`
	}{len(c.main.history), c.main.compactions, len(c.main.notices), c.files.names()}
}
