package agens

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// serve asks until an answer has no tool calls, and returns the node's result.
func (v *visit) serve(ctx context.Context) (pipeline.Pieces, error) {
	for round := 1; ; round++ {
		if err := v.begin(); err != nil {
			return nil, err
		}
		a, err := v.ask(ctx, round)
		if err != nil {
			return nil, err
		}
		calls := v.unanswered(a)
		if len(calls) == 0 {
			return v.rt.AnswerText(stageServing).Of(a.body), nil
		}
		v.message.Retry, v.message.Reason = false, nil // this answer is of use, whatever the one before it was
		for _, call := range calls {
			said := message.Sourced{Value: call.said, Source: v.rt.AnswerText(stageServing)}
			v.message.ToolCalls = append(v.message.ToolCalls, said)
		}
		if err := v.callTools(ctx, calls); err != nil {
			return nil, err
		}
	}
}

// ask requests the answer of a round, with retries if it is unusable or asks for one itself. Its error is a *jobError
// if the job fails for want of an answer.
func (v *visit) ask(ctx context.Context, round int) (answer, error) {
	for tries := 1; ; tries++ {
		req, err := v.request(round)
		if err != nil {
			return answer{}, err
		}
		req.Again = tries > 1
		resp, err := v.rt.WithTimeout(v.node.timeout).Chat(ctx, req)
		answered := err == nil
		var a answer
		if answered {
			a, err = v.read(resp)
		}
		why, failed := errors.AsType[*pipeline.Failure](err)
		if !failed {
			return a, err
		}
		switch {
		case a.badNext != "":
			return a, v.giveUp(why, reasonInvalidNext, tries)
		case !slices.Contains(again(v.graph.compat), why.Reason):
			return a, v.giveUp(why, why.Reason, tries)
		case v.retries >= v.job.maxRetries:
			return a, v.giveUp(why, reasonMaxRetries, tries)
		}
		if answered {
			v.rt.Rejected(stageServing, why)
		}
		v.retry(why, a)
		v.started()
	}
}

// request returns the next request of a round. Only its user side differs from that of the request before (G0).
func (v *visit) request(round int) (pipeline.Request, error) {
	v.message.Resources = v.resources()
	system, user, err := v.prompts.Build(v.message)
	if err != nil {
		return pipeline.Request{}, err
	}
	build := message.Pair
	if v.node.serving.BuildPrompt == buildChat {
		build = message.Chat
	}
	return pipeline.Request{
		Stage: stageServing, Variant: v.node.Node.Serving, Leaf: stageServing + "-" + strconv.Itoa(round),
		Messages: build(system, user), Format: v.node.format,
		Declared: declared(v.graph.compat, v.job.maxRetries-v.retries),
	}, nil
}

// read reads an answer and decides where the thread goes next, unless there are tools to call first. A
// *pipeline.Failure refuses the answer.
func (v *visit) read(resp pipeline.Response) (answer, error) {
	settings := v.rt.Settings(stageServing + ":" + v.node.Node.Serving)
	a, err := v.reads(v.node, settings.Replies, resp.Content)
	if err != nil || len(v.unanswered(a)) > 0 {
		return a, err
	}
	if a.badNext != "" {
		v.next = nil
		v.results(a.body, a.outputs)
		return a, misfit(router.KeyNext, "an array", a.badNext)
	}
	v.routes(a.next, a.outputs)
	v.results(a.body, a.outputs)
	if v.step.Retry {
		return a, &pipeline.Failure{Reason: reasonRetry}
	}
	v.rt.Decided(stageRoute, decided(v.step, v.next))
	return a, nil
}

// retry makes the next request one with the reason.
func (v *visit) retry(why *pipeline.Failure, a answer) {
	if why.Reason == reasonRetry {
		v.retried(v.why(), a.body)
		return
	}
	var reason pipeline.Pieces
	if why.Err != nil {
		reason = code.Of(why.Err.Error())
	}
	v.retried(reason, nil)
}

// giveUp takes the fallback of a call: the job ends with an error. The report says why the last request failed, the
// error its effect on the job.
func (v *visit) giveUp(why *pipeline.Failure, reason pipeline.Reason, tries int) error {
	v.rt.Fallback(pipeline.Fallback{Stage: stageServing, Reason: why.Reason, Tries: tries, Detail: detail(why)})
	return &jobError{Reason: reason, at: v.rt.Place()}
}

func detail(why *pipeline.Failure) string {
	if why.Err == nil {
		return ""
	}
	return why.Err.Error()
}
