package retrieval_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// ranker returns the names of documents, best match first; two documents may share one.
type ranker func(query string) []string

// method is one way to find documents. Its index is built when it is measured.
type method struct {
	name string
	over func(docs []retrieval.Document) ranker
}

func methods(t *testing.T) []method {
	with := func(name string, change func(c *retrieval.Config)) method {
		return method{name, func(docs []retrieval.Document) ranker {
			c := retrieval.Default()
			change(&c)
			return of(index(t, docs, c))
		}}
	}
	signals := func(words, letters, meaning int) func(c *retrieval.Config) {
		return func(c *retrieval.Config) { c.Words, c.Letters, c.Meaning = words, letters, meaning }
	}
	body := func(weight float64, reach int) func(c *retrieval.Config) {
		return func(c *retrieval.Config) { signals(1, 0, 0)(c); c.Body, c.Reach = weight, reach }
	}
	letters, vectors, words := with("letters", signals(0, 1, 0)), with("vectors", signals(0, 0, 1)), with("words",
		signals(1, 0, 0))
	fused := func(docs []retrieval.Document) ranker {
		return fuse(words.over(docs), letters.over(docs), vectors.over(docs))
	}
	return []method{
		{"plain BM25", plain},
		letters,
		vectors,
		words,
		with("words, no body", body(0, 0)),
		with("words, body 2,000", body(0.5, 2000)),
		with("words, body 4,000", body(0.5, 4000)),
		with("words, body whole", body(0.5, 1<<20)),
		with("words, body as description", body(1.5, 8000)),
		with("words, name as description", func(c *retrieval.Config) { signals(1, 0, 0)(c); c.Name = c.Description }),
		with("10 words, 2 letters", signals(10, 2, 0)),
		with("10 words, 2 vectors", signals(10, 0, 2)),
		with("10 words, 5 letters, 5 vectors", signals(10, 5, 5)),
		with("1 words, 1 letters, 1 vectors", signals(1, 1, 1)),
		{"reciprocal ranks of all three", fused},
		with("the default, k1 1.2", func(c *retrieval.Config) { c.Saturation = 1.2 }),
		with("10 words, 2 letters, 2 vectors", func(*retrieval.Config) {}),
	}
}

func of(x *retrieval.Index) ranker {
	return func(query string) []string {
		q, err := retrieval.NewQuery(context.Background(), retrieval.BuiltIn{}, query)
		if err != nil {
			panic(err)
		}
		return namesOf(x, q)
	}
}

// namesOf returns the names of all documents that match a query.
func namesOf(x *retrieval.Index, q retrieval.Query) []string {
	found, err := x.Top(q, x.Len())
	if err != nil {
		panic(err)
	}
	return names(found)
}

// fuse gives a name 1/(60+rank) from each ranker.
func fuse(rankers ...ranker) ranker {
	return func(query string) []string {
		sum := map[string]float64{}
		for _, rank := range rankers {
			had := map[string]bool{}
			for i, name := range rank(query) {
				if !had[name] {
					had[name] = true
					sum[name] += 1 / float64(61+i)
				}
			}
		}
		return slices.SortedFunc(maps.Keys(sum), func(a, b string) int {
			return cmp.Or(cmp.Compare(sum[b], sum[a]), cmp.Compare(a, b))
		})
	}
}

// plain is textbook BM25: one field, words of letters and digits, k1 1.2, b 0.75.
func plain(docs []retrieval.Document) ranker {
	tf := make([]map[string]float64, len(docs))
	length := make([]float64, len(docs))
	have := map[string][]int{}
	total := 0.0
	for d, doc := range docs {
		tf[d] = map[string]float64{}
		for _, w := range fields(doc.Name + " " + doc.Description + " " + doc.Body) {
			if tf[d][w]++; tf[d][w] == 1 {
				have[w] = append(have[w], d)
			}
			length[d]++
		}
		total += length[d]
	}
	mean, n := total/float64(len(docs)), float64(len(docs))
	return func(query string) []string {
		words := fields(query)
		slices.Sort(words)
		score := make([]float64, len(docs))
		for _, w := range slices.Compact(words) {
			df := float64(len(have[w]))
			idf := math.Log(1 + (n-df+0.5)/(df+0.5))
			for _, d := range have[w] {
				score[d] += idf * tf[d][w] * 2.2 / (tf[d][w] + 1.2*(0.25+0.75*length[d]/mean))
			}
		}
		var found []int
		for d, s := range score {
			if s > 0 {
				found = append(found, d)
			}
		}
		slices.SortFunc(found, func(a, b int) int {
			return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(docs[a].Name, docs[b].Name))
		})
		names := make([]string, len(found))
		for i, d := range found {
			names[i] = docs[d].Name
		}
		return names
	}
}

func fields(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80
	})
}

// reciprocal returns 1/rank of each case's skill, 0 if it is not found.
func reciprocal(rank ranker, cases []selection) []float64 {
	found := make([]float64, len(cases))
	var wg sync.WaitGroup
	for part := range 2 {
		wg.Go(func() {
			for i := part; i < len(cases); i += 2 {
				if at := slices.Index(rank(cases[i].Message), cases[i].Skill); at >= 0 {
					found[i] = 1 / float64(at+1)
				}
			}
		})
	}
	wg.Wait()
	return found
}

