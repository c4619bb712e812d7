package mas

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// The program's additional handling of an answer (compat: program).

// wishOf returns what an answer asks for in a tag; nil: nothing readable.
func wishOf(content, tag string) *wish {
	raw, err := syncstate.ValueIn(state.Program, content, tag)
	if err != nil {
		return nil
	}
	w, why := decode[wish](raw)
	if why != nil {
		return nil
	}
	return &w
}

// react makes the agent wait, or decide first, as an answer asks for.
func (u *use) react(got *answer) error {
	switch {
	case got.ask != nil:
		return u.asks(got)
	case u.compat == state.Document:
		return nil
	case got.wish != nil:
		return u.decides(*got.wish, u.skill.name == sendMessage)
	case got.message != nil:
		return u.waits(got)
	}
	return nil
}

// decides inserts the decision step that the answer asks for, and after it the step itself once more if it could not be
// executed without.
func (u *use) decides(w wish, again bool) error {
	var steps []*state.Step
	if again {
		steps = append(steps, u.step.Planned(u.agent.newID, state.Plan{
			Intention: u.step.Intention, Type: u.step.Type, Executor: u.step.Executor, Text: u.step.Text,
		}))
	}
	first := u.step.Planned(u.agent.newID, state.Plan{
		Intention: u.said(w.Intention), Type: state.TypeSkill, Executor: decision, Text: u.said(w.Text),
	})
	return u.agent.InsertSteps(append([]*state.Step{first}, steps...)...)
}

// asks makes the agent wait for the answer to its question.
func (u *use) asks(got *answer) error {
	q := got.ask
	q.WaitingID, q.Sender, q.SenderTask = u.agent.newID("lock"), u.agent.ID, u.step.TaskID
	u.agent.Lock(q.WaitingID)
	return got.with(map[string]any{"waiting_id": q.WaitingID, "sender_id": q.Sender, "sender_task_id": q.SenderTask})
}

// waits makes the agent wait for an answer of each receiver, if the message says so. A message that answers somebody
// who waits opens the lock of which the step tells.
func (u *use) waits(got *answer) error {
	m := got.message
	if id, ok := syncstate.Last(u.step.Text.String(), syncstate.Waiting); ok { // whatever the model copies
		m.Returns = &id
	}
	if got.waits {
		for range m.Receiver.IDs(u.compat) {
			id := u.agent.newID("lock")
			m.Waiting = append(m.Waiting, id)
			u.agent.Lock(id)
		}
	}
	return got.with(map[string]any{"waiting": m.Waiting})
}

// with returns the result with other values of some keys.
func (a *answer) with(values map[string]any) error {
	var object state.Dict
	err := json.Unmarshal(a.result.JSON, &object)
	for _, key := range []string{"waiting", "waiting_id", "sender_id", "sender_task_id"} {
		if v, has := values[key]; has && err == nil {
			var raw json.RawMessage
			raw, err = jsonvalue.Marshal(v)
			object.Set(key, state.Value{JSON: raw})
		}
	}
	if err == nil {
		a.result.JSON, err = jsonvalue.Marshal(object)
	}
	return err
}
