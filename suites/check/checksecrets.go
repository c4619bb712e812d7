package check

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// secrets reports the secrets in a file that a run reads or has written. A suite's own expressions are not applied: a
// file may belong to several suites.
func (c *checker) secrets(file string, e fs.DirEntry) {
	if !e.Type().IsRegular() || !c.mayHoldSecrets(file) {
		return
	}
	f, err := c.project.FS.Open(file)
	if err != nil {
		return // the file's reader reports this
	}
	defer f.Close()
	var found []string
	if path.Ext(file) == ".jsonl" {
		found, _ = Secrets(c.project.RootMasker(), f, "line") // a damaged line is reported elsewhere
	} else if data, err := fixtures.ReadLimited(f, file, fixtures.MaxLine); err == nil {
		all := foundSecrets{mask: c.project.RootMasker(), word: "line"}
		all.scan(string(data), 1)
		found = all.told()
	}
	for _, detail := range found {
		c.problem(file, KindSecret, detail)
	}
}

// mayHoldSecrets reports whether a file is data: a data folder may hold a Go package too. Every file of a skill is
// data. Embeddings are not: they hold no text, and so many random letters would yield false positives.
func (c *checker) mayHoldSecrets(file string) bool {
	if c.ofEmbeddings(file) {
		return false
	}
	of := []string{".yaml", ".yml", ".json", ".jsonl", ".md", ".tmpl", ".txt"}
	return slices.Contains(of, strings.ToLower(path.Ext(file))) ||
		project.Within(file, path.Join(c.project.Fixtures, "skills"))
}
