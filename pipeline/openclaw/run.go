package openclaw

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// alone is a run without its sub-agents.
func (t *turn) alone(rt *pipeline.Runtime, s *session, in incoming) (result, error) {
	r := &run{turn: t, rt: rt, session: s, now: s.copy(), in: in, shown: map[string]shownText{}}
	if err := r.begin(); err != nil {
		return result{}, err
	}
	for n := 1; ; n++ {
		resp, err := r.ask(n)
		if f, ok := errors.AsType[*pipeline.Failure](err); ok && f.Reason != pipeline.Empty {
			return r.fail(f.Reason), nil
		} else if ok {
			r.rt.Fallback(pipeline.Fallback{Stage: stageMain, Reason: f.Reason, Tries: r.asked.tries})
			return r.end(code.Of(string(systemprompt.Silent))), nil
		}
		if err != nil {
			return result{}, err
		}
		r.rt.Decided(stageMain, reply.DecidedBy(resp))
		if len(resp.ToolCalls) == 0 {
			return r.end(r.rt.AnswerText(stageMain).Of(resp.Content)), nil
		}
		if most := t.block.Limits.toolCalls(); n > most { // the results of these calls would never be read
			r.asked.tries = most
			return r.fail(reasonToolBudget), nil
		}
		if err := r.callTools(resp); err != nil {
			return result{}, err
		}
	}
}

// begin makes the system prompt, which stays throughout the run, and adds the message.
func (r *run) begin() error {
	r.offered = r.offer()
	if err := r.takeSkills(); err != nil {
		return err
	}
	text, err := r.command(r.in.text)
	if err != nil {
		return err
	}
	if err := r.makePrompt(); err != nil {
		return err
	}
	r.now.history = append(r.now.history, r.now.notices...)
	r.now.notices = nil
	r.now.history = append(r.now.history, said(pipeline.RoleUser, string(r.in.kind), text))
	return nil
}

// end adds the last answer, commits the run, and makes a reply of the user-visible part.
func (r *run) end(text pipeline.Pieces) result {
	r.now.history = append(r.now.history, said(pipeline.RoleAssistant, "Answer", text))
	r.session.commit(r.now)
	r.tellCost()
	if r.block.Prompt.ReasoningTags {
		text = text.Cut(systemprompt.Final(text.String()))
	}
	return result{text: text, Outcome: pipeline.Outcome{
		Status: pipeline.StatusDone, Replies: []pipeline.Reply{r.normalised(text.String())},
	}}
}

// fail ends a run without an answer (O-41). The session stays as it was before. A heartbeat needs no reply, and the
// parent of a sub-agent learns that it has failed.
func (r *run) fail(reason pipeline.Reason) result {
	r.tellCost()
	r.rt.Fallback(pipeline.Fallback{Stage: stageMain, Reason: reason, Tries: r.asked.tries})
	told := pipeline.Reply{Kind: pipeline.ReplyError, Text: apology, Path: r.rt.Place()}
	if r.in.kind == kindHeartbeat {
		told.Kind, told.Text = pipeline.ReplySilent, ""
	}
	return result{failed: true, Outcome: pipeline.Outcome{
		Status: pipeline.StatusFailed, Replies: []pipeline.Reply{told},
	}}
}

// callTools executes the calls of an answer, and adds their results for the model.
func (r *run) callTools(resp pipeline.Response) error {
	loop := reply.AskedTools{
		Stage: stageMain, Offered: r.offered, Given: reply.IDsOf(r.now.history), Own: r.ownTool,
	}
	said, results, err := loop.Answer(r.ctx, r.rt, resp)
	if err != nil {
		return err
	}
	r.now.history = append(r.now.history, said)
	for _, res := range results {
		if res.Failed {
			r.rt.Fallback(pipeline.Fallback{Stage: stageTool, Reason: reasonToolError, Tries: 1, Detail: res.Call.Name})
		}
		r.now.history = append(r.now.history, r.taken(r.message(res)))
	}
	return nil
}
