package check

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// mostSecrets limits the secrets listed for one file; the last entry counts the others.
const mostSecrets = 10

// Secrets returns the secrets in lines of JSON, each with its line number after word. It reads a line at a time.
func Secrets(m *secrets.Masker, r io.Reader, word string) ([]string, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, fixtures.MaxLine)
	lines.Split(jsonvalue.Lines())
	found := foundSecrets{mask: m, word: word}
	for n := 1; lines.Scan(); n++ {
		found.scan(lines.Text(), n)
	}
	return found.told(), lines.Err()
}

// Rows collects the secrets in the texts of a table's rows, which may come in any order.
type Rows struct{ found foundSecrets }

// NewRows returns an empty Rows that applies a masker's rules.
func NewRows(m *secrets.Masker) *Rows { return &Rows{foundSecrets{mask: m, word: "row"}} }

// Look looks for secrets in a text of a row.
func (r *Rows) Look(row int64, text string) {
	for _, f := range r.found.mask.Scan(text) {
		r.found.add(int(row), f, text)
	}
}

// Told returns the secrets, each with its row.
func (r *Rows) Told() []string { return r.found.told() }

// foundSecrets are the secrets that were found in a file.
type foundSecrets struct {
	mask *secrets.Masker
	word string
	n    int
	list []foundSecret // the first ones, by their lines
}

type foundSecret struct {
	line int
	text string
}

// scan looks for secrets in a text that begins in a line.
func (s *foundSecrets) scan(text string, line int) {
	from := 0
	for _, f := range s.mask.Scan(text) {
		line, from = line+strings.Count(text[from:f.Start], "\n"), f.Start
		s.add(line, f, text)
	}
}

// add adds one secret.
func (s *foundSecrets) add(line int, f secrets.Finding, in string) {
	s.n++
	s.list = append(s.list, foundSecret{line, fmt.Sprintf("%s, %s", f.What, secrets.Mask(f.Kind, in[f.Start:f.End]))})
	slices.SortStableFunc(s.list, func(a, b foundSecret) int { return a.line - b.line })
	s.list = s.list[:min(len(s.list), mostSecrets)]
}

func (s *foundSecrets) told() []string {
	var lines []string
	for _, f := range s.list {
		lines = append(lines, fmt.Sprintf("%s %d: %s", s.word, f.line, f.text))
	}
	if more := s.n - len(lines); more > 0 {
		lines[len(lines)-1] += fmt.Sprintf(", and %d more after it", more)
	}
	return lines
}
