package retrieval

import (
	"cmp"
	"slices"
)

// guess is by how much a document that was found in English counts less than one that holds the query's own words.
const guess = 2

// In a translation the letters count thrice and the vectors twice what they count in a query: they know the words of
// the same root or subject, of which the dictionary has had to pick some.
const (
	moreLetters = 3
	moreMeaning = 2
)

// scoreTranslation gives each document what it scores as an answer to the translation, as far as that counts: nothing
// for one without a word of it, since a guess that letters or vectors have found alone cannot be told from chance.
func (x *Index) scoreTranslation(t *translation) ([]int64, error) {
	scores, rest := make([]int64, len(x.names)), make([]int64, len(x.names))
	words, letters, meaning := int64(x.cfg.Words), int64(moreLetters*x.cfg.Letters), int64(moreMeaning*x.cfg.Meaning)
	x.words.scoreTranslation(t, words, scores)
	x.letters.score(t.text, letters, rest)
	if err := x.meaning.score(t.vector, meaning, rest); err != nil {
		return nil, err
	}
	for i, s := range scores {
		if s > 0 {
			scores[i] = (s + rest[i]) / ((words + letters + meaning) * guess)
		}
	}
	return scores, nil
}

// scoreTranslation is score for the query's own words and for the Chinese ones: each of those counts once, as what fits
// a document best of its English words.
func (x *inverted) scoreTranslation(t *translation, weight int64, scores []int64) {
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

// addForeign adds a word's share to the sums of the documents and returns what it could be worth at most. best is all 0,
// before and after.
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

// common is how rare the commonest of a word's English words is in the library. The others count as if they were no
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

// scale is by how much an English word is worth less than it is rare, were it as rare as told: at most 1.
func (x *inverted) scale(id int32, rare, weight int64) int64 {
	return rare * weight << scaleBits / (max(x.rare[id], 1) * fullWeight)
}

// scaled is what a word is worth in a document by a scale.
func scaled(p posting, scale int64) int64 { return int64(p.worth) * scale >> scaleBits }

// via names, for each Chinese word that has brought a document something, the English one that did: 上传→upload.
func (x *inverted) via(t *translation, doc int) []string {
	if x == nil {
		return nil
	}
	var all []string
	for _, w := range t.words {
		rare, best, english := x.common(w), int64(0), ""
		for _, o := range w.options {
			if worth := x.inDoc(o, rare, doc); worth > best {
				best, english = worth, o.english
			}
		}
		if best > 0 {
			all = append(all, w.chinese+"→"+english)
		}
	}
	return all
}

// inDoc is what an English word is worth in one document.
func (x *inverted) inDoc(o option, rare int64, doc int) int64 {
	id, ok := x.ids[o.stem]
	if !ok {
		return 0
	}
	posts := x.posts[x.start[id]:x.start[id+1]]
	i, ok := slices.BinarySearchFunc(posts, int32(doc), func(p posting, doc int32) int { return cmp.Compare(p.doc, doc) })
	if !ok {
		return 0
	}
	return scaled(posts[i], x.scale(id, rare, o.weight))
}
