package beaver

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

// indexes caches the retrieval indexes of libraries.
type indexes struct {
	kept       *recent.Values[keptIndex]
	translator *chinese.Translator
}

// keptIndex is the index of one library for the vectors of one name.
type keptIndex struct {
	mu    sync.Mutex
	index *retrieval.Index // nil: not built yet
}

// of returns the index of a library, whose vectors come from the calling place. It is cached under the names of the
// library and of the vectors, if both have one. An error is not cached: the next caller gets an error of its own.
func (x *indexes) of(
	ctx context.Context, rt *pipeline.Runtime, library string, docs []retrieval.Document,
) (*retrieval.Index, error) {
	if library == "" || rt.Vectors() == "" {
		return x.make(ctx, rt, docs)
	}
	entry := x.kept.Get(library + " " + rt.Vectors())
	entry.mu.Lock()
	defer entry.mu.Unlock()
	if entry.index != nil {
		return entry.index, nil
	}
	index, err := x.make(ctx, rt, docs)
	if err == nil {
		entry.index = index
	}
	return index, err
}

// translates reports whether Chinese is translated: the built-in vectors know only English. A server's vectors are
// trusted to know more.
func translates(rt *pipeline.Runtime) bool { return rt.Vectors() == retrieval.BuiltIn{}.Vectors() }

func (x *indexes) make(ctx context.Context, rt *pipeline.Runtime, docs []retrieval.Document) (*retrieval.Index, error) {
	if translates(rt) {
		var err error
		if docs, err = retrieval.InEnglish(docs, x.translator); err != nil {
			return nil, err
		}
	}
	return retrieval.New(ctx, docs, rt, retrieval.Default())
}

// query returns the query for such an index.
func (x *indexes) query(ctx context.Context, rt *pipeline.Runtime, text string) (retrieval.Query, error) {
	if translates(rt) {
		return retrieval.NewTranslatedQuery(ctx, rt, x.translator, text)
	}
	return retrieval.NewQuery(ctx, rt, text)
}
