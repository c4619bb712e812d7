package skills

import (
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

var (
	keyLine  = regexp.MustCompile(`^["']?([A-Za-z_][A-Za-z0-9_.-]*)["']?[ \t]*:(?:\s|$)`)
	block    = regexp.MustCompile(`^[|>][-+0-9]*[ \t]*(?:#.*)?\n`)
	conflict = regexp.MustCompile(`(?m)^(<{7}|={7}|>{7})( .*)?$`)
)

func isKey(line string) bool { return keyLine.MatchString(line) }

// chunk is a key with all lines up to the next one.
type chunk struct {
	key  string
	line int // of the file
	text string
}

// chunks divides broken frontmatter at the lines that begin with a key and are not in a code fence. Text before the
// first one is passed to lost.
func chunks(front string, line int, lost func(line int, what string)) []chunk {
	var all []chunk
	front = dedent(front)
	start := 0 // of the chunk
	pos := 0
	inCode := false
	for l := range strings.Lines(front) {
		m := keyLine.FindStringSubmatch(l)
		if strings.HasPrefix(strings.TrimLeft(l, " \t"), "```") {
			inCode = !inCode
		}
		if n := len(all); m != nil && !inCode {
			if n > 0 {
				all[n-1].text = front[start:pos]
			}
			all = append(all, chunk{key: m[1], line: line})
			start = pos
		} else if n == 0 && !isBlank(l) && l[0] != '#' {
			lost(line, l)
		}
		pos += len(l)
		line++
	}
	if n := len(all); n > 0 {
		all[n-1].text = front[start:]
	}
	return all
}

// withoutConflict blanks git's conflict lines.
func (p *parser) withoutConflict(front string) string {
	return conflict.ReplaceAllStringFunc(front, func(mark string) string {
		p.mended(MendedYAML, "a line of a merge conflict left out: %s", clip(mark))
		return ""
	})
}

// byKey reads frontmatter that YAML cannot read as a whole, for the given reason: each key separately, as YAML if
// possible, else as the text after it.
func (p *parser) byKey(front string, line int, why error) Frontmatter {
	lost := func(line int, what string) {
		p.mended(MendedYAML, "line %d: left out, it has no key: %s", line, clip(what))
	}
	var f collector
	whole := true
	for _, c := range chunks(p.withoutConflict(front), line, lost) {
		read, err := p.yaml(c.text, c.line)
		if err != nil {
			whole = false
			p.mended(MendedYAML, "%v: %s read as a text", err, clip(c.key))
			read = Frontmatter{{Key: c.key, Value: jsonvalue.AppendString(nil, c.value())}}
		}
		for _, field := range read {
			if !f.add(field) {
				p.mended(MendedKey, "line %d: the key %q appears twice, the first counts", c.line, clip(field.Key))
			}
		}
	}
	if whole && len(f.list) > 0 {
		p.mended(MendedYAML, "%v: each key read on its own", why)
	}
	return f.list
}

// value returns the text after the key, without surrounding quotes or a block indicator.
func (c chunk) value() string {
	_, s, _ := strings.Cut(c.text, ":")
	s = strings.TrimSpace(s)
	if m := block.FindString(s); m != "" {
		s = dedent(s[len(m):])
	}
	s = unquote(s)
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// unquote removes the leading quotes of s: around the whole, around its beginning, or unclosed.
func unquote(s string) string {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return s
	}
	quote, s := s[:1], s[1:]
	if inner, ok := strings.CutSuffix(s, quote); ok {
		return inner
	}
	inner, after, _ := strings.Cut(s, quote)
	return inner + after
}

// dedent removes the indentation of the first non-blank line from every line that has it.
func dedent(text string) string {
	first := strings.TrimLeft(text, "\n")
	indent := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
	if indent == "" {
		return text
	}
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(l, indent))
	}
	return b.String()
}

// source returns the text of a key's value as in the file.
func (doc Document) source(key string) string {
	for _, c := range chunks(doc.Front, doc.Line, func(int, string) {}) {
		if v := c.value(); c.key == key && v != "" {
			return v
		}
	}
	return doc.Fields.Text(key) // spelled in a way that only YAML understands, or in a second frontmatter
}
