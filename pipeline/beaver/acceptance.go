package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// accept handles the user's verdict on the active Task, before anything else is read (S-5). met is false without a
// verdict or an active Task: the turn then continues as one without a verdict. A missing Task is a model's doing if a
// router was asked before, else an error of the case.
func (t *turn) accept(acceptance string) (met bool, err error) {
	if acceptance == "" {
		return false, nil
	}
	said := struct {
		Task       string `json:"task"`
		Acceptance string `json:"acceptance"`
	}{"", acceptance}
	active := t.tasks.active()
	switch {
	case active != nil:
		said.Task = active.ID
	case !t.routed:
		return false, &pipeline.InputError{
			What: "acceptance without an active Task, and no answer before it could have begun one (S-5)",
		}
	}
	t.rt.Event(pipeline.EventAcceptance, said)
	if active == nil || acceptance != pipeline.Accepted {
		return active != nil, nil
	}
	if err := t.draft(active); err != nil {
		return false, err
	}
	t.tasks.end(active, taskAccepted)
	return true, nil
}

// judge handles the verdicts of an input, before anything else is read: on the active Task (S-5), then on the newest
// draft, which an acceptance of this input may have made (L-6). met is that of accept.
func (t *turn) judge(in pipeline.Input) (met bool, err error) {
	if met, err = t.accept(in.Acceptance); err != nil {
		return false, err
	}
	return met, t.review(in.Draft)
}

// end closes the conversation.
func (t *turn) end(in pipeline.Input) (pipeline.Outcome, error) {
	_, err := t.judge(in)
	return pipeline.Outcome{Status: pipeline.StatusDone}, err
}
