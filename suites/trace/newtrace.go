package trace

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// New builds a trace from the Runtime's log and the exchanges with models.
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
	none, unanswered := errors.AsType[*model.NoAnswerError](x.Err)
	switch {
	case e.Failure != nil:
	case unanswered:
		c.Failure = none.Failure
	case x.Err != nil:
		c.Missed = true
	default:
		c.Response = x.Response
	}
	c.size()
	if c.Response.Finish == "length" {
		c.Marks = append(c.Marks, MarkCut)
	}
	if n := c.Window(); n > 0 && c.Reported() >= n {
		c.Marks = append(c.Marks, MarkContextCut)
	}
	if x.Repaired > 0 {
		c.Marks = append(c.Marks, MarkRepaired)
	}
	if x.Thought {
		c.Marks = append(c.Marks, MarkThought)
	}
	return c
}
