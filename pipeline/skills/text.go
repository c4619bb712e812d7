package skills

import (
	"bytes"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const bom = "\uFEFF"

// text makes a file's bytes a text in UTF-8 whose lines end in LF. Strict keeps a byte order mark: it stands where the
// frontmatter should begin.
func (p *parser) text(data []byte) (string, error) {
	if len(data) > MaxBytes {
		return "", drop(KindSize, 0, "%d bytes, at most %d are read", len(data), MaxBytes)
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return "", drop(KindEncoding, 1+bytes.Count(data[:i], []byte("\n")), "a NUL byte: this is no text in UTF-8")
	}
	text, runs := pipeline.Repair(string(data))
	if runs > 0 {
		p.mended(MendedEncoding, "%s of bytes not in UTF-8 replaced", count(runs, "run"))
	}
	if rest, ok := strings.CutPrefix(text, bom); ok && p.policy == Lenient {
		p.mended(MendedBOM, "byte order mark left out")
		text = rest
	}
	if n := strings.Count(text, "\r"); n > 0 {
		p.mended(MendedLineEnds, "%s left out or made LF", count(n, "carriage return"))
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text, nil
}

// cutLine is the first line of text without its end, and what follows it.
func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return line, rest
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// clip keeps a text from a file short enough for one line of a report.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return cut(s, 60)
}

// cut is s, or its beginning with an ellipsis, in at most n characters.
func cut(s string, n int) string {
	seen := 0
	end := 0 // of the first n-1 characters
	for i := range s {
		if seen == n-1 {
			end = i
		}
		if seen++; seen > n {
			return s[:end] + "…"
		}
	}
	return s
}
