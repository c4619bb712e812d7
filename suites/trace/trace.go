// Package trace defines the record of everything that happened in one case, in the order of the tree of places: calls
// with their messages arrays and answers, tools, decisions, fallbacks and events.
package trace

import (
	"encoding/json"
	"iter"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/judge"
)

// Trace is the record of one case, in the order of the tree of places.
type Trace struct {
	Suite    string
	Case     string
	FromLog  bool // the case is known only from a log of requests
	Steps    []Step
	Inputs   []Input   // of the turns that began, in order
	Outcomes []Outcome // of the turns that ended, in order
	Asked    []Asked   // of a trace read back: its Decisions, since not every one has a step

	retrievals []Retrieval // cache
}

// Step is one line of a trace: what the Runtime saw, and for a call what was sent and what came back.
type Step struct {
	pipeline.Entry
	Call     *Call // of a call, nil for anything else
	Attached bool  // a decision or fallback that is in its call too
	Earlier  bool  // a decision about a call that has a later one, which is in the call
}

// Call is one messages array with its outcome.
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
	Prefix    *Prefix // nil: not measured, as of judges and in runs of older versions
}

// Marks that a call can carry. A truncated answer is still used; so is one to a prompt that the model's context
// silently truncated.
const (
	MarkCut        = "cut"         // the answer ended at the limit of its length
	MarkContextCut = "context_cut" // the prompt filled the context: its head may be missing
	MarkRepaired   = "repaired"    // the answer held bytes that are not UTF-8
	MarkThought    = "thought"     // the answer's content began with thoughts, which were separated
)

// Input is the input of one turn: the words of the user, or what replaces them.
type Input struct {
	Place string
	Kind  pipeline.Kind
	Text  string
}

// Outcome is the outcome of one turn, with its place.
type Outcome struct {
	Place string
	pipeline.Outcome
}

// Digest returns the digest of what a model would get; a recorded answer to the request has the same.
func (c *Call) Digest() string { return model.Digest(c.Request) }

// Judges reports whether the call is that of a judge, and no part of the system.
func (c *Call) Judges() bool { return judge.Is(c.Stage, c.Path) }

// Judges reports whether the step is part of a judge's call.
func (s *Step) Judges() bool { return judge.Is(s.Stage, s.Path) }

// Own returns the steps of the system: all but those of judges.
func (t *Trace) Own() iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		for i := range t.Steps {
			if s := &t.Steps[i]; !s.Judges() && !yield(s) {
				return
			}
		}
	}
}

// Calls returns the calls of a trace, in order, with those of judges.
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

// Asked counts the decisions requested from a stage in a case. The calls of a loop of tools, or of retries, make one
// decision; a stage may decide, or take its fallback, without a call.
type Asked struct {
	Stage string
	Times int
}

// Retrieval holds the candidates found at a place, best first, and those chosen.
type Retrieval struct {
	Place      string
	Step       int // of the trace: its event
	Candidates []Candidate
	Decided    bool // a choice was made: Chosen of the candidates is set
}

// Candidate is one item found.
type Candidate struct {
	Name   string
	Rank   int      // from 1; its position if the system reports none
	Score  *float64 // the system's; nil: not reported
	Via    []string // the words through which a translation found it, as 上传→upload
	Chosen bool
}

// Tokens counts the tokens of one call, or of many.
type Tokens struct {
	Prompt    int `json:"prompt"`
	Output    int `json:"output"`
	Estimated int `json:"estimated"` // how many of the two are estimated, since no model counted them
}

// Estimates holds the estimated tokens of one call, even if a model has counted them: counts compare only with counts,
// and estimates with estimates.
type Estimates struct {
	Prompt int
	Output int
}
