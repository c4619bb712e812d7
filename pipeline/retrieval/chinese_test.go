package retrieval_test

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

// chineseQuery is a quoted phrase of a Chinese skill's description, with that skill and its English original.
type chineseQuery struct {
	Query   string `json:"query"`
	Skill   string `json:"skill"`   // the name
	Path    string `json:"path"`    // of the Chinese SKILL.md
	English string `json:"english"` // folder of the original
}

// inChinese marks the name of a skill's translation if both are in one library.
const inChinese = " (Chinese)"

// bilingual is Chinese queries with their target skills, and both libraries.
type bilingual struct {
	queries            []chineseQuery
	chinese, originals []retrieval.Document
	original           map[string]string // folder → name
}

func bilingualData(t *testing.T) *bilingual {
	if testing.Short() {
		t.Skip("3,000 skills take too long for -short")
	}
	dir := shared(t)
	file := filepath.Join(dir, "skills_zh", "selection_cases.jsonl")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no Chinese skills: %v", err)
	}
	b := &bilingual{queries: lines[chineseQuery](t, file), original: map[string]string{}}
	b.chinese = library(t, dir, "skills_zh/skills", nil)
	b.originals = library(t, dir, "skills/openclaw_skills", nil)
	for _, s := range load(t, dir, "skills/openclaw_skills") {
		b.original[path.Base(s.From.Path)] = s.Name
	}
	for _, q := range b.queries {
		if b.original[q.English] == "" {
			t.Fatalf("%+v has no original", q)
		}
	}
	return b
}

// both returns a library of originals and translations.
func (b *bilingual) both() []retrieval.Document {
	all := b.originals[:len(b.originals):len(b.originals)]
	for _, d := range b.chinese {
		d.Name += inChinese
		all = append(all, d)
	}
	return all
}

// translatedBy also asks in English, as Beaver does with the built-in vectors.
func translatedBy(t *testing.T, docs []retrieval.Document) ranker {
	tr := &chinese.Translator{}
	docs, err := retrieval.InEnglish(docs, tr)
	if err != nil {
		t.Fatal(err)
	}
	x := index(t, docs, retrieval.Default())
	return func(query string) []string {
		q, err := retrieval.NewTranslatedQuery(context.Background(), retrieval.BuiltIn{}, tr, query)
		if err != nil {
			panic(err)
		}
		return namesOf(x, q)
	}
}

// TestChineseSelection measures Chinese queries against the skills that they are quoted from, and against the English
// originals of those, alone and together. The Chinese descriptions contain the quotes, so those are easy. Weights were
// chosen on one half of the skills. Figures that get worse fail; -v prints them with their intervals, beside those of
// the query alone.
func TestChineseSelection(t *testing.T) {
	b := bilingualData(t)
	skill := func(q chineseQuery) string { return q.Skill }
	translation := func(q chineseQuery) string { return q.Skill + inChinese }
	original := func(q chineseQuery) string { return b.original[q.English] }
	for _, tt := range []struct {
		name   string
		docs   []retrieval.Document
		wanted func(chineseQuery) string
		recall float64 // on the test half
	}{
		{"Chinese skills", b.chinese, skill, 0.97},
		{"English originals", b.originals, original, 0.62},
		{"both together, the Chinese one", b.both(), translation, 0.97},
		{"both together, the English one", b.both(), original, 0.5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Verbose() {
				halves(t, "words as they are", of(index(t, tt.docs, retrieval.Default())), b.queries, tt.wanted)
			}
			got := halves(t, "in English too", translatedBy(t, tt.docs), b.queries, tt.wanted)
			if got < tt.recall {
				t.Errorf("recall@8 %.3f on the judging half, want %.2f", got, tt.recall)
			}
		})
	}
}

// TestEnglishQueries measures the phrases of English authors against all public skills, and against their Chinese
// translations, alone and beside the originals.
func TestEnglishQueries(t *testing.T) {
	b := bilingualData(t)
	dir := shared(t)
	byFolder := map[string]string{}
	for _, s := range load(t, dir, "skills_zh/skills") {
		byFolder[path.Base(s.From.Path)] = s.Name
	}
	var queries []chineseQuery
	for _, c := range selections(t, dir) {
		folder := path.Base(path.Dir(c.File))
		if name := byFolder[folder]; name != "" && c.Kind == trigger {
			queries = append(queries, chineseQuery{Query: c.Message, Skill: name, English: folder})
		}
	}
	t.Run("all public skills", func(t *testing.T) { // few of which contain Chinese
		var all []chineseQuery
		for _, c := range selections(t, dir) {
			if c.Kind == trigger {
				all = append(all, chineseQuery{Query: c.Message, Skill: c.Skill})
			}
		}
		docs, wanted := library(t, dir, "skills", nil), func(q chineseQuery) string { return q.Skill }
		before := halves(t, "words as they are", of(index(t, docs, retrieval.Default())), all, wanted)
		if got := halves(t, "in English too", translatedBy(t, docs), all, wanted); got < before {
			t.Errorf("recall@8 %.3f on the judging half, and %.3f without any translation", got, before)
		}
	})
	for _, tt := range []struct {
		name   string
		docs   []retrieval.Document
		wanted func(chineseQuery) string
		recall float64 // on the test half
	}{
		{"Chinese skills", b.chinese, func(q chineseQuery) string { return q.Skill }, 0.7},
		{"both together, the Chinese one", b.both(), func(q chineseQuery) string { return q.Skill + inChinese }, 0.1},
		{"both together, the English one", b.both(), func(q chineseQuery) string { return b.original[q.English] }, 0.7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Verbose() {
				halves(t, "words as they are", of(index(t, tt.docs, retrieval.Default())), queries, tt.wanted)
			}
			if got := halves(t, "in English too", translatedBy(t, tt.docs), queries, tt.wanted); got < tt.recall {
				t.Errorf("recall@8 %.3f on the judging half, want %.2f", got, tt.recall)
			}
		})
	}
}

// halves prints the quality of a method on each half of the queries, and returns recall@8 on the test half.
func halves(
	t *testing.T, name string, rank ranker, queries []chineseQuery, wanted func(chineseQuery) string,
) (judged float64) {
	for _, half := range []string{"choosing", "judging"} {
		var cases []selection
		for _, q := range queries {
			if choosing(selection{Skill: q.Skill}) == (half == "choosing") {
				cases = append(cases, selection{Message: q.Query, Skill: wanted(q)})
			}
		}
		rr := reciprocal(rank, cases)
		hits := make([]float64, len(rr))
		for i, r := range rr {
			hits[i] = within8(r)
		}
		recall := bootstrap(cases, hits)
		t.Logf("| %s | %s | %d | %s | %s |", name, half, len(cases), recall, bootstrap(cases, rr))
		judged = recall.mean
	}
	return judged
}
