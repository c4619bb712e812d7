package fallback

import (
	"cmp"
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

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

// stub has one fixed answer for each stage. A stage that reads more than text, and has no example, has none.
type stub struct{ stages []pipeline.Stage }

// Chat implements pipeline.Model.
func (s stub) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	st, _ := pipeline.FindStage(s.stages, req.Stage)
	if st.Example == "" && st.Reads != pipeline.ReadsText && st.Reads != "" {
		return model.Nothing{}.Chat(ctx, req)
	}
	return pipeline.Response{Content: cmp.Or(st.Example, "All right.")}, nil
}
