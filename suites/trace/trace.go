// Package trace holds all that happened in one case, in the order of the tree of places: calls with their messages
// arrays and answers, tools, decisions, fallbacks and events.
package trace

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Trace is all that happened in one case, in the order of the tree of places.
type Trace struct {
	Suite    string
	Case     string
	Steps    []Step
	Outcomes []Outcome // of the turns, in order
	Asked    []Asked   // of a trace that was read back: its Decisions, since not every one has a step there

	retrievals []Retrieval // as soon as anybody has asked
}

// Step is one line of a trace: what the Runtime saw, and for a call what was sent and what came back.
type Step struct {
	pipeline.Entry
	Call     *Call // of a call, nil for anything else
	Attached bool  // a decision or fallback that stands in its call too
	Earlier  bool  // a decision about a call that has a later one: the later one stands in the call
}

// Call is one messages array with all that came of it.
type Call struct {
	Path      string
	Stage     string
	Request   pipeline.Request
	Response  pipeline.Response // as the system got it; empty after a failure
	Failure   *pipeline.Failure // what the system got instead
	Missed    bool              // nothing answered it
	Origin    pipeline.Origin
	Decision  json.RawMessage
	Fallbacks []pipeline.Fallback
	Marks     []string
	Tokens    Tokens
	Estimates Estimates
}

// Marks that a call can carry. An answer that was cut is used all the same; so is one to a prompt that the model's
// context has cut in silence.
const (
	MarkCut        = "cut"         // the answer ended at the limit of its length
	MarkContextCut = "context_cut" // the prompt filled the context: its head may be missing
	MarkRepaired   = "repaired"    // the answer held bytes that are not UTF-8
)

// Outcome is what one turn came to, with the turn's place.
type Outcome struct {
	Place string
	pipeline.Outcome
}

// Digest names the request by what a model would get of it; a recorded answer to it has the same.
func (c *Call) Digest() string { return model.Digest(c.Request) }

// Calls are the calls of a trace, in order.
func (t *Trace) Calls() []*Call {
	var calls []*Call
	for _, s := range t.Steps {
		if s.Call != nil {
			calls = append(calls, s.Call)
		}
	}
	return calls
}

// Fallbacks are all fallbacks of a trace, in order.
func (t *Trace) Fallbacks() []pipeline.Fallback {
	var all []pipeline.Fallback
	for _, s := range t.Steps {
		if s.Kind == pipeline.EntryFallback {
			all = append(all, *s.Fallback)
		}
	}
	return all
}

// New puts together what the Runtime saw and what the models exchanged.
func New(suite, id string, log []pipeline.Entry, kept *model.Capture) *Trace {
	t := &Trace{Suite: suite, Case: id, Steps: make([]Step, 0, len(log))}
	byPath, decided := map[string]*Call{}, map[*Call]int{} // a call's decision, in Steps
	for _, e := range log {
		s := Step{Entry: e}
		switch e.Kind {
		case pipeline.EntryPlace:
			continue
		case pipeline.EntryCall:
			x, _ := kept.At(e.Path)
			s.Call = newCall(e, x)
			byPath[e.Path] = s.Call
		case pipeline.EntryDecided:
			if c := byPath[e.Path]; c != nil {
				if before, ok := decided[c]; ok {
					t.Steps[before].Attached, t.Steps[before].Earlier = false, true
				}
				c.Decision, s.Attached, decided[c] = e.Value, true, len(t.Steps)
			}
		case pipeline.EntryFallback:
			if c := byPath[e.Path]; c != nil {
				c.Fallbacks, s.Attached = append(c.Fallbacks, *e.Fallback), true
			}
		}
		t.Steps = append(t.Steps, s)
	}
	return t
}

func newCall(e pipeline.Entry, x model.Exchange) *Call {
	c := &Call{Path: e.Path, Stage: e.Stage, Request: x.Request, Failure: e.Failure, Origin: x.Response.Origin}
	switch {
	case e.Failure != nil:
	case x.Err != nil:
		c.Missed = true
	default:
		c.Response = x.Response
	}
	c.size()
	if c.Response.Finish == "length" {
		c.Marks = append(c.Marks, MarkCut)
	}
	if n := c.Request.Options.NumCtx; n != nil && *n > 0 && c.Reported() >= *n {
		c.Marks = append(c.Marks, MarkContextCut)
	}
	if x.Repaired > 0 {
		c.Marks = append(c.Marks, MarkRepaired)
	}
	return c
}
