package openclaw

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// scheduled runs work that a clock has started, in a session of its own with the minimal prompt (O-3). The chat gets
// the reply, and the main session a notice of it (O-20).
func (t *turn) scheduled(rt *pipeline.Runtime, s Scheduled) (pipeline.Outcome, error) {
	shown := scheduledData{
		ID: inTurn(t.in, "scheduled.id").Of(s.ID), Name: inTurn(t.in, "scheduled.name").Of(s.Name),
		Text: t.in.Source.Of(t.in.Text),
	}
	text, err := rendered(t.prompts.scheduled, shown)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	own := &session{key: "cron:" + cmp.Or(s.ID, s.Name, "job"), files: t.files, skills: t.main.skills}
	out, err := t.run(rt, own, incoming{kind: kindScheduled, text: t.marked(text)})
	if err != nil {
		return pipeline.Outcome{}, err
	}
	for i := range out.Replies {
		out.Replies[i].To = t.at.Chat
	}
	return out, t.notify(rt, shown, out)
}

// notify leaves a notice of scheduled work for the next run of the main session.
func (t *turn) notify(rt *pipeline.Runtime, s scheduledData, out pipeline.Outcome) error {
	shown := noticeData{ID: s.ID, Name: s.Name, Failed: out.Status == pipeline.StatusFailed}
	for _, r := range out.Replies {
		if r.Kind == pipeline.ReplyAnswer {
			shown.Reply = pipeline.JoinPieces(shown.Reply, rt.AnswerText(stageMain).Of(r.Text))
		}
	}
	text, err := rendered(t.prompts.notice, shown)
	if err != nil {
		return err
	}
	t.main.notices = append(t.main.notices, said(pipeline.RoleUser, "Notice", t.marked(text)))
	return nil
}
