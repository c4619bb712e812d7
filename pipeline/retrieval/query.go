package retrieval

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Query is what is looked for: a text with its vector. One query may be put to many indexes.
type Query struct {
	text   string
	vector []float32 // nil: there was no embedder

	english *translation // nil: it is not asked in English
}

// NewQuery asks the embedder for the vector of a text, of which only the first MaxQuery code points count. Without an
// embedder the query fits an index alone whose Config gives vectors no weight.
func NewQuery(ctx context.Context, emb pipeline.Embedder, text string) (Query, error) {
	q := Query{text: head(text, MaxQuery)}
	if emb == nil {
		return q, nil
	}
	vectors, err := ask(ctx, emb, []string{q.text})
	if err != nil {
		return Query{}, err
	}
	q.vector = vectors[0]
	return q, nil
}
