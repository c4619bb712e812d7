package pipeline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// place is a node of the tree: where calls happen, with a clock and a log of its own.
type place struct {
	env    *Env
	path   string
	clock  time.Time
	depth  int
	opened map[string]int    // number of places below, by name
	asked  map[string]int    // number of requests, by leaf
	ids    map[string]int    // number of ids, by kind
	last   map[string]string // path of the last call here, by stage
	call   string            // path of the last call here; the place's own before the first
	tools  int               // tool calls since then
	log    []Entry
	below  []*place // in the order of log
	err    error    // sticks
	errs   []error  // later errors: of requests that came nevertheless
	busy   atomic.Bool
}

func newPlace(env *Env, path string, m Mark) *place {
	return &place{
		env: env, path: path, clock: m.At, depth: m.Depth, call: path,
		opened: map[string]int{}, asked: map[string]int{}, ids: map[string]int{}, last: map[string]string{},
	}
}

// enter claims the place for this goroutine until leave is called.
func (p *place) enter() (leave func()) {
	if !p.busy.CompareAndSwap(false, true) {
		panic(fmt.Sprintf("pipeline: two goroutines in place %q", p.path))
	}
	return func() { p.busy.Store(false) }
}

func (p *place) mark() Mark { return Mark{At: p.clock, Depth: p.depth} }

func (p *place) after(marks ...Mark) {
	for _, m := range marks {
		p.wait(m.At)
		p.depth = max(p.depth, m.Depth)
	}
}

// wait moves the clock forward to t, never back.
func (p *place) wait(t time.Time) {
	if t.After(p.clock) {
		p.clock = t
	}
}

func (p *place) settings(stage string) StageSettings {
	var s StageSettings
	if p.env.Settings != nil {
		s = p.env.Settings(stage)
	}
	s.Replies = cmp.Or(s.Replies, Strict)
	return s
}

// keep makes every error but a *Failure stick to the place.
func (p *place) keep(err error) error {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	p.fail(err)
	return p.err
}

func (p *place) fail(err error) {
	if p.err == nil {
		p.err = &stop{err}
	}
}

// stop marks an error that has stopped a place, to distinguish it from an error of the system's own.
type stop struct{ err error }

func (s *stop) Error() string { return s.err.Error() }
func (s *stop) Unwrap() error { return s.err }

// walk visits the place and those below, in the order of the tree.
func (p *place) walk(f func(*place)) {
	f(p)
	for _, below := range p.below {
		below.walk(f)
	}
}

// Mark is a point in a place: everything that rests on it is later and deeper.
type Mark struct {
	At    time.Time
	Depth int // calls in a row that it rests on
}

// Entry is one line of a Runtime's log.
type Entry struct {
	Kind EntryKind
	// call: its path; tool: its position; event: the place; else the call it is about, or the place
	Path     string
	Stage    string          // call, decided, fallback, rejected: the stage; tool, event: the name
	At       time.Time       // the place's clock; of a call: when it was sent
	Depth    int             // calls in a row that it rests on; of a call: including itself
	Try      int             // call
	Failure  *Failure        // call: what the system got instead of an answer; rejected: why the answer was refused
	Err      error           // call: what stopped the place there
	Tool     *ToolUse        // tool
	Fallback *Fallback       // fallback
	Value    json.RawMessage // decided, event
	Decides  Decides         // decided: the kind of decision; empty: unknown to scores

	below *place
}
