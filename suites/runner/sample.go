package runner

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// reseeded lets each sample of a case draw other answers: the seeds of sample i are i higher.
type reseeded struct {
	next   pipeline.Model
	sample int
}

// Chat implements pipeline.Model. A request that gets the same answer each time ends the case.
func (m reseeded) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if project.Greedy(req.Options) {
		return pipeline.Response{}, &pipeline.InputError{What: fmt.Sprintf("%s: the system itself sets an option with "+
			"which each sample gets the same answer (temperature 0 or top_k 1): run without --repeat", req.Path)}
	}
	if seed := req.Options.Seed; seed != nil {
		of := *seed + m.sample
		req.Options.Seed = &of
	}
	return m.next.Chat(ctx, req)
}
