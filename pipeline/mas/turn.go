package mas

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Turn implements pipeline.Conversation: the user's message goes to the team, which then runs rounds until nobody has a
// step.
func (t *team) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case in.Acceptance != "":
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "acceptance"}
	case in.Kind == pipeline.End:
		return t.end()
	case in.Kind != pipeline.UserMessage:
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "a turn that is no message"}
	}
	if err := t.begin(rt, in); err != nil {
		return pipeline.Outcome{}, err
	}
	if err := t.rounds(ctx); err != nil {
		return pipeline.Outcome{}, err
	}
	t.apologize()
	for _, a := range t.agents {
		rt.After(a.place.Mark())
	}
	var err error
	t.out.State, err = t.shown()
	return t.out, err
}

// begin opens the agents' places, in the team's order, and posts the user's message; the first turn starts the first
// stage of each task.
func (t *team) begin(rt *pipeline.Runtime, in pipeline.Input) error {
	m, err := t.fromUser(rt, in)
	if err != nil {
		return &pipeline.InputError{What: "mas: " + err.Error()}
	}
	t.place, t.undone, t.out = rt, nil, pipeline.Outcome{Status: pipeline.StatusDone}
	t.steps = map[string]*pipeline.Runtime{rt.Place(): rt}
	for _, a := range t.agents {
		a.place, a.ran = rt.At("agent", a.ID), 0
		a.newID = a.place.ID
	}
	task, _ := t.sync.Tasks.Get(m.TaskID)
	task.Queue = append(task.Queue, m)
	if !t.started {
		t.started = true
		t.start()
	}
	return nil
}

// start begins the first turn: the first stage of each task, or its manager's plan of them, and the initial memories of
// the program's agents. A task without an intention is a mere talk.
func (t *team) start() {
	for i, m := range t.block.Team {
		if text := m.memory(fmt.Sprintf("team[%d]", i)); t.block.Compat == state.Program && text.Len() > 0 {
			t.agents[i].Memory.Apply(t.place.Now, state.MemoryCommand{Add: &text})
		}
	}
	for _, task := range t.sync.Tasks.All() {
		switch next := task.Next(); {
		case next != nil:
			t.startStage(task, next)
		case task.Intention.Len() > 0 && t.block.Compat == state.Document:
			t.sync.Plan(task, t.place.Mark())
		}
	}
}

// fromUser returns the user's message as the turn's block sends it.
func (t *team) fromUser(rt *pipeline.Runtime, in pipeline.Input) (state.Message, error) {
	b, _ := in.Block.(*TurnBlock)
	if b == nil {
		b = &TurnBlock{}
	}
	id := b.Task
	if id == "" {
		id = t.block.tasks()[0].id(0)
	}
	names := t.sync.Tasks.Keys()
	if err := known("task", id, names); err != nil {
		return state.Message{}, fmt.Errorf("task: %w", err)
	}
	at := slices.Index(names, id)
	if at >= len(t.block.tasks()) { // one created by a manager
		at = 0
	}
	to := b.Receiver
	if to == "" {
		to = t.block.tasks()[at].group(t.block.Team)[0]
	}
	if err := known("agent", to, agentIDs(t.block.Team)); err != nil {
		return state.Message{}, fmt.Errorf("receiver: %w", err)
	}
	relative, err := tasks{t.sync}.relative(id, b.StageRelative)
	if err != nil {
		return state.Message{}, fmt.Errorf("stage_relative: %w", err)
	}
	return state.Message{
		TaskID: id, Sender: user, Receiver: state.To(to), Text: state.TextOf(in.Source, in.Text),
		StageRelative: relative, NeedReply: b.needReply(), Place: rt.Place(), Mark: rt.Mark(),
	}, nil
}

// apologize tells the user what went wrong in a turn without a message to the user. An agent that still waits for an
// answer has got none.
func (t *team) apologize() {
	for _, a := range t.agents {
		if len(a.Locks) > 0 {
			t.fails(a.ID + " 等待中")
		}
	}
	open := t.stillUndone()
	if len(open) == 0 || slices.ContainsFunc(t.out.Replies, func(r pipeline.Reply) bool { return r.To == "" }) {
		return
	}
	t.out.Status = pipeline.StatusFailed
	t.out.Replies = append(t.out.Replies, pipeline.Reply{
		Kind: pipeline.ReplyError, Text: "没有得到答复。未能完成：" + strings.Join(open, "，"), Path: t.place.Place(),
	})
}

// stillUndone returns what could not be done and was not mended either (A7).
func (t *team) stillUndone() []string {
	var all []string
	for _, u := range t.undone {
		if !u.mended(t.sync) {
			all = append(all, u.what)
		}
	}
	return all
}

// end dissolves the task groups; unfinished work has failed.
func (t *team) end() (pipeline.Outcome, error) {
	for _, task := range t.sync.Tasks.All() {
		for _, s := range task.Stages {
			if !s.Execution.Over() {
				s.Execution = state.Failed
			}
		}
		if !task.Execution.Over() {
			task.Execution = state.Failed
		}
		task.Dissolve()
	}
	for _, a := range t.agents {
		for _, s := range a.Steps.List {
			if !s.Execution.Over() {
				s.Execution = state.Failed
			}
		}
		a.Steps.Todo = nil
	}
	shown, err := t.shown()
	return pipeline.Outcome{Status: pipeline.StatusDone, State: shown}, err
}
