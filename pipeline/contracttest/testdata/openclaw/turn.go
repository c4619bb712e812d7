package openclaw

import (
	"context"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// What a model says to say nothing, and what people read when it has said nothing that can be used.
const (
	silentToken = "NO_REPLY"
	beatToken   = "HEARTBEAT_OK"
	apology     = "Something went wrong. Please try again."
)

// conversation is the assistant's main session, with the skills as it last saw them.
type conversation struct {
	system   *System
	block    *Block
	tools    []pipeline.Tool
	chat     string
	main     *session
	snapshot *snapshot
}

// session is what one agent has said and heard.
type session struct {
	full        bool
	task        pipeline.Pieces // of a sub-agent
	level       int
	history     []pipeline.Message
	compactions int
	started     []*subAgent // that have not reported yet
}

// subAgent is a session that another one has started.
type subAgent struct {
	*session
	number string
	place  *pipeline.Runtime
	report pipeline.Pieces
}

// Turn implements pipeline.Conversation: a run, and all that it starts.
func (c *conversation) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if in.Acceptance != "" {
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "acceptance"}
	}
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	out := pipeline.Outcome{Status: pipeline.StatusDone}
	var err error
	switch w := (world{c, in}); in.Kind {
	case pipeline.UserMessage:
		out, err = w.run(ctx, rt, c.main, "Message", in.Source.Of(in.Text))
	case pipeline.Heartbeat:
		ask := code.Of("Read HEARTBEAT.md. If nothing needs attention, reply " + beatToken + ".")
		out, err = w.run(ctx, rt, c.main, "Heartbeat", ask)
	case pipeline.Scheduled:
		out, err = w.run(ctx, rt, &session{}, "Schedule", in.Source.Of(in.Text))
		for i := range out.Replies {
			out.Replies[i].To = c.chat
		}
	}
	out.State = map[string]int{"messages": len(c.main.history), "compactions": c.main.compactions}
	return out, err
}

// world is what a turn finds: the conversation, and skills and files as they are now.
type world struct {
	*conversation
	in pipeline.Input
}

// run is one run of a session with those that it starts. It ends when nothing is under way.
func (w world) run(
	ctx context.Context, rt *pipeline.Runtime, s *session, kind string, text pipeline.Pieces,
) (pipeline.Outcome, error) {
	out, err := w.loop(ctx, rt, s, kind, text)
	for err == nil && len(s.started) > 0 {
		subs := s.started
		s.started = nil
		places := make([]*pipeline.Runtime, len(subs))
		for i, sub := range subs {
			places[i] = sub.place
		}
		err = pipeline.Together(places, func(i int, at *pipeline.Runtime) error { // no join: the parent has gone on
			return w.subRun(ctx, at, subs[i])
		})
		for _, i := range pipeline.ByClock(places) {
			if err != nil {
				break
			}
			at := rt.At("completion", subs[i].number)
			at.After(rt.Mark(), places[i].Mark())
			note := pipeline.TextSource{Kind: pipeline.TextCode}.Of("Sub-agent " + subs[i].number + " has finished: ")
			var answer pipeline.Outcome
			answer, err = w.loop(ctx, at, s, "Completion", pipeline.JoinPieces(note, subs[i].report))
			rt.After(at.Mark())
			out.Replies = append(out.Replies, answer.Replies...)
		}
	}
	return out, err
}

// subRun carries a sub-agent to its end; what it says last is its report.
func (w world) subRun(ctx context.Context, at *pipeline.Runtime, sub *subAgent) error {
	out, err := w.run(ctx, at, sub.session, "Task", sub.task)
	for _, r := range out.Replies {
		sub.report = at.AnswerText("main").Of(r.Text)
		if r.Text == apology {
			sub.report = pipeline.TextSource{Kind: pipeline.TextCode}.Of(r.Text)
		}
	}
	return err
}

// normalise makes the reply of a run out of what the model has said last.
func normalise(rt *pipeline.Runtime, kind, text string) pipeline.Reply {
	r := pipeline.Reply{Kind: pipeline.ReplyAnswer, Path: rt.Place()}
	text = strings.TrimSpace(text)
	switch {
	case text == silentToken, kind == "Heartbeat" && text == beatToken:
		r.Kind = pipeline.ReplySilent
	default:
		r.Text = strings.TrimSpace(strings.TrimSuffix(text, silentToken))
	}
	rt.Decided("normalise", map[string]string{"kind": r.Kind})
	return r
}

// spawn starts a sub-agent in a place of its own.
func (s *session) spawn(rt *pipeline.Runtime, task pipeline.Pieces) string {
	number := strconv.Itoa(len(s.started) + 1)
	at := rt.At("sub", number)
	below := &session{task: task, level: s.level + 1}
	s.started = append(s.started, &subAgent{session: below, number: number, place: at})
	return at.ID("run")
}
