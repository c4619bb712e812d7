package faults

import (
	"context"
	"errors"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// errPut is the error of a call that fails on purpose.
var errPut = errors.New("the check lets this call fail")

// callFault is one way in which a call fails.
type callFault struct {
	reason pipeline.Reason
	answer *pipeline.Response // nil: there is none, and the call fails
	slow   bool               // it lasts to the call's deadline
}

// noJSON and otherJSON are answers that no stage that reads JSON accepts; the first has no tags either.
const (
	noJSON    = "This is no answer."
	otherJSON = "0"
)

// faults returns the ways in which a call of a stage can fail, one for each reason that concerns its answer. Reasons of
// a stage's own are left out: only the stage knows what it rejects.
func faults(st pipeline.Stage) []callFault {
	var all []callFault
	say := func(reason pipeline.Reason, text string) {
		all = append(all, callFault{reason: reason, answer: &pipeline.Response{Content: text}})
	}
	for _, reason := range st.FallbackReasons() {
		text, known := st.Refuses[reason]
		switch {
		case known:
			say(reason, text)
		case reason == pipeline.Unavailable, reason == pipeline.Transport, reason == pipeline.Overflow:
			all = append(all, callFault{reason: reason})
		case reason == pipeline.Timeout:
			all = append(all, callFault{reason: reason, slow: true})
		case reason == pipeline.Empty:
			say(reason, "")
		case reason == pipeline.Malformed:
			say(reason, noJSON)
		case reason == pipeline.Schema && st.Reads != pipeline.ReadsTagged:
			say(reason, otherJSON)
		}
	}
	return all
}

// put answers a call that fails.
func (f callFault) put(
	_ context.Context, _ int, req pipeline.Request, was pipeline.Response,
) (pipeline.Response, error, bool) {
	if f.answer != nil {
		resp := *f.answer
		resp.Takes = lasts(req, was, f.slow)
		return resp, nil, true
	}
	return pipeline.Response{Takes: lasts(req, was, f.slow)}, &pipeline.Failure{Reason: f.reason, Err: errPut}, true
}

// lasts returns how long a call with a replaced answer takes: as long as with its own, but never long enough to time
// out by itself. A slow one takes all the time that it has.
func lasts(req pipeline.Request, was pipeline.Response, slow bool) time.Duration {
	switch {
	case req.Timeout <= 0:
		return was.Takes
	case slow:
		return req.Timeout
	}
	return min(was.Takes, req.Timeout)
}
