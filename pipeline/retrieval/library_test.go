package retrieval_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// selection is one message with the skill that its author wants for it.
type selection struct {
	Message string `json:"message"`
	Skill   string `json:"skill"`
	File    string `json:"skill_file"`
	Kind    string `json:"kind"`
}

const (
	trigger  = "frontmatter-trigger-phrase"
	explicit = "explicit-skill-request"
)

// shared returns a folder of public data beside the repository, or skips the test.
func shared(t testing.TB) string {
	t.Helper()
	root := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	dir := filepath.Join(root, "data")
	if _, err := os.Stat(filepath.Join(dir, "skills", "selection_cases.jsonl")); err != nil {
		t.Skipf("no public skills: %v", err)
	}
	return dir
}

func selections(t testing.TB, dir string) []selection {
	t.Helper()
	return lines[selection](t, filepath.Join(dir, "skills", "selection_cases.jsonl"))
}

// lines reads a JSONL file.
func lines[T any](t testing.TB, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var s T
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// library returns everything that package skills reads below a folder, leniently, including skills hidden by another of
// their name, since the ranking is judged here. Of the frontmatter only name and description are kept, so the phrases
// in its `triggers` are not indexed; the phrases of without are also cut out of a file's description and body.
func library(t testing.TB, dir, folder string, without map[string][]string) []retrieval.Document {
	t.Helper()
	loaded := load(t, dir, folder)
	docs := make([]retrieval.Document, len(loaded))
	for i, s := range loaded {
		doc := retrieval.Document{Name: s.Name, Description: s.Description, Body: s.Body}
		for _, phrase := range without[path.Join(s.From.Path, skills.File)] {
			doc.Description = cutOut(doc.Description, phrase)
			doc.Body = cutOut(doc.Body, phrase)
		}
		docs[i] = doc
	}
	return docs
}

func load(t testing.TB, dir, folder string) []*skills.Skill {
	t.Helper()
	dirs, _ := skills.Find(os.DirFS(dir), folder) // an unreadable file is not a skill
	loaded := skills.Load(dirs, skills.Lenient)
	return append(loaded.Skills, loaded.Shadowed...)
}

// cutOut removes every occurrence of a phrase from a text, whatever its case. The phrases are ASCII.
func cutOut(text, phrase string) string {
	var b strings.Builder
	for {
		i := indexFold(text, phrase)
		if i < 0 {
			return b.String() + text
		}
		b.WriteString(text[:i] + " ")
		text = text[i+len(phrase):]
	}
}

func indexFold(text, phrase string) int {
	for i := 0; i+len(phrase) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(phrase)], phrase) {
			return i
		}
	}
	return -1
}
