package faults

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// attempt is a cell in progress.
type attempt struct {
	cell     result.Cell
	fault    fault.Fault
	broken   fault.Broken
	call     *Call
	of       *Case
	exchange runner.Exchange
	ran      *runner.Ran // that was judged
}

// is returns the cell with its verdict.
func (a *attempt) is(v result.Verdict, why string) result.Cell {
	a.cell.Verdict, a.cell.Why = v, why
	return a.cell
}

// ends judges a run that ended in an error, and reports whether it did.
func (a *attempt) ends(err error) bool {
	if err == nil {
		return false
	}
	why := OneLine(err)
	_, crashed := errors.AsType[*pipeline.PanicError](err)
	_, endless := errors.AsType[*pipeline.EndlessError](err)
	_, missed := errors.AsType[*model.MissError](err)
	switch {
	case crashed:
		a.is(result.VerdictCrash, why)
	case endless:
		a.is(result.VerdictHang, why)
	case missed:
		a.is(result.VerdictUnanswered, why)
	default:
		a.is(result.VerdictError, why)
	}
	return true
}

// expects returns the reasons, one of which the stage must report.
func (a *attempt) expects() []pipeline.Reason {
	all := a.fault.Expects(a.call.Of, a.cell.Policy)
	if _, recovers := a.fault.Asks(a.call.Of, all[0], a.call.From); recovers {
		return []pipeline.Reason{fault.Nothing}
	}
	return all
}

// put answers the requests of the call.
func (a *attempt) put(
	ctx context.Context, try int, req pipeline.Request, was pipeline.Response,
) (pipeline.Response, error, bool) {
	switch {
	case a.fault.Times > 0 && try > a.fault.Times:
		return was, nil, false
	case a.fault.Way != "":
		resp, err := a.exchange(ctx, a.fault.Way, req, was)
		return resp, err, true
	}
	return a.broken.InPlaceOf(req, was), nil, true
}
