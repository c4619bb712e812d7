package app

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// driven is an application that something else drives, such as its own test suite. The URL of a request names its case,
// or its tests say which case has begun. Requests are kept by case, and reported when the cases are run. It implements
// Driver.
type driven struct {
	block *Block
	rules []rule
	with  func(name string) (pipeline.Asking, error)
	proxy *Proxy

	control func(line []byte) (answer []byte, err error) // nil: no line is understood
	before  func()                                       // each request is given to its case; nil: nothing to do

	mu      sync.Mutex
	cases   map[string]*drivenCase
	last    map[string]string // by worker: the case begun last
	unnamed int               // requests before any case had begun
}

// unnamed is the case of requests whose URL names none, while none has begun.
const unnamed = "tests"

// Vars returns the environment variables that lead a program to the proxy. BEAVER_EVAL_URL is the proxy itself: a case
// is at $BEAVER_EVAL_URL/case/NAME. Requests to the unchanged base URLs belong to the case begun last.
func (d *driven) Vars() map[string]string { return d.proxy.Variables("", "") }

// URL implements pipeline.Drive.
func (d *driven) URL() string { return d.proxy.Base() }

// Key implements pipeline.Drive.
func (d *driven) Key() string { return d.proxy.lock.key }

// Control implements pipeline.Drive.
func (d *driven) Control(f func(line []byte) (answer []byte, err error)) { d.control = f }

// Before implements pipeline.Drive.
func (d *driven) Before(f func()) { d.before = f }

// Comes implements Driver.
func (d *driven) Comes() {
	if d.before != nil {
		d.before()
	}
}

// Line implements Driver.
func (d *driven) Line(line []byte) (answer []byte, err error) {
	if d.control == nil {
		return nil, errors.New("nothing reads lines here")
	}
	return d.control(line)
}

// Case implements Driver: it registers a case.
func (d *driven) Case(name string) Handler {
	v := &drivenCase{id: name}
	with, err := d.with(name)
	if err != nil {
		v.err = err
	} else {
		v.turn = newTurn(newSession(d.block, d.rules).at(d.proxy), with, "turn-1", pipeline.Input{})
		v.turn.free = true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cases[name] = v
	return v
}

// CaseOf implements Driver.
func (d *driven) CaseOf(worker string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := d.last[worker]
	if id == "" {
		d.unnamed++
	}
	return cmp.Or(id, unnamed)
}

// Unnamed implements pipeline.Drive.
func (d *driven) Unnamed() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unnamed
}

// Begin implements pipeline.Drive.
func (d *driven) Begin(worker, id string) bool {
	d.mu.Lock()
	d.last[worker] = id
	c, begun := d.cases[id]
	d.mu.Unlock()
	if begun && c.dropped() {
		begun = false
		d.proxy.forget(Segment(id))
	}
	d.proxy.handler(Segment(id), id)
	return begun
}

// Calls implements pipeline.Drive.
func (d *driven) Calls(id string) []pipeline.Arrival {
	if c := d.caseOf(id); c != nil && c.turn != nil {
		return c.turn.arrivals()
	}
	return nil
}

// Drop implements pipeline.Drive.
func (d *driven) Drop(id string) {
	if c := d.caseOf(id); c != nil {
		c.drop()
	}
}

// End implements pipeline.Drive.
func (d *driven) End(id string, err error) {
	if c := d.caseOf(id); c != nil {
		c.end(err)
	}
}

// caseOf returns a case; nil: there is none.
func (d *driven) caseOf(id string) *drivenCase {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.cases[id]
}

// Close closes the proxy: no more requests come.
func (d *driven) Close() error { return d.proxy.Close() }

// Names returns the cases that sent requests, sorted.
func (d *driven) Names() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var names []string
	for _, name := range slices.Sorted(maps.Keys(d.cases)) {
		if d.cases[name].asked() {
			names = append(names, name)
		}
	}
	return names
}

// Shown implements pipeline.Drive.
func (d *driven) Shown(text string) string { return d.proxy.Shown(text) }

// open returns the conversation of a case.
func (d *driven) open(id string) (pipeline.Conversation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return held{d.cases[id], id}, nil
}
