package pipeline

import "strings"

// Section is a named part of a message. A message's content is the concatenation of its sections' texts; a separator
// between two sections belongs to the text of the first. The names reach goldens and diffs, never the model.
type Section struct {
	Name string `json:"name"`
	Text string `json:"text"`

	pieces Pieces // what the text was made of; see Section.Pieces
}

// NewSection is a section whose text is made of pieces.
func NewSection(name string, pieces Pieces) Section {
	return Section{Name: name, Text: pieces.String(), pieces: pieces}
}

// WithPieces is the section with the pieces that its text is made of.
func (s Section) WithPieces(pieces Pieces) Section {
	s.pieces = pieces
	return s
}

// Pieces are the pieces that the section's text is made of; together they always are that text. What was put behind
// them since they were made is from the program; of a text that was changed otherwise it is unclear where it is from.
func (s Section) Pieces() Pieces {
	rest := s.Text
	for i, piece := range s.pieces {
		after, ok := strings.CutPrefix(rest, piece.Text)
		if !ok {
			return s.altered(i, rest)
		}
		rest = after
	}
	if rest == "" {
		return s.pieces
	}
	return append(s.pieces[:len(s.pieces):len(s.pieces)], Piece{Text: rest, Source: TextSource{Kind: TextCode}})
}

// altered are the pieces of a text that no longer is what they make, from the i-th on. Text that was cut off at its end
// keeps the rest.
func (s Section) altered(i int, rest string) Pieces {
	if strings.HasPrefix(s.pieces[i].Text, rest) {
		return append(s.pieces[:i:i], s.pieces[i].Source.At(rest, s.pieces[i].Line)...)
	}
	return TextSource{Kind: TextUnclear}.Of(s.Text)
}

// Equal reports whether two sections have the same name and text, wherever the text is from.
func (s Section) Equal(o Section) bool { return s.Name == o.Name && s.Text == o.Text }
