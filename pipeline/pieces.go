package pipeline

import (
	"cmp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// TextKind is the kind of a text's source.
type TextKind string

// The kinds of sources of a text.
const (
	TextTemplate TextKind = "template" // literal text of a template: Name is its file, Define the {{define}}
	TextSkill    TextKind = "skill"    // Name is the skill's file
	TextCase     TextKind = "case"     // Name is the path in the case: turns[0].user
	TextAnswer   TextKind = "answer"   // of a model: Name is the path of the call, Define its stage
	TextTool     TextKind = "tool"     // Name is the tool call's position, Define the tool; of a schema Define alone
	TextFormat   TextKind = "format"   // the format that a request asks for
	TextCode     TextKind = "code"     // the program: fixed sentences, ids, JSON around a value
	TextUnclear  TextKind = "unclear"  // several, which cannot be told apart
)

// TextSource is the source of a text. The zero value is TextCode.
type TextSource struct {
	Kind   TextKind
	Name   string
	Define string

	// Path is the file of a template or skill: relative to the project's root, absolute outside of it, or
	// builtin:SYSTEM/FILE if embedded; empty if unknown. It distinguishes files of one Name.
	Path string
}

// String names the source: template router.system.tmpl Output.
func (s TextSource) String() string {
	parts := []string{string(cmp.Or(s.Kind, TextCode))}
	for _, part := range []string{s.Name, s.Define} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

// SkillText returns the source of a skill file's text.
func SkillText(file string) TextSource { return TextSource{Kind: TextSkill, Name: file} }

// In returns the source with the path of its file; empty: unknown.
func (s TextSource) In(path string) TextSource {
	s.Path = path
	return s
}

// CaseText returns the source of a case's text at a path such as turns[0].user.
func CaseText(path string) TextSource { return TextSource{Kind: TextCase, Name: path} }

// Of returns a text of one piece from the source; an empty text has none.
func (s TextSource) Of(text string) Pieces {
	if text == "" {
		return nil
	}
	if s.Kind == "" {
		s.Kind = TextCode
	}
	return Pieces{{Text: text, Source: s}}
}

// At returns a text of one piece that begins in a line of the source's file.
func (s TextSource) At(text string, line int) Pieces {
	p := s.Of(text)
	if p != nil {
		p[0].Line = line
	}
	return p
}

// Piece is a run of text that has one source. Its text is never empty.
type Piece struct {
	Text   string
	Source TextSource
	Line   int // of the source's file in which the text begins, from 1; 0: unknown

	// Taken has the branches of templates without which the text would not stand here, or other text would follow it.
	Taken Branches
}

// Equal reports whether two pieces have the same text from the same place, whatever branches led there.
func (p Piece) Equal(o Piece) bool {
	return p.Text == o.Text && p.Source == o.Source && p.Line == o.Line
}

// Behind returns the line in which the text after the piece's first n bytes begins; 0: unknown.
func (p Piece) Behind(n int) int {
	if p.Line == 0 {
		return 0
	}
	return p.Line + strings.Count(p.Text[:n], "\n")
}

// Pieces are a text whose parts know their sources. A template prints them as the concatenated text, and the section
// keeps their sources. The empty text is nil, so that {{if}} and {{with}} take it for false. A list of pieces is
// immutable.
type Pieces []Piece

// String returns the text: all pieces concatenated.
func (p Pieces) String() string {
	if len(p) == 1 {
		return p[0].Text
	}
	var b strings.Builder
	for _, piece := range p {
		b.WriteString(piece.Text)
	}
	return b.String()
}

// Len returns the length of the text in bytes.
func (p Pieces) Len() int {
	n := 0
	for _, piece := range p {
		n += len(piece.Text)
	}
	return n
}

// MarshalJSON implements json.Marshaler: the text as a JSON string, as encoding/json would write it.
func (p Pieces) MarshalJSON() ([]byte, error) {
	return []byte(`"` + jsonvalue.Escape(p.String()) + `"`), nil
}

// Source returns the common source of all pieces; TextUnclear if they have several, TextCode if there are none.
func (p Pieces) Source() TextSource {
	if len(p) == 0 {
		return TextSource{Kind: TextCode}
	}
	for _, piece := range p {
		if piece.Source != p[0].Source {
			return TextSource{Kind: TextUnclear}
		}
	}
	return p[0].Source
}

// Cut returns the text between two bytes.
func (p Pieces) Cut(from, to int) Pieces {
	var cut Pieces
	at := 0
	for _, piece := range p {
		begin, end := max(from-at, 0), min(to-at, len(piece.Text))
		if begin < end {
			part := piece
			part.Text, part.Line = piece.Text[begin:end], piece.Behind(begin)
			cut = append(cut, part)
		}
		at += len(piece.Text)
	}
	return cut
}

// Rewritten returns the pieces of text, which is f of their text: f of each of them if these concatenate to text, else
// one piece of their common source.
func (p Pieces) Rewritten(text string, f func(string) string) Pieces {
	each := make(Pieces, 0, len(p))
	for _, piece := range p {
		if s := f(piece.Text); s != "" {
			piece.Text = s
			each = append(each, piece)
		}
	}
	if each.spell(text) {
		return each
	}
	return p.Made(text)
}

// Made returns a text of one piece that was made of all of these, of their common source.
func (p Pieces) Made(text string) Pieces { return p.made(p.Source(), text) }

// made returns a text of one piece that was made of all of these, whose branches it tells of.
func (p Pieces) made(source TextSource, text string) Pieces {
	one := source.Of(text)
	for i := range one {
		for _, piece := range p {
			one[i].Taken = one[i].Taken.Union(piece.Taken)
		}
	}
	return one
}

// spell reports whether the pieces concatenate to the text, without concatenating them.
func (p Pieces) spell(text string) bool {
	for _, piece := range p {
		rest, ok := strings.CutPrefix(text, piece.Text)
		if !ok {
			return false
		}
		text = rest
	}
	return text == ""
}

// JoinPieces concatenates texts.
func JoinPieces(texts ...Pieces) Pieces {
	n := 0
	for _, t := range texts {
		n += len(t)
	}
	if n == 0 {
		return nil
	}
	all := make(Pieces, 0, n)
	for _, t := range texts {
		all = append(all, t...)
	}
	return all
}

// SourceSize is the number of bytes of a text from one source.
type SourceSize struct {
	Source TextSource
	Bytes  int
	Line   int // of the first piece
}

// AppendSizes appends the sources of the pieces to sizes, each once, in the order of their first pieces.
func (p Pieces) AppendSizes(sizes []SourceSize) []SourceSize {
	first := len(sizes)
	for i := range p {
		source := &p[i].Source
		at := first
		for at < len(sizes) && sizes[at].Source != *source {
			at++
		}
		if at == len(sizes) {
			sizes = append(sizes, SourceSize{Source: *source, Line: p[i].Line})
		}
		sizes[at].Bytes += len(p[i].Text)
	}
	return sizes
}