// figures are a mean and its 95% interval.
type figures struct{ mean, low, high float64 }

func (f figures) String() string { return fmt.Sprintf("%.3f [%.3f, %.3f]", f.mean, f.low, f.high) }

// bootstrap resamples skills, not cases, with all their cases: the phrases of one skill are not independent.
func bootstrap(cases []selection, value []float64) figures {
	groups := map[string][]float64{}
	var skills []string
	for i, c := range cases {
		if groups[c.Skill] == nil {
			skills = append(skills, c.Skill)
		}
		groups[c.Skill] = append(groups[c.Skill], value[i])
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	means := make([]float64, 2000)
	for i := range means {
		sum, n := 0.0, 0
		for range skills {
			for _, v := range groups[skills[rnd.IntN(len(skills))]] {
				sum += v
				n++
			}
		}
		means[i] = sum / float64(n)
	}
	slices.Sort(means)
	sum := 0.0
	for _, v := range value {
		sum += v
	}
	return figures{sum / float64(len(value)), means[len(means)/40], means[len(means)-1-len(means)/40]}
}

// wilson is for the nine requests of three skills, for which a bootstrap would show no uncertainty at all.
func wilson(value []float64) figures {
	n, sum := float64(len(value)), 0.0
	for _, v := range value {
		sum += v
	}
	const z = 1.96
	p := sum / n
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return figures{p, mid - half, min(mid+half, 1)}
}

func within8(reciprocal float64) float64 {
	if reciprocal >= 1.0/8 {
		return 1
	}
	return 0
}

// choosing reports whether a case belongs to the half of the skills on which the weights were chosen; the others judge.
func choosing(c selection) bool { return sha256.Sum256([]byte(c.Skill))[0]&1 == 0 }

// TestSelection measures how well the skills that authors want for a message are found among 2,881 public ones. With -v
// it prints the table of all methods; else it measures only the default.
func TestSelection(t *testing.T) {
	if testing.Short() {
		t.Skip("2,881 skills take too long for -short")
	}
	dir := shared(t)
	cases := selections(t, dir)
	t.Run("the list of phrases out of the index", func(t *testing.T) {
		measure(t, library(t, dir, "skills", nil), cases, 0.82)
	})
	t.Run("every occurrence of the phrases out of the skill", func(t *testing.T) {
		measure(t, library(t, dir, "skills", ownPhrases(cases)), cases, 0.66)
	})
}

// ownPhrases returns each file's phrases for its skill, a longer one first: it may contain a shorter.
func ownPhrases(cases []selection) map[string][]string {
	phrases := map[string][]string{}
	for _, c := range cases {
		if c.Kind == trigger {
			phrases[c.File] = append(phrases[c.File], c.Message)
		}
	}
	for _, p := range phrases {
		slices.SortFunc(p, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	}
	return phrases
}

// set is a subset of the cases.
type set struct {
	name string
	has  func(selection) bool
}

var sets = []set{
	{"choosing", func(c selection) bool { return c.Kind == trigger && choosing(c) }},
	{"judging", func(c selection) bool { return c.Kind == trigger && !choosing(c) }},
	{"phrases", func(c selection) bool { return c.Kind == trigger }},
	{"explicit", func(c selection) bool { return c.Kind == explicit }},
}

// measure requires the default to find this share of the phrases' skills among the first eight, and all that are
// requested by name.
func measure(t *testing.T, docs []retrieval.Document, cases []selection, least float64) {
	t.Logf("%d skills, %d cases", len(docs), len(cases))
	misses(t, docs, cases)
	all := methods(t)
	if !testing.Verbose() {
		all = all[len(all)-1:]
	}
	var plain []float64
	for i, m := range all {
		got := reciprocal(m.over(docs), cases)
		if i == 0 {
			plain = got
		}
		for _, s := range sets {
			recall := row(t, m.name, s, cases, got, plain)
			want := map[string]float64{"phrases": least, "explicit": 1}[s.name]
			if i == len(all)-1 && recall < want {
				t.Errorf("%s: recall@8 %.3f of the default, want %.2f", s.name, recall, want)
			}
		}
	}
}

// row prints the result of a method for a set of cases, and its gain over plain BM25; it returns recall@8.
func row(t *testing.T, name string, s set, cases []selection, got, plain []float64) float64 {
	var chosen []selection
	var rr, hits, gain []float64
	for i, c := range cases {
		if s.has(c) {
			chosen = append(chosen, c)
			rr, hits, gain = append(rr, got[i]), append(hits, within8(got[i])), append(gain,
				within8(got[i])-within8(plain[i]))
		}
	}
	recall := bootstrap(chosen, hits)
	if s.name == "explicit" {
		recall = wilson(hits)
	}
	t.Logf("| %s | %d | %s | %s | %s | %s |", s.name, len(chosen), name, recall, bootstrap(chosen, rr),
		bootstrap(chosen, gain))
	return recall.mean
}
