package beaver

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

// indexes keeps what finds the skills of libraries.
type indexes struct {
	kept       *recent.Values[keptIndex]
	translator *chinese.Translator
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

// translates reports whether Chinese is translated: the built-in vectors know English alone. Those of a server's model
// are taken for what that model knows.
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

// query is what an index of these is asked.
func (x *indexes) query(ctx context.Context, rt *pipeline.Runtime, text string) (retrieval.Query, error) {
	if translates(rt) {
		return retrieval.NewTranslatedQuery(ctx, rt, x.translator, text)
	}
	return retrieval.NewQuery(ctx, rt, text)
}
