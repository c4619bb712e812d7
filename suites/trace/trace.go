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
	FromLog  bool // the case is known from a log of requests alone
	Steps    []Step
	Inputs   []Input   // of the turns that were begun, in order
	Outcomes []Outcome // of the turns that came to their ends, in order
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
	MarkThought    = "thought"     // the answer's content began with thoughts, which were set apart from it
)

// Input is what came in with one turn: the words of the user, or what is told in their place.
type Input struct {
	Place string
	Kind  pipeline.Kind
	Text  string
}

// Outcome is what one turn came to, with the turn's place.
type Outcome struct {
	Place string
	pipeline.Outcome
}

// Digest names the request by what a model would get of it; a recorded answer to it has the same.
func (c *Call) Digest() string { return model.Digest(c.Request) }

// Calls returns the calls of a trace, in order.
func (t *Trace) Calls() []*Call {
	var calls []*Call
	for _, s := range t.Steps {
		if s.Call != nil {
			calls = append(calls, s.Call)
		}
	}
	return calls
}

// Fallbacks returns all fallbacks of a trace, in order.
func (t *Trace) Fallbacks() []pipeline.Fallback {
	var all []pipeline.Fallback
	for _, s := range t.Steps {
		if s.Kind == pipeline.EntryFallback {
			all = append(all, *s.Fallback)
		}
	}
	return all
}

// Asked is how often a stage was asked for a decision in a case. The calls of a loop of tools decide together, and so
// do those that ask again; a stage may decide, or take its fallback, without a call.
type Asked struct {
	Stage string
	Times int
}

// Retrieval is what was found at a place, best first, and what of it was chosen then.
type Retrieval struct {
	Place      string
	Step       int // of the trace: its event
	Candidates []Candidate
	Decided    bool // somebody has chosen: Chosen of the candidates counts
}

// Candidate is one thing that was found.
type Candidate struct {
	Name   string
	Rank   int      // from 1; where the system tells none, its position
	Score  *float64 // as the system counts; nil: it tells none
	Via    []string // the words through which a translation has found it, as 上传→upload
	Chosen bool
}

// Tokens are those of one call, or of many.
type Tokens struct {
	Prompt    int `json:"prompt"`
	Output    int `json:"output"`
	Estimated int `json:"estimated"` // how many of the two are guessed, because no model counted them
}

// Estimates are the tokens of one call as they are guessed, whether or not a model has counted them: a count compares
// with a count alone, and estimates with each other.
type Estimates struct {
	Prompt int
	Output int
}
