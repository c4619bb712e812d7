package retrieval

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Query is a search text with its vector. One query may be used with many indexes.
type Query struct {
	text   string
	vector []float32 // nil: there was no embedder

	english *translation // nil: it is not asked in English
}

// NewQuery embeds a text, of which only the first MaxQuery code points count. Without an embedder the query works only
// with an index whose Config gives vectors no weight.
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
