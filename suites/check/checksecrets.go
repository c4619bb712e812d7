package check

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// mostSecrets is how many secrets of one file are told; the last of them counts the others.
const mostSecrets = 10

// secrets names the secrets that a person wrote into a file that a run reads. Expressions of a suite's own are not
// looked for: a file may belong to several suites.
func (c *checker) secrets(file string, e fs.DirEntry) {
	if !e.Type().IsRegular() || !c.mayHoldSecrets(file) {
		return
	}
	f, err := c.project.FS.Open(file)
	if err != nil {
		return // whatever reads the file says so
	}
	defer f.Close()
	data, err := fixtures.ReadLimited(f, file, fixtures.MaxLine)
	if err != nil {
		return
	}
	found := c.project.RootMasker().Scan(string(data))
	line, from := 1, 0
	for i, s := range found {
		line, from = line+bytes.Count(data[from:s.Start], []byte("\n")), s.Start
		detail := fmt.Sprintf("line %d: %s, %s", line, s.What, secrets.Mask(s.Kind, string(data[s.Start:s.End])))
		if more := len(found) - i - 1; i == mostSecrets-1 && more > 0 {
			c.problem(file, KindSecret, fmt.Sprintf("%s, and %d more behind it", detail, more))
			return
		}
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
