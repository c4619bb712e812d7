package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Runtime is a system's interface to the world: models, tools, clock and ids. It is bound to a place in the tree of
// places; a place is used by one goroutine at a time, and a second one panics.
type Runtime struct {
	p        *place
	deadline time.Time // of this place and those below; zero: none
}

// NewRuntime returns the root of a case's tree of places, with its clock at start.
func NewRuntime(env *Env, start time.Time) *Runtime {
	return &Runtime{p: newPlace(env, "", Mark{At: start})}
}

// At opens a place below: kind:name, or kind alone if name is empty. The second of one name is …@2. The new clock
// starts at this place's.
func (rt *Runtime) At(kind, name string) *Runtime {
	defer rt.p.enter()()
	part := kind
	if name != "" {
		part += ":" + escape(name)
	}
	rt.p.opened[part]++
	if n := rt.p.opened[part]; n > 1 {
		part += "@" + strconv.Itoa(n)
	}
	below := newPlace(rt.p.env, join(rt.p.path, part), rt.p.mark())
	rt.p.log = append(rt.p.log, Entry{Kind: EntryPlace, Path: below.path, At: rt.p.clock, Depth: rt.p.depth,
		below: below})
	rt.p.below = append(rt.p.below, below)
	return &Runtime{p: below, deadline: rt.deadline}
}

// Place returns the path of the place; the root's is empty.
func (rt *Runtime) Place() string { return rt.p.path }

// Now returns the place's clock, which only the case moves.
func (rt *Runtime) Now() time.Time { return rt.p.clock }

// Settings returns the suite's settings of a stage, or of one of its variants as stage:variant: how its answers are to
// be read, and how much fits into its context.
func (rt *Runtime) Settings(stage string) StageSettings { return rt.p.settings(stage) }

// ID returns a new id: kind:place, then kind:place~2 and so on.
func (rt *Runtime) ID(kind string) string {
	defer rt.p.enter()()
	rt.p.ids[kind]++
	id := kind + ":" + rt.p.path
	if n := rt.p.ids[kind]; n > 1 {
		id += "~" + strconv.Itoa(n)
	}
	return id
}

// WithTimeout returns the same place with a deadline d from now, which also holds for the places opened from it. An
// earlier deadline stays.
func (rt *Runtime) WithTimeout(d time.Duration) *Runtime {
	t := rt.p.clock.Add(d)
	if !rt.deadline.IsZero() && rt.deadline.Before(t) {
		t = rt.deadline
	}
	return &Runtime{p: rt.p, deadline: t}
}

// Mark returns this place's current point. It travels with every message between places.
func (rt *Runtime) Mark() Mark { return rt.p.mark() }

// After makes everything that follows in this place rest on the marks too: the clock moves on to the latest of them,
// never back.
func (rt *Runtime) After(marks ...Mark) {
	defer rt.p.enter()()
	rt.p.after(marks...)
}

// Latest returns the latest mark of this place and all below it.
func (rt *Runtime) Latest() Mark {
	m := rt.p.mark()
	rt.p.walk(func(p *place) {
		if p.clock.After(m.At) {
			m.At = p.clock
		}
		m.Depth = max(m.Depth, p.depth)
	})
	return m
}

// Together runs f for all places concurrently and waits for all of them, whatever one of them returns; then it joins
// them: this place's clock becomes the latest. The errors are in the order of rts.
func (rt *Runtime) Together(rts []*Runtime, f func(i int, rt *Runtime) error) error {
	err := Together(rts, f)
	for _, r := range rts {
		rt.After(r.Mark())
	}
	return err
}

// Together is the method without the join, for places whose parent continues meanwhile.
func Together(rts []*Runtime, f func(i int, rt *Runtime) error) error {
	errs := make([]error, len(rts))
	var wg sync.WaitGroup
	for i, rt := range rts {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					rt.p.fail(&PanicError{Place: rt.Place(), Value: v, Stack: debug.Stack()})
					errs[i] = rt.p.err
				}
			}()
			errs[i] = f(i, rt)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// ByClock returns the order in which results of places apply at a barrier: by clock, then as given.
func ByClock(rts []*Runtime) []int {
	order := make([]int, len(rts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rts[a].Now().Compare(rts[b].Now()) })
	return order
}

// PanicError is a panic of a system, caught so that it ends one case and not the run; or one of the program.
type PanicError struct {
	Place string // empty: no system was running there
	Value any
	Stack []byte
}

func (e *PanicError) Error() string {
	if e.Place == "" {
		return fmt.Sprintf("panic: %v", e.Value)
	}
	return fmt.Sprintf("panic at %q: %v", e.Place, e.Value)
}

// Embed turns texts into vectors. As with Chat, a stage may fall back on a *Failure.
func (rt *Runtime) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	defer rt.p.enter()()
	if rt.p.err != nil {
		return nil, rt.p.err
	}
	if rt.p.env.Embedder == nil {
		return nil, &Failure{Reason: Unavailable, Err: errors.New("no embedder")}
	}
	vs, err := rt.p.env.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, rt.p.keep(fmt.Errorf("%s: embed: %w", rt.p.path, err))
	}
	if len(vs) != len(texts) {
		return nil, rt.p.keep(fmt.Errorf("%s: embed: %d vectors for %d texts", rt.p.path, len(vs), len(texts)))
	}
	return vs, nil
}

// Vectors names the vectors of Embed: under one name a text has one vector, in any case. If it is empty, results
// computed from them belong to this case alone.
func (rt *Runtime) Vectors() string {
	if e, ok := rt.p.env.Embedder.(NamedEmbedder); ok {
		return e.Vectors()
	}
	return ""
}

// Errs lists the errors that stopped places, in the order of the tree.
func (rt *Runtime) Errs() []error {
	var errs []error
	rt.p.walk(func(p *place) {
		if p.err != nil {
			errs = append(append(errs, p.err), p.errs...)
		}
	})
	return errs
}

func join(path, part string) string {
	if path == "" {
		return part
	}
	return path + "/" + part
}

// escape percent-encodes all but [A-Za-z0-9_.-], so that a model's name cannot look like a path.
func escape(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '.', c == '-':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
