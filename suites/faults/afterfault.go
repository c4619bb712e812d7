package faults

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// afterFault answers requests that nothing else answers, the same in every run: the case need not have answers for the
// course that a conversation takes after a fault.
type afterFault struct{ answers pipeline.Model }

// fromFault marks these answers.
const fromFault = "fault"

func newAfterFault(otherwise fixtures.Answers, stages []pipeline.Stage) afterFault {
	next := runner.Examples{Stages: stages}
	return afterFault{&model.Scripted{Script: otherwise, Match: pipeline.MatchOtherwise, Next: next}}
}

// Chat implements pipeline.Model.
func (b afterFault) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := b.answers.Chat(ctx, req)
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise, From: fromFault}
	return resp, err
}
