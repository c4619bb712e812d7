package retrieval

import (
	"cmp"
	"slices"
)

// translation is the English form of a query with Chinese words.
type translation struct {
	latin  string    // the query's words in other scripts
	words  []foreign // its Chinese words with a meaning
	text   string    // latin, and the best-matching English words, for letters and vector
	vector []float32
}

// foreign is a Chinese word with its possible English words.
type foreign struct {
	chinese string
	options []option
}

// option is one of them: documents are searched by its stem.
type option struct {
	stem, english string
	weight        int64 // of fullWeight
}

const fullWeight = 100

// scoreForeign is score for the query's own words and for the Chinese ones: each of those counts once, as its English
// word that fits a document best.
func (x *inverted) scoreForeign(t *translation, weight int64, scores []int64) {
	if x == nil {
		return
	}
	sums, whole := x.sums(t.latin)
	best := make([]int64, x.docs)
	for _, w := range t.words {
		whole += x.addForeign(w, sums, best)
	}
	if whole == 0 {
		return
	}
	for doc, s := range sums {
		if s > 0 {
			scores[doc] += weight * (s * One / whole)
		}
	}
}

// addForeign adds a word's share to the sums of the documents and returns the maximum that it could be worth. best is
// all 0, before and after.
func (x *inverted) addForeign(w foreign, sums, best []int64) (whole int64) {
	rare := x.common(w)
	var touched []int32
	for _, o := range w.options {
		id, ok := x.ids[o.stem]
		if !ok {
			continue
		}
		scale := x.scale(id, rare, o.weight)
		for _, p := range x.posts[x.start[id]:x.start[id+1]] {
			if best[p.doc] == 0 {
				touched = append(touched, p.doc)
			}
			best[p.doc] = max(best[p.doc], scaled(p, scale))
		}
	}
	for _, doc := range touched {
		sums[doc] += best[doc]
		best[doc] = 0
	}
	return rare
}

// common returns the rarity of a word's commonest English word in the library. The others count as if they were no
// rarer: an odd translation must not outweigh a plain one because nobody uses it.
func (x *inverted) common(w foreign) int64 {
	rare := x.rarity(0)
	for _, o := range w.options {
		if id, ok := x.ids[o.stem]; ok {
			rare = min(rare, x.rare[id])
		}
	}
	return rare
}

// scaleBits: in a scale 1 is 2^20.
const scaleBits = 20

// scale returns the factor by which an English word is worth less than a word of rarity rare: at most 1.
func (x *inverted) scale(id int32, rare, weight int64) int64 {
	return rare * weight << scaleBits / (max(x.rare[id], 1) * fullWeight)
}

// scaled returns a word's scaled worth in a document.
func scaled(p posting, scale int64) int64 { return int64(p.worth) * scale >> scaleBits }

// via names, for each Chinese word that contributed to a document's score, the English one that did: 上传→upload.
func (x *inverted) via(t *translation, doc int) []string {
	if x == nil {
		return nil
	}
	var all []string
	for _, w := range t.words {
		rare, best, english := x.common(w), int64(0), ""
		for _, o := range w.options {
			id, ok := x.ids[o.stem]
			if !ok {
				continue
			}
			p, ok := x.posting(id, doc)
			if worth := scaled(p, x.scale(id, rare, o.weight)); ok && worth > best {
				best, english = worth, o.english
			}
		}
		if best > 0 {
			all = append(all, w.chinese+"→"+english)
		}
	}
	return all
}

// posting returns a feature's worth in one document, if it occurs there.
func (x *inverted) posting(id int32, doc int) (posting, bool) {
	posts := x.posts[x.start[id]:x.start[id+1]]
	byDoc := func(p posting, doc int32) int { return cmp.Compare(p.doc, doc) }
	i, ok := slices.BinarySearchFunc(posts, int32(doc), byDoc)
	if !ok {
		return posting{}, false
	}
	return posts[i], true
}

// dense returns the features of a text's words in scripts without spaces that occur in some document.
func (x *inverted) dense(text string) []int32 {
	if x == nil {
		return nil
	}
	var ids []int32
	eachRun(text, func(run []byte, dense bool) {
		if !dense {
			return
		}
		grams(run, 2, func(gram []byte) {
			if id, ok := x.ids[string(gram)]; ok {
				ids = append(ids, id)
			}
		})
	})
	return ids
}

// hasAny reports whether a document has one of these features.
func (x *inverted) hasAny(doc int, ids []int32) bool {
	return slices.ContainsFunc(ids, func(id int32) bool {
		_, ok := x.posting(id, doc)
		return ok
	})
}
