// Package retrieval finds the documents of a library that best match a query, without any server.
//
// A score combines three signals: the words that query and document share (BM25 over three fields), the runs of three
// letters that they share, and the angle between their vectors, which come from a [pipeline.Embedder]; [Words] is a
// built-in one. All sums are of integers, so a score has the same bits on every processor and for any order of
// additions.
package retrieval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Config weighs the signals, and the fields within them. Weights are relative to each other; a signal with weight 0 is
// left out.
type Config struct {
	Words   int // shared words
	Letters int // shared runs of three letters, in name and description
	Meaning int // the cosine of the vectors, of name and description; one below 0 counts as 0

	Name, Description, Body float64 // weight of a word by field
	Reach                   int     // code points of a body that count
	Saturation              float64 // BM25's k1: how soon repetitions of a word or run of letters stop counting
}

// Default returns the Config with the best results on public skills: see docs/retrieval.md.
func Default() Config {
	return Config{Words: 10, Letters: 2, Meaning: 2, Name: 6, Description: 1.5, Body: 0.5, Reach: 8000, Saturation: 0.6}
}

// Candidate is one document that matches a query.
type Candidate struct {
	Name  string
	Rank  int // from 1
	Score int // in units of 1e-6, 1 to One

	// Via are the words through which a translation found it, as 上传→upload; nil: the query itself did, by Chinese words
	// in the document too, or by others.
	Via []string
}

// Index is a library prepared for queries. It does not change: any number of goroutines may use it.
type Index struct {
	cfg     Config
	names   []string // ascending
	words   *inverted
	letters *inverted
	meaning *matrix
	digest  string
}

// New returns the index of the documents, in any order. Documents may share a name. The embedder is called once, for
// all documents, and may be nil if cfg.Meaning is 0.
func New(ctx context.Context, docs []Document, emb pipeline.Embedder, cfg Config) (*Index, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	if emb == nil && cfg.Meaning > 0 {
		return nil, errors.New("retrieval: vectors have a weight, and there is no embedder")
	}
	docs = ready(docs, cfg.Reach)
	x := &Index{cfg: cfg, names: make([]string, len(docs))}
	for i, d := range docs {
		x.names[i] = d.Name
	}
	if cfg.Meaning > 0 { // first: without vectors the rest would be wasted time
		var err error
		if x.meaning, err = embed(ctx, emb, docs); err != nil {
			return nil, err
		}
	}
	text := func(doc, field int) string { return docs[doc].fields()[field] }
	if cfg.Words > 0 {
		x.words = invert(len(docs), terms, text, []field{{cfg.Name, 0.3}, {cfg.Description, 0.5}, {cfg.Body, 0.75}},
			cfg.Saturation)
	}
	if cfg.Letters > 0 {
		x.letters = invert(len(docs), trigrams, text, []field{{3, 0.3}, {1, 0.5}}, cfg.Saturation)
	}
	x.digest = x.sum(docs)
	return x, nil
}

func (c Config) check() error {
	for _, w := range []int{c.Words, c.Letters, c.Meaning} {
		if w < 0 || w > 1e6 {
			return fmt.Errorf("retrieval: a signal weighs %d: want 0 to 1e6", w)
		}
	}
	if c.Words+c.Letters+c.Meaning == 0 {
		return errors.New("retrieval: no signal has a weight")
	}
	for _, w := range []float64{c.Name, c.Description, c.Body} {
		if !(w >= 0 && w <= 1e6) {
			return fmt.Errorf("retrieval: a field weighs %g: want 0 to 1e6", w)
		}
	}
	if c.Words+c.Letters > 0 && !(c.Saturation > 0 && c.Saturation <= 1e6) {
		return fmt.Errorf("retrieval: a saturation of %g: want more than 0, at most 1e6", c.Saturation)
	}
	if c.Reach < 0 {
		return fmt.Errorf("retrieval: %d code points of a body", c.Reach)
	}
	return nil
}

