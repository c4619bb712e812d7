package beaver

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// indexes keeps what finds the skills of libraries.
type indexes struct {
	kept *recent.Values[keptIndex]
}

// keptIndex is what finds the skills of one library by the vectors of one name.
type keptIndex struct {
	mu    sync.Mutex
	index *retrieval.Index // nil: nobody has made it yet
}

// of makes what finds the skills of a library, whose vectors come from the place that asks. It is kept for others under
// the name of the library and that of the vectors, where both have one. An error is not: the next one who asks gets an
// error of its own.
func (x *indexes) of(
	ctx context.Context, rt *pipeline.Runtime, library string, docs []retrieval.Document,
) (*retrieval.Index, error) {
	if library == "" || rt.Vectors() == "" {
		return retrieval.New(ctx, docs, rt, retrieval.Default())
	}
	entry := x.kept.Get(library + " " + rt.Vectors())
	entry.mu.Lock()
	defer entry.mu.Unlock()
	if entry.index != nil {
		return entry.index, nil
	}
	index, err := retrieval.New(ctx, docs, rt, retrieval.Default())
	if err == nil {
		entry.index = index
	}
	return index, err
}
