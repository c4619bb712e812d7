package check

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// secrets names the secrets in a file that a run reads, or has written. Expressions of a suite's own are not looked
// for: a file may belong to several suites.
func (c *checker) secrets(file string, e fs.DirEntry) {
	if !e.Type().IsRegular() || !c.mayHoldSecrets(file) {
		return
	}
	f, err := c.project.FS.Open(file)
	if err != nil {
		return // whatever reads the file says so
	}
	defer f.Close()
	var found []string
	if path.Ext(file) == ".jsonl" {
		found, _ = Secrets(c.project.RootMasker(), f, "line") // what is no line is damaged, and that is said elsewhere
	} else if data, err := fixtures.ReadLimited(f, file, fixtures.MaxLine); err == nil {
		all := foundSecrets{mask: c.project.RootMasker(), word: "line"}
		all.scan(string(data), 1)
		found = all.told()
	}
	for _, detail := range found {
		c.problem(file, KindSecret, detail)
	}
}

// mayHoldSecrets reports whether a file is data: a folder of data may hold a Go package too. Of a skill every file is.
// Embeddings hold no text, and among so many random letters something looks like a secret.
func (c *checker) mayHoldSecrets(file string) bool {
	if c.ofEmbeddings(file) {
		return false
	}
	of := []string{".yaml", ".yml", ".json", ".jsonl", ".md", ".tmpl", ".txt"}
	return slices.Contains(of, strings.ToLower(path.Ext(file))) ||
		project.Within(file, path.Join(c.project.Fixtures, "skills"))
}
