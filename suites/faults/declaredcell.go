package faults

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// cell lets a call fail in one way and compares what follows with the declaration of the last request.
func cell(c *Call, f callFault) Held {
	nothing := func(what string) Held { return Held{Kind: KindNothing, What: what} }
	got := c.Fail(f.put)
	got.Reason = f.reason
	_, crashed := errors.AsType[*pipeline.PanicError](got.Err)
	switch {
	case c.Of.Fallback == "" && !c.Declares() && !crashed:
		return nothing("")
	case got.Err != nil:
		return nothing("the case ends with an error in the faulted run: " + OneLine(got.Err))
	case len(got.Asks()) == 0:
		return nothing("the call is not made in the faulted run")
	case len(got.Reports()) > 0:
		return got.Hold()
	case c.Of.Reads == "" && f.answer != nil:
		return nothing("") // any text may be an answer
	}
	return nothing("no fallback is reported, and no answer is rejected")
}

// isUnsupported reports whether a case was refused by its system.
func isUnsupported(err error) bool {
	_, ok := errors.AsType[*pipeline.Unsupported](err)
	return ok
}
