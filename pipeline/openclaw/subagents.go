package openclaw

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// run is a run of a session with its sub-agents. It ends when all have ended.
func (t *turn) run(rt *pipeline.Runtime, s *session, in incoming) (pipeline.Outcome, error) {
	res, err := t.alone(rt, s, in)
	for err == nil && len(s.started) > 0 {
		var replies []pipeline.Reply
		replies, err = t.completions(rt, s)
		res.Replies = append(res.Replies, replies...)
	}
	return res.Outcome, err
}

// completions runs the sub-agents of a session concurrently, and reports each that has ended to the session, in the
// order in which they do.
func (t *turn) completions(rt *pipeline.Runtime, s *session) ([]pipeline.Reply, error) {
	subs := s.started
	s.started = nil
	places := make([]*pipeline.Runtime, len(subs))
	for i, sub := range subs {
		places[i] = sub.place
	}
	work := func(i int, at *pipeline.Runtime) error { return t.work(at, subs[i]) }
	if err := pipeline.Together(places, work); err != nil { // no join: their parent has gone on
		return nil, err
	}
	var replies []pipeline.Reply
	for _, i := range pipeline.ByClock(places) {
		at := rt.At("completion", subs[i].number)
		at.After(rt.Mark(), places[i].Mark())
		text, err := t.completion(subs[i])
		if err != nil {
			return nil, err
		}
		s.files.take(subs[i].files.log)
		res, err := t.alone(at, s, incoming{kind: kindCompletion, text: text})
		if err != nil {
			return nil, err
		}
		rt.After(at.Mark())
		replies = append(replies, res.Replies...)
	}
	return replies, nil
}

// work runs a sub-agent to its end. Its last message is its report.
func (t *turn) work(at *pipeline.Runtime, sub *subAgent) error {
	res, err := t.alone(at, sub.session, incoming{kind: kindTask, text: sub.task})
	sub.report, sub.failed = res.text, res.failed
	for err == nil && len(sub.started) > 0 {
		if _, err = t.completions(at, sub.session); err == nil {
			sub.report = lastSaid(sub.history)
		}
	}
	return err
}

// completion returns a session's message about a finished sub-agent.
func (t *turn) completion(sub *subAgent) (pipeline.Pieces, error) {
	report := sub.report
	if text := report.String(); systemprompt.Silent.Is(text) {
		report = nil
	}
	told, err := rendered(t.prompts.completion, completionData{
		ID: sub.id, Task: sub.task, Failed: sub.failed, Report: dataBlock("Its report", report),
		ToAgent: sub.level > 1,
	})
	return t.marked(told), err
}

// lastSaid returns the newest answer of a session that is not silent.
func lastSaid(history []pipeline.Message) pipeline.Pieces {
	for i := len(history) - 1; i >= 0; i-- {
		m := history[i]
		if m.Role == pipeline.RoleAssistant && len(m.ToolCalls) == 0 && !systemprompt.Silent.Is(m.Content()) {
			return m.Pieces()
		}
	}
	return nil
}
