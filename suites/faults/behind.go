package faults

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// behind answers requests that nothing else answers, the same in every run: the case need not have answers for the
// course that a conversation takes after a fault.
type behind struct{ answers pipeline.Model }

// fromBehind marks these answers.
const fromBehind = "fault"

func newBehind(otherwise fixtures.Answers, stages []pipeline.Stage) behind {
	next := runner.Examples{Stages: stages}
	return behind{&model.Scripted{Script: otherwise, Match: pipeline.MatchOtherwise, Next: next}}
}

// Chat implements pipeline.Model.
func (b behind) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := b.answers.Chat(ctx, req)
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise, From: fromBehind}
	return resp, err
}
