package beaver

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// action is what the router decides.
type action string

const (
	simpleChat   action = "simple_chat"
	newTask      action = "new_task"
	continueTask action = "continue_task"
	reviseTask   action = "revise_task"
	closeTask    action = "close_task"
	abandonTask  action = "abandon_task"
)

// Values implements reply.Enum.
func (action) Values() []string {
	return []string{string(simpleChat), string(newTask), string(continueTask), string(reviseTask), string(closeTask),
		string(abandonTask)}
}

// routerReply is the router's answer.
type routerReply struct {
	Action     action `json:"action" reply:"required"`
	Reason     aside  `json:"reason"`
	ShortTitle aside  `json:"short_title"`
}

func (r routerReply) decision() decision {
	return decision{Action: r.Action, Reason: string(r.Reason), ShortTitle: string(r.ShortTitle)}
}

// decision is what the turn does with a message. Asked is the router's action if that made no sense (S-3).
type decision struct {
	Action     action `json:"action"`
	Reason     string `json:"reason,omitempty"` // the router's words, for the trace
	ShortTitle string `json:"short_title,omitempty"`
	Asked      action `json:"asked,omitempty"`
}

// routerTries is the maximum number of requests for one routing decision.
const routerTries = 2

// route asks what to do with a message. Its fallback is continue_task with an active Task, else simple_chat.
func (t *turn) route(text pipeline.Pieces) (decision, error) {
	active := t.tasks.active()
	t.routed = true
	messages, err := t.routerMessages(text, active)
	if err != nil {
		return decision{}, err
	}
	answer, failure, tries, err := t.askRouter(messages, active != nil)
	if err != nil {
		return decision{}, err
	}
	d := normalise(answer.decision(), active != nil)
	if failure != nil {
		d = decision{Action: simpleChat}
		if active != nil {
			d.Action = continueTask
		}
	}
	t.rt.Decided(stageRouter, d)
	if failure != nil {
		t.rt.Fallback(pipeline.Fallback{Stage: stageRouter, Reason: failure.Reason, Tries: tries})
	}
	return d, nil
}

// askRouter makes at most two tries: only a timeout or a broken transport is worth a second one.
func (t *turn) askRouter(
	messages []pipeline.Message, taskIsActive bool,
) (answer routerReply, failure *pipeline.Failure, tries int, err error) {
	got, err := reply.Ask(t.ctx, t.rt, pipeline.Request{
		Stage: stageRouter, Messages: messages, Declared: declaredRouter(taskIsActive),
	}, reply.Asking[routerReply]{
		Tries: routerTries,
		Again: func(_ *pipeline.Request, _ pipeline.Response, why *pipeline.Failure) bool {
			return why.Reason == pipeline.Timeout || why.Reason == pipeline.Transport
		},
	})
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		return got.Value, f, got.Tries, nil
	}
	return got.Value, nil, got.Tries, err
}

// normalise corrects actions that make no sense without an active Task (S-3).
func normalise(d decision, taskIsActive bool) decision {
	if taskIsActive {
		return d
	}
	asked := d.Action
	switch d.Action {
	case continueTask, reviseTask:
		d.Action, d.Asked = newTask, asked
	case closeTask, abandonTask:
		d.Action, d.Asked = simpleChat, asked
	}
	return d
}

// guidance returns the text of the skill that guides the router, if there is one.
func (t *turn) guidance() pipeline.Pieces {
	if t.library == nil || t.library.router == nil {
		return nil
	}
	return bodyData(t.library.router)
}

// routerMessages returns the system message and the user message.
func (t *turn) routerMessages(text pipeline.Pieces, active *task) ([]pipeline.Message, error) {
	taskJSON, err1 := activeTaskJSON(active)
	recent, err2 := recentJSON(t.history)
	system, err3 := message(t.prompts.routerSystem, pipeline.RoleSystem, nil)
	user, err4 := message(t.prompts.routerUser, pipeline.RoleUser, routerData{Guidance: t.guidance(),
		ActiveTask: taskJSON, Recent: recent, Message: text})
	return []pipeline.Message{system, user}, errors.Join(err1, err2, err3, err4)
}
