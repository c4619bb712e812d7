package overview

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Asked counts the calls of a run sent to a server, by outcome.
type Asked struct {
	Calls    int `json:"calls"`
	Answered int `json:"answered"`
	Overflow int `json:"overflow,omitempty"`  // prompts that did not fit into the context
	Late     int `json:"timeout,omitempty"`   // answers that did not come in time
	NoAnswer int `json:"no_answer,omitempty"` // anything else instead of an answer

	// size in tokens of the contexts that prompts overflowed, if it is the same for all; 0: unknown or different
	Window int `json:"window,omitempty"`
}

// add counts the calls of one more case.
func (a *Asked) add(c *rows.Case) {
	if c.Trace == nil {
		return
	}
	for _, call := range c.Trace.Calls() {
		if call.Origin.Match != pipeline.MatchLive {
			continue
		}
		of := Asked{Calls: 1}
		switch f := call.Failure; {
		case f == nil:
			of.Answered = 1
		case f.Reason == pipeline.Overflow:
			of.Overflow, of.Window = 1, call.Window()
		case f.Reason == pipeline.Timeout:
			of.Late = 1
		default:
			of.NoAnswer = 1
		}
		a.merge(of)
	}
}

// merge adds other counts.
func (a *Asked) merge(o Asked) {
	switch {
	case o.Overflow == 0:
	case a.Overflow == 0:
		a.Window = o.Window
	case a.Window != o.Window:
		a.Window = 0
	}
	a.Calls, a.Answered, a.Overflow = a.Calls+o.Calls, a.Answered+o.Answered, a.Overflow+o.Overflow
	a.Late, a.NoAnswer = a.Late+o.Late, a.NoAnswer+o.NoAnswer
}
