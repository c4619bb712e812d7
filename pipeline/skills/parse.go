package skills

import (
	"bytes"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Parse parses the text of one file, as Load does. folder is the name of its folder, which replaces a missing name; it
// may be empty. The repairs are in the order in which they were made. The error is an *Error.
func Parse(data []byte, folder string, policy Policy) (*Skill, []Repair, error) {
	return parse(data, folder, Options{Policy: policy})
}

func parse(data []byte, folder string, o Options) (*Skill, []Repair, error) {
	p := &parser{policy: o.Policy, most: o.maxBytes(), folder: folder}
	s, err := p.parse(data)
	if err != nil {
		return nil, p.repairs, err
	}
	return s, p.repairs, nil
}

func (p *parser) parse(data []byte) (*Skill, error) {
	text, err := p.text(data)
	if err != nil {
		return nil, err
	}
	doc, err := p.read(text)
	if err != nil {
		return nil, err
	}
	s := &Skill{Body: doc.Body, Frontmatter: doc.Fields}
	if p.policy == Strict {
		s.Front = doc.Front
	}
	if s.Name, err = p.name(doc); err != nil {
		return nil, err
	}
	if s.Description, err = p.description(doc); err != nil {
		return nil, err
	}
	s.Tools = p.tools(doc)
	return s, nil
}

// read splits the text and reads the frontmatter.
func (p *parser) read(text string) (Document, error) {
	if p.policy == Lenient {
		return p.mend(text), nil
	}
	doc, repairs, err := ReadDocument(text)
	p.repairs = append(p.repairs, repairs...)
	return doc, err
}

// text converts a file's bytes to UTF-8 with LF line endings. Strict keeps a byte order mark: it stands where the
// frontmatter should begin.
func (p *parser) text(data []byte) (string, error) {
	if len(data) > p.most {
		return "", drop(KindSize, 0, "%d bytes, at most %d are read", len(data), p.most)
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
