package declared

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// errPut is what a call says that fails on purpose.
var errPut = errors.New("the check lets this call fail")

// fault is one way in which a call goes wrong.
type fault struct {
	reason pipeline.Reason
	answer *pipeline.Response // nil: there is none, and the call fails
	slow   bool               // it lasts to the call's deadline
}

// noJSON and otherJSON are answers that no stage takes which reads JSON; the first has no tags either.
const (
	noJSON    = "This is no answer."
	otherJSON = "0"
)

// faults are the ways in which a call of a stage can go wrong, one for each reason that an answer can have. What a
// stage refuses for a reason of its own only the stage knows.
func faults(st pipeline.Stage) []fault {
	var all []fault
	say := func(reason pipeline.Reason, text string) {
		all = append(all, fault{reason: reason, answer: &pipeline.Response{Content: text}})
	}
	for _, reason := range st.FallbackReasons() {
		text, known := st.Refuses[reason]
		switch {
		case known:
			say(reason, text)
		case reason == pipeline.Unavailable, reason == pipeline.Transport, reason == pipeline.Overflow:
			all = append(all, fault{reason: reason})
		case reason == pipeline.Timeout:
			all = append(all, fault{reason: reason, slow: true})
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

// put is what a call gets that goes wrong.
func (f fault) put(req pipeline.Request, was pipeline.Response) (pipeline.Response, error) {
	if f.answer != nil {
		resp := *f.answer
		resp.Takes = lasts(req, was, f.slow)
		return resp, nil
	}
	return pipeline.Response{Takes: lasts(req, was, f.slow)}, &pipeline.Failure{Reason: f.reason, Err: errPut}
}

// lasts is how long a call takes that gets something else: as long as with its own answer, and never so long that it
// would be a timeout for this alone. A slow one takes all the time that it has.
func lasts(req pipeline.Request, was pipeline.Response, slow bool) time.Duration {
	switch {
	case req.Timeout <= 0:
		return was.Takes
	case slow:
		return req.Timeout
	}
	return min(was.Takes, req.Timeout)
}

// plan is what the asks for one decision get in a run: from one of them on the fault, and the last one perhaps the
// answer that the stage declares.
type plan struct {
	decision string // path of the decision: that of its first ask
	from     int    // the first ask that goes wrong, from 1
	fault    fault
	last     int                // the ask that gets the answer; 0: each goes wrong
	answer   *pipeline.Response // declared
}

// link puts the plan before what answers the case.
func (p plan) link(next pipeline.Model) pipeline.Model {
	put := func(req pipeline.Request, was pipeline.Response) (pipeline.Response, error, bool) {
		switch {
		case decisionOf(req.Path) != p.decision || req.Try < p.from:
			return pipeline.Response{}, nil, false
		case p.answer != nil && req.Try >= p.last:
			resp := *p.answer
			resp.Takes = lasts(req, was, p.fault.slow)
			return resp, nil, true
		}
		resp, err := p.fault.put(req, was)
		return resp, err, true
	}
	return &model.Instead{Next: next, Put: put}
}

// behind answers what nothing else answers, the same in every run: where a fault leads a conversation, the case need
// not have answers.
type behind struct{ answers pipeline.Model }

// fromBehind marks these answers.
const fromBehind = "fault"

func newBehind(otherwise fixtures.Answers, stages []pipeline.Stage) behind {
	return behind{&model.Scripted{Script: otherwise, Match: pipeline.MatchOtherwise, Next: stub{stages}}}
}

// Chat implements pipeline.Model.
func (b behind) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := b.answers.Chat(ctx, req)
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise, From: fromBehind}
	return resp, err
}

// stub has one fixed answer for each stage.
type stub struct{ stages []pipeline.Stage }

// Chat implements pipeline.Model.
func (s stub) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	st, _ := pipeline.FindStage(s.stages, req.Stage)
	return pipeline.Response{Content: cmp.Or(st.Example, "All right.")}, nil
}
