package runner

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Upstream answers requests from the providers' own servers: each gets the requests in its form.
type Upstream struct {
	Bases map[pipeline.Source]string // base URL of each; missing ones are not asked
}

// Arrived implements pipeline.Arrivals.
func (u *Upstream) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	base, ok := u.Bases[a.Provider]
	if !ok {
		const what = "the program asks %s here (%s), and no --upstream %s=URL says where that is"
		return pipeline.Response{}, &pipeline.InputError{What: fmt.Sprintf(what, a.Provider, a.Words, a.Provider)}
	}
	return a.Forward(ctx, base)
}
