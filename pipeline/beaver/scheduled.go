package beaver

import (
	"cmp"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The kinds of scheduled runs.
const (
	scheduledTask         = "task"
	scheduledNotification = "notification"
)

// over returns the block with missing fields taken from another one.
func (s Scheduled) over(base Scheduled) Scheduled {
	return Scheduled{
		Kind: cmp.Or(s.Kind, base.Kind), JobID: cmp.Or(s.JobID, base.JobID),
		Name: cmp.Or(s.Name, base.Name), RunID: cmp.Or(s.RunID, base.RunID),
	}
}

func (s Scheduled) check() error {
	if s.Kind != scheduledTask && s.Kind != scheduledNotification {
		return &pipeline.InputError{What: fmt.Sprintf("beaver: scheduled: kind: want %s or %s, got %q", scheduledTask,
			scheduledNotification, s.Kind)}
	}
	return nil
}

// scheduled is one direct main run: no router, no Task, no planner. Its trigger comes first in its context (C-3).
func (t *turn) scheduled(in pipeline.Input) (pipeline.Outcome, error) {
	s := t.block.Scheduled
	if b, ok := in.Block.(*TurnBlock); ok && b.Scheduled != nil {
		s = b.Scheduled.over(s)
	}
	s.Kind = cmp.Or(s.Kind, scheduledTask)
	if err := s.check(); err != nil {
		return pipeline.Outcome{}, err
	}
	if in.Acceptance == pipeline.Rejected {
		return pipeline.Outcome{}, &pipeline.InputError{
			What: "acceptance: rejected on a scheduled run: a rejection is a revision with the user's own words, " +
				"and a clock has none; put it on the user's next message (S-5, S-6)",
		}
	}
	if _, err := t.judge(in); err != nil {
		return pipeline.Outcome{}, err
	}
	from := func(key string) pipeline.TextSource { return inBlock("scheduled." + key) }
	shown := scheduledData{Kind: s.Kind, JobID: from("job_id").Of(s.JobID), Name: from("name").Of(s.Name),
		RunID: from("run_id").Of(s.RunID)}
	if s.RunID == "" {
		shown.RunID = code.Of(t.rt.ID("scheduled"))
	}
	execution, err := t.prompts.scheduled.Render(shown)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	out, _, err := t.answer(runInput{Message: in.Source.Of(in.Text), ExecutionContext: execution,
		Query: in.Source.Of(in.Text)})
	return out, err
}
