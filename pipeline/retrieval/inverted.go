package retrieval

import "math"

// splitter calls f with every feature of a text, in order, duplicates included. The bytes are valid until f returns.
type splitter func(text string, f func(feature []byte))

// field says how the features in a document's field count.
type field struct {
	weight float64
	length float64 // BM25's b, 0 to 1: the penalty for longer fields
}

// inverted maps every feature to the documents with it and to its worth there: BM25F.
type inverted struct {
	split splitter
	ids   map[string]int32
	rare  []int64   // by feature: how rare it is, in units of 2^-20
	start []int     // by feature: index of its first posting; one more at the end
	posts []posting // by feature, then by document
	docs  int
	soon  float64 // BM25's k1
}

// posting is a feature's worth in a document: less than its rarity, in the same unit.
type posting struct {
	doc   int32
	worth int32
}

// count is the frequency of a feature in the fields of a document.
type count struct {
	feature, doc int32
	in           [3]int32
}

// counter counts the features of the documents in turn.
type counter struct {
	ids    map[string]int32
	counts []count
	at     []int   // by feature: index of its last count
	length [][]int // by field, by document: number of features
}

// invert indexes the fields of docs documents; soon is BM25's k1.
func invert(docs int, split splitter, text func(doc, field int) string, fields []field, soon float64) *inverted {
	c := counter{ids: map[string]int32{}, length: make([][]int, len(fields))}
	for f := range fields {
		c.length[f] = make([]int, docs)
	}
	for doc := range docs {
		for f := range fields {
			split(text(doc, f), func(feature []byte) { c.add(feature, doc, f) })
		}
	}
	x := &inverted{split: split, ids: c.ids, docs: docs, soon: soon}
	x.lay(c.counts, weigh(fields, c.length))
	return x
}

func (c *counter) add(feature []byte, doc, field int) {
	id, ok := c.ids[string(feature)]
	if !ok {
		id = int32(len(c.ids))
		c.ids[string(feature)] = id
		c.at = append(c.at, -1)
	}
	i := c.at[id]
	if i < 0 || c.counts[i].doc != int32(doc) {
		i = len(c.counts)
		c.at[id] = i
		c.counts = append(c.counts, count{feature: id, doc: int32(doc)})
	}
	c.counts[i].in[field]++
	c.length[field][doc]++
}

// weigh returns the weight of one occurrence by field and document. Sums and products are rounded separately: a
// processor that fuses them would give other bits.
func weigh(fields []field, length [][]int) [][]float64 {
	each := make([][]float64, len(fields))
	for f, field := range fields {
		total := 0
		for _, n := range length[f] {
			total += n
		}
		mean := float64(max(total, 1)) / float64(len(length[f]))
		each[f] = make([]float64, len(length[f]))
		for doc, n := range length[f] {
			each[f][doc] = field.weight / (1 - field.length + float64(field.length*float64(n)/mean))
		}
	}
	return each
}

// lay sorts the counts by feature, keeping the order of documents within a feature.
func (x *inverted) lay(counts []count, each [][]float64) {
	n := len(x.ids)
	x.start = make([]int, n+1)
	for _, c := range counts {
		x.start[c.feature+1]++
	}
	x.rare = make([]int64, n)
	for id := range n {
		x.rare[id] = x.rarity(x.start[id+1])
		x.start[id+1] += x.start[id]
	}
	x.posts = make([]posting, len(counts))
	next := append([]int(nil), x.start[:n]...)
	for _, c := range counts {
		often := 0.0
		for f, e := range each {
			often += float64(float64(c.in[f]) * e[c.doc])
		}
		worth := math.Round(float64(x.rare[c.feature]) * (often / (often + x.soon)))
		x.posts[next[c.feature]] = posting{c.doc, int32(worth)}
		next[c.feature]++
	}
}

// rarity returns BM25's idf of a feature that so many documents have.
func (x *inverted) rarity(docs int) int64 {
	return log2(uint64(2*x.docs+2), uint64(2*docs+1))
}

// score adds to every document's score its share of the query, of One, times weight. A repeated feature of the query
// counts once, and a feature that no document has counts against all.
func (x *inverted) score(query string, weight int64, scores []int64) {
	if x == nil {
		return
	}
	sums, whole := x.sums(query)
	if whole == 0 {
		return
	}
	for doc, s := range sums {
		if s > 0 {
			scores[doc] += weight * (s * One / whole)
		}
	}
}

// sums returns the worth of the query's features by document, and their maximum worth.
func (x *inverted) sums(query string) (sums []int64, whole int64) {
	sums = make([]int64, x.docs)
	had := make([]uint64, len(x.ids)/64+1) // one bit per feature: a library has a hundred thousand
	unknown := map[string]bool{}
	x.split(query, func(feature []byte) {
		id, ok := x.ids[string(feature)]
		if !ok {
			unknown[string(feature)] = true
			return
		}
		bit := uint64(1) << (id % 64)
		if had[id/64]&bit != 0 {
			return
		}
		had[id/64] |= bit
		whole += x.rare[id]
		for _, p := range x.posts[x.start[id]:x.start[id+1]] {
			sums[p.doc] += int64(p.worth)
		}
	})
	return sums, whole + int64(len(unknown))*x.rarity(0)
}
