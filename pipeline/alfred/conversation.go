package alfred

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Turn implements pipeline.Conversation.
func (c *conversation) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case in.Acceptance != "":
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "acceptance"}
	case in.Kind == pipeline.End:
		return pipeline.Outcome{Status: pipeline.StatusDone, State: c.state()}, nil
	case in.Kind != pipeline.UserMessage:
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "a turn that is no message"}
	}
	t, err := c.begin(ctx, rt, in)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	out, err := t.walk()
	if err != nil {
		return pipeline.Outcome{}, err
	}
	c.Registry.ForgetSaved()
	out.State = c.state()
	return out, nil
}

// begin processes the user's changes and message.
func (c *conversation) begin(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (*turn, error) {
	b, ok := in.Block.(*TurnBlock)
	if !ok {
		b = &TurnBlock{}
	}
	m, err := modeNamed(b.Mode)
	if err != nil {
		return nil, err
	}
	t := &turn{conversation: c, kept: c.kept, ctx: ctx, rt: rt, number: c.talk.Done + 1, mode: m}
	c.Registry.SetTurn(t.number)
	if err := t.changes(b.Changes); err != nil {
		return nil, err
	}
	t.read(in.Source.Of(in.Text))
	return t, nil
}

// state returns the checkable state: references, rows, and a pending question.
func (c *conversation) state() any {
	type entity struct {
		Label  string `json:"label"`
		Action string `json:"action"`
	}
	entities, rows := map[string]entity{}, map[string]int{}
	for _, e := range c.Registry.Entities() {
		entities[e.Ref] = entity{e.Label, e.Action}
	}
	for _, name := range c.Tables.Names() {
		rows[name] = c.Tables.Count(name)
	}
	waits := ""
	if c.talk.Pending != nil {
		waits = c.talk.Pending.Type
	}
	return struct {
		Entities map[string]entity `json:"entities"`
		Rows     map[string]int    `json:"rows"`
		Turns    int               `json:"turns"`
		Waits    string            `json:"waits"` // propose, clarify or ask_user
	}{entities, rows, c.talk.Done, waits}
}
