package retrieval_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// chineseQuery is a quoted phrase of a Chinese skill's description, with that skill and its English original.
type chineseQuery struct {
	Query   string `json:"query"`
	Skill   string `json:"skill"`   // the name
	Path    string `json:"path"`    // of the Chinese SKILL.md
	English string `json:"english"` // folder of the original
}

// TestChineseSelection measures Chinese queries against the skills that they are quoted from, and against the English
// originals of those. The quotes stand in the Chinese descriptions, so the first is easy. Figures fail when they fall
// back; with -v they are printed with their intervals.
func TestChineseSelection(t *testing.T) {
	if testing.Short() {
		t.Skip("3,000 skills take too long for -short")
	}
	dir := shared(t)
	file := filepath.Join(dir, "skills_zh", "selection_cases.jsonl")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no Chinese skills: %v", err)
	}
	queries := lines[chineseQuery](t, file)
	originals := map[string]string{} // folder → name
	for _, s := range load(t, dir, "skills/openclaw_skills") {
		originals[path.Base(s.From.Path)] = s.Name
	}
	for _, tt := range []struct {
		name, folder string
		wanted       func(chineseQuery) string
		recall       float64
	}{
		{"Chinese skills", "skills_zh/skills", func(q chineseQuery) string { return q.Skill }, 0.97},
		{"English originals", "skills/openclaw_skills", func(q chineseQuery) string { return originals[q.English] },
			0.17},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var cases []selection
			for _, q := range queries {
				cases = append(cases, selection{Message: q.Query, Skill: tt.wanted(q)})
			}
			if i := slices.IndexFunc(cases, func(c selection) bool { return c.Skill == "" }); i >= 0 {
				t.Fatalf("%+v has no original", queries[i])
			}
			docs := library(t, dir, tt.folder, nil)
			rr := reciprocal(of(index(t, docs, retrieval.Default())), cases)
			hits := make([]float64, len(rr))
			for i, r := range rr {
				hits[i] = within8(r)
			}
			recall := bootstrap(cases, hits)
			t.Logf("| %s | %d | %d | %s | %s |", tt.name, len(docs), len(cases), recall, bootstrap(cases, rr))
			if recall.mean < tt.recall {
				t.Errorf("recall@8 %.3f, want %.2f", recall.mean, tt.recall)
			}
		})
	}
}
