package pipeline

import "strings"

// Section is a named part of a message.
//
// A message's content is the concatenation of its sections' texts; a separator between two sections belongs to the text
// of the first. The names reach goldens and diffs, never the model.
type Section struct {
	Name string `json:"name"` // the name of the section
	Text string `json:"text"` // the text, as it is sent

	pieces Pieces // sources of the text; see Section.Pieces
}

// NewSection returns a section whose text consists of pieces.
func NewSection(name string, pieces Pieces) Section {
	return Section{Name: name, Text: pieces.String(), pieces: pieces}
}

// WithPieces returns the section with the pieces of its text.
func (s Section) WithPieces(pieces Pieces) Section {
	s.pieces = pieces
	return s
}

// Pieces returns the pieces of the section's text, which always concatenate to it. Text appended since they were set is
// from the program; after any other change the source is unclear.
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

// altered returns the pieces of a text that no longer matches them, from the i-th on. If the text was truncated, the
// rest is kept.
func (s Section) altered(i int, rest string) Pieces {
	if strings.HasPrefix(s.pieces[i].Text, rest) {
		return append(s.pieces[:i:i], s.pieces[i:i+1].Cut(0, len(rest))...)
	}
	return s.pieces.made(TextSource{Kind: TextUnclear}, s.Text)
}

// Equal reports whether two sections have the same name and text, from any source.
func (s Section) Equal(o Section) bool { return s.Name == o.Name && s.Text == o.Text }
