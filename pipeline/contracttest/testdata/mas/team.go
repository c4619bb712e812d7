package mas

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// team is one conversation: the agents, what they are to do, and the messages under way.
type team struct {
	block  *Block
	agents []*agent
	byID   map[string]*agent
	stages []*stage
	mail   []letter
}

// agent is a member with its queue of steps.
type agent struct {
	Member
	source pipeline.TextSource
	memory pipeline.Pieces
	done   []*step // of all turns
	queue  []*step
	place  *pipeline.Runtime // of this turn
	taken  int               // steps in this turn
}

// stage is a part of the task at work.
type stage struct {
	Stage
	id, state string
	through   map[string]bool // agents that have given their summary
}

// letter is a message under way.
type letter struct {
	from      *pipeline.Runtime // the place that sent it
	sender    string
	to        []string
	text      pipeline.Pieces
	needReply bool
	sent      pipeline.Mark
}

// Turn implements pipeline.Conversation: rounds, until no agent has a step.
func (t *team) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	out := pipeline.Outcome{Status: pipeline.StatusDone}
	switch {
	case in.Kind == pipeline.End:
		for _, s := range t.stages {
			if s.state != "finished" {
				s.state = "failed"
			}
		}
		out.State = t.state()
		return out, nil
	case in.Kind != pipeline.UserMessage || in.Acceptance != "":
		return out, &pipeline.Unsupported{What: "anything but messages"}
	}
	for _, a := range t.agents {
		a.place, a.taken = rt.At("agent", a.ID), 0
	}
	t.startStage(rt)
	t.mail = append(t.mail, t.fromUser(rt, in))
	for round := 1; ; round++ {
		t.dispatch(&out)
		busy, places := t.busy()
		if len(busy) == 0 {
			break
		}
		if round > t.block.Rounds {
			rt.Fallback(pipeline.Fallback{Stage: "sync", Reason: tooManyRounds, Tries: round - 1})
			out.Status = pipeline.StatusFailed
			break
		}
		made := make([]result, len(busy))
		if err := pipeline.Together(places, func(i int, _ *pipeline.Runtime) (err error) {
			made[i], err = busy[i].step(ctx)
			return err
		}); err != nil {
			return out, err
		}
		for _, i := range pipeline.ByClock(places) {
			t.apply(rt, busy[i], made[i])
		}
		t.barrier()
	}
	out.State = t.state()
	return out, nil
}

// barrier makes what the agents do next rest on all that they have done so far: another answer could have brought each
// of them a message. It takes no time.
func (t *team) barrier() {
	var deepest pipeline.Mark
	for _, a := range t.agents {
		deepest.Depth = max(deepest.Depth, a.place.Mark().Depth)
	}
	for _, a := range t.agents {
		a.place.After(deepest)
	}
}

func (t *team) fromUser(rt *pipeline.Runtime, in pipeline.Input) letter {
	block := in.Block.(*TurnBlock)
	to := block.To
	if to == "" {
		to = t.agents[0].ID
	}
	return letter{
		from: rt, sender: "user", to: []string{to}, text: in.Source.Of(in.Text), needReply: block.NeedReply,
		sent: rt.Mark(),
	}
}

// busy are the agents that have a step, with their places.
func (t *team) busy() (busy []*agent, places []*pipeline.Runtime) {
	for _, a := range t.agents {
		if len(a.queue) > 0 {
			busy, places = append(busy, a), append(places, a.place)
		}
	}
	return busy, places
}

// startStage begins the next stage of the task when none is at work.
func (t *team) startStage(rt *pipeline.Runtime) {
	for i, s := range t.stages {
		switch s.state {
		case "running":
			return
		case "finished", "failed":
			continue
		}
		s.state, s.through = "running", map[string]bool{}
		rt.Event("stage_started", s.id)
		for _, a := range t.agents {
			if goal, has := s.Goals[a.ID]; has {
				a.place.After(rt.Mark())
				source := pipeline.CaseText("mas.stages[" + strconv.Itoa(i) + "].goals." + a.ID)
				plan := &step{executor: "planning", intention: s.Intention, text: source.Of(goal), stage: s.id}
				a.queue = append(a.queue, plan)
			}
		}
		return
	}
}

// dispatch delivers the mail: to people as replies, to agents as steps that come before all others.
func (t *team) dispatch(out *pipeline.Outcome) {
	mail := t.mail
	t.mail = nil
	for _, l := range mail {
		l.from.Decided("dispatch", map[string]string{"action": strings.Join(l.to, ",")})
		for _, id := range l.to {
			switch a := t.byID[id]; {
			case a != nil:
				a.receive(l)
			case id == "user" || slices.Contains(t.block.People, id):
				out.Replies = append(out.Replies, l.reply(id))
				if l.needReply {
					out.Status = pipeline.StatusWaiting
				}
			default:
				l.from.Fallback(pipeline.Fallback{Stage: "dispatch", Reason: unknownAgent, Detail: id})
			}
		}
	}
}

// reply is the letter as a person gets it.
func (l letter) reply(to string) pipeline.Reply {
	r := pipeline.Reply{To: to, Text: l.text.String(), Path: l.from.Place(), Kind: pipeline.ReplyAnswer}
	if l.needReply {
		r.Kind = pipeline.ReplyQuestion
	}
	if to == "user" {
		r.To = ""
	}
	return r
}

// receive makes a step of a letter. Nobody reads one before it was sent.
func (a *agent) receive(l letter) {
	a.place.After(l.sent)
	s := &step{executor: "process_message", intention: "a message from " + l.sender, text: l.text}
	if l.needReply {
		s.executor = "send_message"
	}
	a.queue = slices.Insert(a.queue, 0, s)
}

// apply is what a step means for the others: mail, and the end of a stage.
func (t *team) apply(rt *pipeline.Runtime, a *agent, made result) {
	if made.letter != nil {
		t.mail = append(t.mail, *made.letter)
	}
	for _, s := range t.stages {
		if s.state != "running" || s.id != made.through {
			continue
		}
		if s.through[a.ID] = true; len(s.through) < len(s.Goals) {
			return
		}
		s.state = "finished"
		for id := range s.Goals {
			rt.After(t.byID[id].place.Mark())
		}
		t.startStage(rt)
		return
	}
}

// state is what a check may look at.
func (t *team) state() any {
	stages, memory := map[string]string{}, map[string]string{}
	for _, s := range t.stages {
		stages[s.id] = s.state
	}
	for _, a := range t.agents {
		memory[a.ID] = a.memory.String()
	}
	return map[string]any{"stages": stages, "memory": memory}
}