// ready returns the documents ordered by name, so that an earlier one wins a tie, with bodies cut.
func ready(docs []Document, reach int) []Document {
	docs = slices.Clone(docs)
	for i := range docs {
		docs[i].Body = head(docs[i].Body, reach)
	}
	slices.SortFunc(docs, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Description, b.Description),
			cmp.Compare(a.Body, b.Body))
	})
	return docs
}

// Len returns the number of documents.
func (x *Index) Len() int { return len(x.names) }

// Digest names the library: hex SHA-256 of the indexed parts of the documents, their vectors and the Config. Indexes
// with the same digest give the same answers.
func (x *Index) Digest() string { return x.digest }

func (x *Index) sum(docs []Document) string {
	h := sha256.New()
	write(h, fmt.Sprintf("%+v", x.cfg))
	for _, d := range docs {
		for _, f := range d.fields() {
			write(h, f)
		}
	}
	x.meaning.write(h)
	return hex.EncodeToString(h.Sum(nil))
}

// write hashes a text so that it cannot run into the next one.
func write(h hash.Hash, s string) {
	h.Write(append(strconv.AppendInt(nil, int64(len(s)), 10), ':'))
	h.Write([]byte(s))
}

// Top returns the k best-matching documents, the best first; of equal ones the lesser name. A document that has nothing
// in common with the query is never among them, so there may be fewer, or none at all. A query with a vector of another
// kind than the documents' is an error.
func (x *Index) Top(q Query, k int) ([]Candidate, error) {
	scores := make([]int64, len(x.names))
	x.words.score(q.text, int64(x.cfg.Words), scores)
	x.letters.score(q.text, int64(x.cfg.Letters), scores)
	if err := x.meaning.score(q.vector, int64(x.cfg.Meaning), scores); err != nil {
		return nil, err
	}
	all := int64(x.cfg.Words + x.cfg.Letters + x.cfg.Meaning)
	for i := range scores {
		scores[i] /= all
	}
	if q.english != nil {
		return x.topTranslated(q, scores, k)
	}
	return x.candidates(best(scores, k), scores), nil
}

// A translation guesses, so the query's own words count a third more.
const (
	ownWords   = 4
	translated = 3
)

// topTranslated is Top of a query that is also asked in English; scores are those of its own words.
func (x *Index) topTranslated(q Query, scores []int64, k int) ([]Candidate, error) {
	english, err := x.scoreTranslation(q.english)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		scores[i] = (ownWords*scores[i] + translated*english[i]) / (ownWords + translated)
	}
	top := best(scores, k)
	found := x.candidates(top, scores)
	own := x.words.dense(q.text)
	for i, doc := range top {
		if !x.words.hasAny(doc, own) {
			found[i].Via = x.words.via(q.english, doc)
		}
	}
	return found, nil
}

// In a translation the letters count three times and the vectors twice as much as in a query: they match words of the
// same root or subject, from which the dictionary had to choose.
const (
	moreLetters = 3
	moreMeaning = 2
)

// scoreTranslation scores each document for the translation: a document without a word of it gets none, since a match
// of a guess by letters or vectors alone cannot be told from chance.
func (x *Index) scoreTranslation(t *translation) ([]int64, error) {
	scores, rest := make([]int64, len(x.names)), make([]int64, len(x.names))
	words, letters, meaning := int64(x.cfg.Words), int64(moreLetters*x.cfg.Letters), int64(moreMeaning*x.cfg.Meaning)
	x.words.scoreForeign(t, words, scores)
	x.letters.score(t.text, letters, rest)
	if err := x.meaning.score(t.vector, meaning, rest); err != nil {
		return nil, err
	}
	for i, s := range scores {
		if s > 0 {
			scores[i] = (s + rest[i]) / (words + letters + meaning)
		}
	}
	return scores, nil
}

// candidates returns documents as candidates, the best first.
func (x *Index) candidates(top []int, scores []int64) []Candidate {
	found := make([]Candidate, len(top))
	for i, doc := range top {
		found[i] = Candidate{Name: x.names[doc], Rank: i + 1, Score: int(scores[doc])}
	}
	return found
}
