package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// program is the actions of one place of a random system, in order. Each message that it sends has a digest of all that
// its place knows, so that a call changes whenever something changes that it rests on.
type program []step

// step is one action of a place; parts are the programs of the places that it opens.
type step struct {
	do    string
	parts []program
}

// Actions of a place; nested steps open places, wait for them, or put parts under a deadline.
var (
	simple = []string{"ask", "ask again"}
	nested = []string{"open and wait", "fan", "spawn", "collect", "rounds", "tool", "hurry"}
)

// programs generates programs whose places are at most levels deep.
func programs(levels int) *rapid.Generator[program] {
	return rapid.Custom(func(t *rapid.T) program {
		kinds := simple
		if levels > 0 {
			kinds = slices.Concat(simple, simple, nested)
		}
		p := make(program, rapid.IntRange(1, 4).Draw(t, "steps"))
		for i := range p {
			p[i].do = rapid.SampledFrom(kinds).Draw(t, "do")
			switch p[i].do {
			case "fan", "rounds":
				p[i].parts = rapid.SliceOfN(programs(levels-1), 2, 3).Draw(t, "parts")
			case "open and wait", "spawn", "tool", "hurry":
				p[i].parts = rapid.SliceOfN(programs(levels-1), 1, 1).Draw(t, "part")
			}
		}
		return p
	})
}

// actor runs a program in its place.
type actor struct {
	ctx     context.Context
	rt      *pipeline.Runtime
	knows   string // digest of everything that it has received
	asks    int
	stopped bool
	away    []*actor // spawned, not yet collected
	done    chan struct{}
}

func (a *actor) run(p program) {
	for _, s := range p {
		if a.stopped {
			break
		}
		a.step(s)
	}
	for _, b := range a.away { // a turn ends when everything that it started has ended
		<-b.done
	}
}

func (a *actor) step(s step) {
	switch s.do {
	case "ask":
		a.asks++
		a.ask(false)
	case "ask again":
		a.ask(true)
	case "open and wait":
		b := a.below("p", "")
		b.run(s.parts[0])
		a.join(b)
	case "fan":
		a.fan(s.parts)
	case "spawn":
		a.spawn(s.parts[0])
	case "collect":
		a.collect()
	case "rounds":
		a.rounds(s.parts)
	case "tool":
		a.tool(s.parts[0])
	case "hurry":
		whole := a.rt
		a.rt = a.rt.WithTimeout(5 * time.Minute)
		a.run(s.parts[0])
		a.rt = whole
	}
}

func (a *actor) learn(what string) { a.knows = digest(a.knows, what) }

func (a *actor) below(kind, name string) *actor {
	return &actor{ctx: a.ctx, rt: a.rt.At(kind, name), knows: a.knows, done: make(chan struct{})}
}

// join waits for nothing: b has ended.
func (a *actor) join(b *actor) {
	a.rt.After(b.rt.Mark())
	a.learn(b.knows)
}

func (a *actor) ask(again bool) {
	text := a.knows + " at " + a.rt.Now().Format(time.RFC3339)
	resp, err := a.rt.Chat(a.ctx, pipeline.Request{
		Stage: "a", Leaf: "a-" + strconv.Itoa(a.asks), Again: again,
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Knows", text)},
	})
	a.learn(resp.Content)
	if err == nil {
		a.rt.Decided("a", a.knows)
		return
	}
	a.learn(err.Error())
	f, soft := errors.AsType[*pipeline.Failure](err)
	if a.stopped = !soft; soft {
		a.rt.Fallback(pipeline.Fallback{Stage: "a", Reason: f.Reason})
	}
}

// open opens a place for every part.
func (a *actor) open(parts []program) ([]*actor, []*pipeline.Runtime) {
	var actors []*actor
	var rts []*pipeline.Runtime
	for i := range parts {
		b := a.below("p", strconv.Itoa(i))
		actors, rts = append(actors, b), append(rts, b.rt)
	}
	return actors, rts
}

// fan runs the parts concurrently; their results apply by clock.
func (a *actor) fan(parts []program) {
	actors, rts := a.open(parts)
	_ = a.rt.Together(rts, func(i int, _ *pipeline.Runtime) error { actors[i].run(parts[i]); return nil })
	for _, i := range pipeline.ByClock(rts) {
		a.learn(actors[i].knows)
	}
}

// rounds runs the parts concurrently twice; in between, each gets the result of the one before it.
func (a *actor) rounds(parts []program) {
	actors, rts := a.open(parts)
	for range 2 {
		_ = pipeline.Together(rts, func(i int, _ *pipeline.Runtime) error { actors[i].run(parts[i]); return nil })
		var told []string
		var marks []pipeline.Mark
		for _, b := range actors {
			told, marks = append(told, b.knows), append(marks, b.rt.Mark())
		}
		for i, b := range actors {
			from := (i + len(actors) - 1) % len(actors)
			b.rt.After(marks[from])
			b.learn(told[from])
		}
	}
	for _, b := range actors {
		a.join(b)
	}
}

// spawn starts a place beside this one, which continues meanwhile.
func (a *actor) spawn(p program) {
	b := a.below("thread", "")
	a.away = append(a.away, b)
	go func() {
		defer close(b.done)
		_ = pipeline.Together([]*pipeline.Runtime{b.rt}, func(int, *pipeline.Runtime) error { b.run(p); return nil })
	}()
}

func (a *actor) collect() {
	for _, b := range a.away {
		<-b.done
		a.join(b)
	}
	a.away = nil
}

func (a *actor) tool(p program) {
	call := pipeline.ToolCall{Name: "agent", Arguments: a.knows}
	res, err := a.rt.Tool(a.ctx, call, func(_ context.Context, rt *pipeline.Runtime, _ pipeline.ToolCall) (string,
		error) {
		b := a.below("agent", "")
		b.run(p)
		rt.After(b.rt.Mark())
		if b.stopped {
			return "", errors.New("the agent stopped at " + b.knows)
		}
		return b.knows, nil
	})
	if err != nil {
		a.stopped = true
	}
	a.learn(res.Content)
}

func digest(parts ...string) string {
	h := fnv.New64a()
	fmt.Fprint(h, strings.Join(parts, "\x00"))
	return strconv.FormatUint(h.Sum64(), 16)
}
