package mas

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// Watched is MAS with a chronicle of each conversation: what was true whenever a step began, which its prompt is held
// against afterwards.
type Watched struct {
	*System
	mu   sync.Mutex
	told map[string]*chronicle // by case
}

// NewWatched returns MAS with its own prompts.
func NewWatched() (*Watched, error) {
	own, err := New()
	return &Watched{System: own, told: map[string]*chronicle{}}, err
}

// Open implements pipeline.System.
func (w *Watched) Open(c pipeline.Case) (pipeline.Conversation, error) {
	opened, err := w.System.Open(c)
	if err != nil {
		return nil, err
	}
	ch := &chronicle{team: opened.(*team), moments: map[string]*moment{}}
	ch.birth = map[*state.Step]tasksThen{}
	for k := range ch.team.router {
		ch.team.router[k] = witness{ch.team.router[k], ch}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told[c.ID] = ch
	return ch, nil
}

// chronicle is one conversation: what was so before each step, and what came of it.
type chronicle struct {
	*team
	mu      sync.Mutex
	moments map[string]*moment // by the step's place
	letters []state.Message    // of agents and of the user
	birth   map[*state.Step]tasksThen
}

// Turn implements pipeline.Conversation.
func (ch *chronicle) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if m, err := ch.fromUser(rt, in); err == nil && in.Kind == pipeline.UserMessage {
		ch.letters = append(ch.letters, m)
	}
	return ch.team.Turn(ctx, rt, in)
}

// tasksThen are all tasks at a moment: they change between rounds only.
type tasksThen = *state.Map[*state.Task]

// moment is what was so when a step began.
type moment struct {
	ch      *chronicle
	agent   state.Agent // a copy
	step    state.Step  // a copy, already running
	number  int         // among the steps that the agent has executed
	history string
	memory  string
	now     tasksThen
	born    tasksThen // when the step was made
	last    *moment   // of the agent's step before; nil: it is the first one
	letters []state.Message
	waits   bool         // who waits for the answer of the step does so still; also if nobody does
	steps   []state.Step // all of the agent, copies

	ended state.Execution // how the step has ended
}

// witness is an executor that notes what is so before it executes a step.
type witness struct {
	executor
	ch *chronicle
}

func (w witness) execute(ctx context.Context, rt *pipeline.Runtime, a *agent, s *state.Step) (
	syncstate.Output, state.Execution, error,
) {
	m := w.ch.note(a, s)
	w.ch.mu.Lock()
	w.ch.moments[rt.Place()] = m
	w.ch.mu.Unlock()
	out, ended, err := w.executor.execute(ctx, rt, a, s)
	m.ended = ended
	w.ch.mu.Lock()
	defer w.ch.mu.Unlock()
	if out.Message != nil {
		w.ch.letters = append(w.ch.letters, *out.Message)
	}
	return out, ended, err
}

// note returns what is so before an agent executes a step.
func (ch *chronicle) note(a *agent, s *state.Step) *moment {
	now := tasksNow(ch.sync)
	ch.mu.Lock()
	defer ch.mu.Unlock()
	var last *moment
	n := 0
	for _, m := range ch.moments {
		if m.agent.ID != a.ID {
			continue
		}
		if n++; last == nil || m.number > last.number {
			last = m
		}
	}
	for _, step := range a.Steps.List {
		if _, seen := ch.birth[step]; !seen {
			ch.birth[step] = now
		}
	}
	m := &moment{
		ch: ch, agent: a.Agent, step: *s, number: n, now: now, born: ch.birth[s], last: last,
		letters: slices.Clone(ch.letters), memory: memoryThen(a, ch.block.Compat), waits: ch.waitsFor(s),
		history: historyThen(&a.Steps, s, ch.block.Compat),
	}
	for _, step := range a.Steps.List {
		m.steps = append(m.steps, *step)
	}
	return m
}

// waitsFor reports whether the sender of a message waits for the answer of this agent that a step is to give.
func (ch *chronicle) waitsFor(s *state.Step) bool {
	id, waits := lockOf(s)
	for _, l := range ch.letters {
		if at := slices.Index(l.Waiting, id); waits && at >= 0 { // the sender executes nothing meanwhile
			return l.Receiver.IDs(ch.block.Compat)[at] == s.AgentID && slices.Contains(ch.byID[l.Sender].Locks, id)
		}
	}
	return !waits
}

// lockOf returns the lock of which the text of a step tells (program).
func lockOf(s *state.Step) (id string, ok bool) {
	return syncstate.Last(s.Text.String(), syncstate.Waiting)
}

// tasksNow returns a copy of all tasks.
func tasksNow(s *syncstate.Sync) tasksThen {
	raw, err := json.Marshal(&s.Tasks)
	if err != nil {
		panic(err)
	}
	all := &state.Map[*state.Task]{}
	if err := json.Unmarshal(raw, all); err != nil {
		panic(err)
	}
	return all
}

// places returns the places of an agent's steps in the order in which it has executed them.
func (ch *chronicle) places(agent string) []string {
	of := func(place string) bool { return ch.moments[place].agent.ID != agent }
	all := slices.DeleteFunc(slices.Collect(maps.Keys(ch.moments)), of)
	slices.SortFunc(all, func(a, b string) int { return ch.moments[a].number - ch.moments[b].number })
	return all
}
