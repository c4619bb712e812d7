package retrieval_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
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

// shared is a folder of public data beside the repository, or the test is skipped.
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
	f, err := os.Open(filepath.Join(dir, "skills", "selection_cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []selection
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var s selection
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

// library reads every SKILL.md. Of the frontmatter only name and description are kept, so that the phrases in its
// `triggers` are not indexed; with without, what it holds for a file is cut out of description and body too.
func library(t testing.TB, dir string, without map[string][]string) []retrieval.Document {
	t.Helper()
	var docs []retrieval.Document
	files := os.DirFS(dir)
	err := fs.WalkDir(files, "skills", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "SKILL.md" {
			return err
		}
		raw, err := fs.ReadFile(files, file)
		doc := document(path.Base(path.Dir(file)), string(raw))
		for _, phrase := range without[file] {
			doc.Description = cutOut(doc.Description, phrase)
			doc.Body = cutOut(doc.Body, phrase)
		}
		docs = append(docs, doc)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// document reads a skill as well as lines can tell: name and description of the frontmatter, and what is behind it.
func document(folder, text string) retrieval.Document {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
	_, name, ok := strings.Cut(folder, "__") // owner__name
	if !ok {
		name = folder
	}
	if fence, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(fence, "```") {
		text = rest
	}
	text = strings.TrimLeft(text, " \n\t")
	front, body, ok := strings.Cut(strings.TrimPrefix(text, "---"), "\n---")
	if !ok || !strings.HasPrefix(text, "---") {
		return retrieval.Document{Name: name, Body: text}
	}
	values := map[string]string{}
	key := ""
	for line := range strings.Lines(front) {
		k, v, pair := strings.Cut(line, ":")
		if pair && k == strings.TrimLeft(k, " \t-#") {
			key, line = strings.ToLower(strings.TrimSpace(k)), v
		}
		values[key] += " " + strings.TrimSpace(line)
	}
	clean := func(key string) string { return strings.Trim(values[key], " \"'|>-") }
	return retrieval.Document{Name: cmp.Or(clean("name"), name), Description: clean("description"), Body: body}
}

// cutOut takes every occurrence of a phrase out of a text, whatever its case. The phrases are ASCII.
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
