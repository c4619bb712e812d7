package beaver

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// indexed is what finds the skills of one library by the vectors of one name, made once.
type indexed struct {
	mu    sync.Mutex
	index *retrieval.Index // nil: nobody has made it yet
}

// indexOf makes what finds the skills of a library, of which there are some. Their vectors come from the place that
// asks; only what has the name of both, of the library and of the vectors, is kept for others. An error is not: the next
// one who asks gets its own.
func (l *libraries) indexOf(ctx context.Context, rt *pipeline.Runtime, lib *library) (*retrieval.Index, error) {
	if lib.digest == "" || rt.Vectors() == "" {
		return retrieval.New(ctx, lib.docs, rt, retrieval.Default())
	}
	entry := l.indexes.get(lib.digest + " " + rt.Vectors())
	entry.mu.Lock()
	defer entry.mu.Unlock()
	if entry.index != nil {
		return entry.index, nil
	}
	index, err := retrieval.New(ctx, lib.docs, rt, retrieval.Default())
	if err == nil {
		entry.index = index
	}
	return index, err
}
