package openclaw

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// loop asks the model until it wants no more tools. The session keeps what was said only when that came to its end.
func (w world) loop(
	ctx context.Context, rt *pipeline.Runtime, s *session, kind string, text pipeline.Pieces,
) (pipeline.Outcome, error) {
	if w.snapshot == nil || w.snapshot.library != w.in.Library {
		w.conversation.snapshot = take(w.in.Skills, w.in.Library)
	}
	w.snapshot.report(rt)
	system, err := w.systemMessage(s)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	incoming := pipeline.Message{Role: pipeline.RoleUser, Sections: []pipeline.Section{pipeline.NewSection(kind, text)}}
	r := &run{world: w, rt: rt, session: s, kind: kind, system: system}
	r.messages = append(slices.Clone(s.history), incoming)
	for n := 1; ; n++ {
		resp, err := r.ask(ctx, n)
		f, failed := errors.AsType[*pipeline.Failure](err)
		switch {
		case failed && kind == "Task": // the apology is what the sub-agent reports
			rt.Fallback(pipeline.Fallback{Stage: "main", Reason: f.Reason, Tries: r.tries})
			resp = pipeline.Response{Content: apology}
		case failed:
			rt.Fallback(pipeline.Fallback{Stage: "main", Reason: f.Reason, Tries: r.tries})
			return r.apologise(), nil
		case err != nil:
			return pipeline.Outcome{}, err
		}
		if len(resp.ToolCalls) == 0 && strings.TrimSpace(resp.Content) == "" {
			rt.Fallback(pipeline.Fallback{Stage: "main", Reason: pipeline.Empty, Tries: r.tries})
			resp.Content = silentToken
		}
		r.say(resp)
		if len(resp.ToolCalls) == 0 {
			s.history, s.compactions = r.messages, s.compactions+r.compactions
			return pipeline.Outcome{
				Status: pipeline.StatusDone, Replies: []pipeline.Reply{normalise(rt, kind, resp.Content)},
			}, nil
		}
		for _, call := range resp.ToolCalls {
			if err := r.tool(ctx, call); err != nil {
				return pipeline.Outcome{}, err
			}
		}
	}
}

// run is one run of a session at work.
type run struct {
	world
	rt          *pipeline.Runtime
	session     *session
	kind        string
	system      pipeline.Message
	messages    []pipeline.Message // the session's history and what has come since
	tries       int
	compactions int
	read        []string // names of the skills that the model has read
}

// ask makes the n-th call of a run. A prompt that does not fit is made shorter first, and once more when the model says
// that it does not.
func (r *run) ask(ctx context.Context, n int) (pipeline.Response, error) {
	if r.estimate() > r.block.Window-r.block.Reserve {
		if err := r.compact(ctx); err != nil {
			return pipeline.Response{}, err
		}
	}
	req := pipeline.Request{Stage: "main", Leaf: "main-" + strconv.Itoa(n), Tools: r.offered()}
	for r.tries = 1; ; r.tries++ {
		req.Again = r.tries > 1
		req.Messages = append([]pipeline.Message{r.system}, r.messages...)
		req.Declared = r.declared()
		resp, err := r.rt.Chat(ctx, req)
		f, failed := errors.AsType[*pipeline.Failure](err)
		if !failed || f.Reason != pipeline.Overflow || r.tries > 1 {
			return resp, err
		}
		if err := r.compact(ctx); err != nil {
			return pipeline.Response{}, err
		}
	}
}

// declared says what a failed call means for those that come later.
func (r *run) declared() []pipeline.Declared {
	list := []pipeline.Declared{
		{Reasons: []pipeline.Reason{pipeline.Empty}, Answer: &pipeline.Response{Content: silentToken}},
	}
	if r.tries == 1 {
		list = append(list, pipeline.Declared{Reasons: []pipeline.Reason{pipeline.Overflow}, Reask: true})
	}
	switch {
	case r.kind == "Task":
		return append(list, pipeline.Declared{Answer: &pipeline.Response{Content: apology}})
	case r.kind == "Completion":
		return append(list, pipeline.Declared{Then: "an apology; the session lacks the completion" + r.shorter()})
	case len(r.session.started) > 0:
		return append(list, pipeline.Declared{Then: "an apology; the sub-agents go on" + r.shorter()})
	}
	return append(list, pipeline.Declared{Undone: true})
}

// shorter says of a second ask that something may have come before it.
func (r *run) shorter() string {
	if r.tries == 1 {
		return ""
	}
	return ", and the history was to be made shorter"
}

// apologise ends a run whose model has failed. Nobody waits for a heartbeat.
func (r *run) apologise() pipeline.Outcome {
	out := pipeline.Outcome{Status: pipeline.StatusFailed}
	if r.kind != "Heartbeat" {
		out.Replies = []pipeline.Reply{{Kind: pipeline.ReplyError, Text: apology, Path: r.rt.Place()}}
	}
	return out
}

// say puts an answer behind the messages.
func (r *run) say(resp pipeline.Response) {
	source := r.rt.AnswerText("main")
	m := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: resp.ToolCalls, Source: source}
	if resp.Content != "" {
		m.Sections = []pipeline.Section{pipeline.NewSection("Answer", source.Of(resp.Content))}
	}
	r.messages = append(r.messages, m)
}

func (r *run) estimate() int {
	n := pipeline.EstimateTokens(r.system.Content())
	for _, m := range r.messages {
		n += pipeline.EstimateTokens(m.Content())
	}
	return n
}

// compact puts a summary in the place of all messages but the last exchange. When the model fails they stay.
func (r *run) compact(ctx context.Context) error {
	cut := len(r.messages) - 1
	for cut > 0 && r.messages[cut].Role != pipeline.RoleUser {
		cut--
	}
	if cut == 0 {
		return nil
	}
	at := r.rt.At("compaction", "")
	task := pipeline.Text(pipeline.RoleUser, "Task", "Summarise all this.")
	resp, err := at.Chat(ctx, pipeline.Request{
		Stage: "compaction", Leaf: "summary-1", Messages: append(slices.Clone(r.messages[:cut]), task),
		Declared: []pipeline.Declared{{Then: "the next call of the run has the messages uncut"}},
	})
	r.rt.After(at.Mark())
	f, failed := errors.AsType[*pipeline.Failure](err)
	switch {
	case err == nil && strings.TrimSpace(resp.Content) == "":
		f, failed = &pipeline.Failure{Reason: pipeline.Empty}, true
	case err != nil && !failed:
		return err
	}
	if failed {
		at.Fallback(pipeline.Fallback{Stage: "compaction", Reason: f.Reason, Tries: 1})
		return nil
	}
	at.Decided("compaction", map[string]int{"cut": cut})
	r.compactions++
	summary := pipeline.NewSection("Summary", at.AnswerText("compaction").Of(resp.Content))
	first := pipeline.Message{Role: pipeline.RoleUser, Sections: []pipeline.Section{summary}}
	r.messages = append([]pipeline.Message{first}, r.messages[cut:]...)
	return nil
}
