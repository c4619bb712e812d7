package retrieval_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// text generates a few words, some of which two texts are likely to share, or anything at all.
func text() *rapid.Generator[string] {
	some := rapid.SampledFrom([]string{"refund", "refunds", "flight", "code", "退款", "政策", "k8s", "the", "\xff", "🦫"})
	return rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string {
		s := ""
		for _, w := range rapid.SliceOfN(some, 0, 5).Draw(t, "words") {
			s += w + " "
		}
		return s
	}))
}

func documents() *rapid.Generator[[]retrieval.Document] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) retrieval.Document {
		return retrieval.Document{Name: text().Draw(t, "name"), Description: text().Draw(t, "description"),
			Body: text().Draw(t, "body")}
	}), 0, 8)
}

// laws checks a law for a drawn library and query, with word vectors that are loaded once.
func laws(t *testing.T, cfg retrieval.Config,
	law func(t *rapid.T, docs []retrieval.Document,
		find func(docs []retrieval.Document, query string, k int) []retrieval.Candidate, query string)) {
	emb := words(t)
	find := func(docs []retrieval.Document, query string, k int) []retrieval.Candidate {
		x, err := retrieval.New(t.Context(), docs, emb, cfg)
		if err != nil {
			t.Fatal(err)
		}
		return top(t, x, query, k)
	}
	rapid.Check(t, func(t *rapid.T) {
		law(t, documents().Draw(t, "documents"), find, text().Draw(t, "query"))
	})
}

type finder = func(docs []retrieval.Document, query string, k int) []retrieval.Candidate

func TestTopIsAPrefixOfALongerTop(t *testing.T) {
	laws(t, retrieval.Default(), func(t *rapid.T, docs []retrieval.Document, find finder, query string) {
		all := find(docs, query, len(docs)+1)
		for k := range len(all) + 1 {
			if d := cmp.Diff(all[:k], find(docs, query, k), cmpEmpty); d != "" {
				t.Fatalf("first %d (-of all +alone):\n%s", k, d)
			}
		}
		for i, c := range all {
			if c.Rank != i+1 || c.Score < 1 || c.Score > retrieval.One || i > 0 && c.Score > all[i-1].Score {
				t.Fatalf("%d: %v", i, all)
			}
		}
	})
}

func TestOrderOfDocumentsDoesNotMatter(t *testing.T) {
	laws(t, retrieval.Default(), func(t *rapid.T, docs []retrieval.Document, find finder, query string) {
		turned := rapid.Permutation(docs).Draw(t, "turned")
		if d := cmp.Diff(find(docs, query, 9), find(turned, query, 9)); d != "" {
			t.Fatalf("(-as drawn +turned):\n%s", d)
		}
	})
}

// By vectors alone a document's score depends on no other document. The rarity of a word depends on the whole library.
func TestVectorsDoNotDependOnOtherDocuments(t *testing.T) {
	laws(t, retrieval.Config{Meaning: 1}, func(t *rapid.T, docs []retrieval.Document, find finder, query string) {
		type scored struct {
			name  string
			score int
		}
		var alone, among []scored
		other := retrieval.Document{Name: "another one", Description: text().Draw(t, "other")}
		for _, c := range find(docs, query, 9) {
			alone = append(alone, scored{c.Name, c.Score})
		}
		for _, c := range find(append(slices.Clone(docs), other), query, 10) {
			among = append(among, scored{c.Name, c.Score})
		}
		among = slices.DeleteFunc(among, func(s scored) bool { return s.name == other.Name })
		if !slices.Equal(alone, among) {
			t.Fatalf("%v, with another document %v", alone, among)
		}
	})
}

// A document that equals the query is found, and by words and letters no other scores higher.
func TestADocumentFindsItself(t *testing.T) {
	cfg := retrieval.Default()
	cfg.Meaning = 0
	laws(t, cfg, func(t *rapid.T, docs []retrieval.Document, find finder, query string) {
		features, _ := retrieval.Features(query)
		self := retrieval.Document{Name: query, Description: query, Body: query}
		found := find(append(slices.Clone(docs), self), query, 20)
		if has := slices.Contains(names(found), query); has != (len(features) > 0) {
			t.Fatalf("found: %v, with features %q", has, features)
		}
	})
}

func TestManyGoroutines(t *testing.T) {
	x, memo := index(t, small(), retrieval.Default()), retrieval.NewMemo(2)
	queries := []string{"refund", "terraform module", "退款", "flight"}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 50 {
				q := queries[(i+g)%len(queries)]
				asked, errQuery := retrieval.NewQuery(t.Context(), retrieval.BuiltIn{}, q)
				want, err := x.Top(asked, 3)
				got, errMemo := memo.Top(x, asked, 3)
				if d := cmp.Diff(want, got); d != "" || err != nil || errMemo != nil || errQuery != nil {
					t.Errorf("%v, %v, %v (-index +memo):\n%s", err, errMemo, errQuery, d)
				}
			}
		})
	}
	wg.Wait()
}
