package runner

import (
	"cmp"
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Examples gives each stage one fixed answer: its example, or a sentence where any text will do. A stage that reads
// more than text, and has no example, gets none.
type Examples struct{ Stages []pipeline.Stage }

// Chat implements pipeline.Model.
func (e Examples) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	st, _ := pipeline.FindStage(e.Stages, req.Stage)
	if st.Example == "" && st.Reads != pipeline.ReadsText && st.Reads != "" {
		return model.Nothing{}.Chat(ctx, req)
	}
	return pipeline.Response{Content: cmp.Or(st.Example, "All right.")}, nil
}
