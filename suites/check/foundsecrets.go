package check

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// mostSecrets is how many secrets of one file are told; the last of them counts the others.
const mostSecrets = 10

// Secrets tells the secrets in lines of JSON, each with its line, which goes by word. It reads a line at a time.
func Secrets(m *secrets.Masker, r io.Reader, word string) ([]string, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, fixtures.MaxLine)
	found := foundSecrets{mask: m, word: word}
	for n := 1; lines.Scan(); n++ {
		found.scan(lines.Text(), n)
	}
	return found.told(), lines.Err()
}

// foundSecrets are the secrets that were found in a file.
type foundSecrets struct {
	mask *secrets.Masker
	word string
	n    int
	list []string
}

// scan looks for secrets in a text that begins in a line.
func (s *foundSecrets) scan(text string, line int) {
	from := 0
	for _, f := range s.mask.Scan(text) {
		line, from = line+strings.Count(text[from:f.Start], "\n"), f.Start
		if s.n++; s.n <= mostSecrets {
			s.list = append(s.list, fmt.Sprintf("%s %d: %s, %s", s.word, line, f.What,
				secrets.Mask(f.Kind, text[f.Start:f.End])))
		}
	}
}

func (s *foundSecrets) told() []string {
	if s.n > mostSecrets {
		s.list[mostSecrets-1] += fmt.Sprintf(", and %d more behind it", s.n-mostSecrets)
	}
	return s.list
}
