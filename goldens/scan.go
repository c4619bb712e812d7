package goldens

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// readWritten reads a file that is, byte by byte, what Append writes, in a fraction of the time that a YAML parser
// takes; nil for any other file. It cannot be wrong: what it has read is written again, and has to be the same bytes.
func readWritten(name string, data []byte) *File {
	s := &scanner{data: data}
	root := s.mapping(0)
	if s.bad || s.at != len(data) {
		return nil
	}
	f, err := (&reader{name: name, index: map[string]int{}}).file(root)
	if err != nil {
		return nil // the parser's nodes know their lines
	}
	again, err := f.Append(make([]byte, 0, len(data)))
	if err != nil || !bytes.Equal(again, data) {
		return nil
	}
	return f
}

// scanner makes the nodes of a file in the form that Append writes, without lines and columns. Where the form is
// another one, bad is set.
type scanner struct {
	data  []byte
	at    int
	bad   bool
	depth int         // of flow collections
	spare []yaml.Node // made at once, since a file has many
}

func (s *scanner) node(kind yaml.Kind, style yaml.Style, value []byte) *yaml.Node {
	if len(s.spare) == 0 {
		s.spare = make([]yaml.Node, 64)
	}
	n := &s.spare[0]
	s.spare = s.spare[1:]
	n.Kind, n.Style, n.Value = kind, style, string(value)
	if style != 0 {
		n.Tag = "!!str"
	}
	return n
}

// rest returns what has not been read; nothing where the form was another one.
func (s *scanner) rest() []byte {
	if s.bad || s.at > len(s.data) {
		s.bad = true
		return nil
	}
	return s.data[s.at:]
}

// next returns the byte at some distance; 0 after the end.
func (s *scanner) next(ahead int) byte {
	if s.at+ahead >= len(s.data) {
		return 0
	}
	return s.data[s.at+ahead]
}

// take skips a text that has to follow.
func (s *scanner) take(text string) bool {
	if !bytes.HasPrefix(s.rest(), []byte(text)) {
		s.bad = true
		return false
	}
	s.at += len(text)
	return true
}

// indent returns the column in which the line at the cursor begins.
func (s *scanner) indent() int {
	n := 0
	for s.next(n) == ' ' {
		n++
	}
	return n
}

// goesOn reports whether the line at the cursor begins in a column, and skips to that.
func (s *scanner) goesOn(col int) bool {
	if s.bad || s.at >= len(s.data) || s.indent() != col {
		return false
	}
	s.at += col
	return true
}

// mapping reads a block mapping whose keys are in a column, from its first key on.
func (s *scanner) mapping(col int) *yaml.Node {
	m := s.node(yaml.MappingNode, 0, nil)
	for {
		m.Content = append(m.Content, s.key(), s.value(col))
		if !s.goesOn(col) {
			return m
		}
	}
}

// key reads a key of a block mapping and its colon.
func (s *scanner) key() *yaml.Node {
	line := s.line()
	end := keyEnd(line)
	if end < 0 {
		s.bad = true
		return nil
	}
	s.at += end + 1
	return s.node(yaml.ScalarNode, 0, line[:end])
}

// keyEnd returns the index of the colon that ends the key of a line; -1: it has none.
func keyEnd(line []byte) int {
	if i := bytes.Index(line, []byte(": ")); i >= 0 || len(line) == 0 || line[len(line)-1] != ':' {
		return i
	}
	return len(line) - 1
}

// line returns the rest of the line at the cursor.
func (s *scanner) line() []byte {
	line, _, found := bytes.Cut(s.rest(), []byte("\n"))
	s.bad = s.bad || !found
	return line
}

// value reads what follows a key in a column, and the end of its last line.
func (s *scanner) value(col int) *yaml.Node {
	switch {
	case s.bad:
		return nil
	case s.next(0) == '\n':
		s.at++
		return s.below(col)
	case s.next(1) == '|':
		return s.block(col + 2)
	}
	s.take(" ")
	return s.oneLine()
}

// oneLine reads a scalar or a flow collection and the end of its last line.
func (s *scanner) oneLine() *yaml.Node {
	var n *yaml.Node
	switch s.next(0) {
	case '"', '[', '{':
		n = s.flow()
	default:
		line := s.line()
		n = s.node(yaml.ScalarNode, 0, line)
		s.at += len(line)
	}
	s.take("\n")
	return n
}

// below reads the value of a key in a column, which begins in the next line.
func (s *scanner) below(col int) *yaml.Node {
	in := s.indent()
	if in <= col {
		s.bad = true
		return nil
	}
	s.at += in
	switch s.next(0) {
	case '[', '{':
		return s.oneLine()
	case '-':
		return s.sequence(in)
	}
	return s.mapping(in)
}

// sequence reads a block sequence whose dashes are in a column, from its first dash on.
func (s *scanner) sequence(col int) *yaml.Node {
	list := s.node(yaml.SequenceNode, 0, nil)
	for {
		s.take("- ")
		if c := s.next(0); c != '"' && c != '{' && keyEnd(s.line()) >= 0 {
			list.Content = append(list.Content, s.mapping(col+2))
		} else {
			list.Content = append(list.Content, s.oneLine())
		}
		if !s.goesOn(col) {
			return list
		}
	}
}

// block reads a literal block whose lines begin in a column.
func (s *scanner) block(col int) *yaml.Node {
	s.take(" |")
	if s.next(0) == '2' {
		s.at++
	}
	chomp := s.next(0)
	if chomp == '-' || chomp == '+' {
		s.at++
	}
	s.take("\n")
	var text []byte
	for s.at < len(s.data) && !s.bad {
		line := s.line()
		if len(line) > 0 {
			if s.indent() < col {
				break
			}
			text = append(text, line[col:]...)
		}
		text = append(text, '\n')
		s.at += len(line) + 1
	}
	if chomp != '+' {
		text = bytes.TrimRight(text, "\n")
	}
	if chomp == '\n' {
		text = append(text, '\n')
	}
	return s.node(yaml.ScalarNode, yaml.LiteralStyle, text)
}

// blanks skips blanks and line ends between the parts of a flow collection.
func (s *scanner) blanks() {
	for s.next(0) == ' ' || s.next(0) == '\n' {
		s.at++
	}
}

// flow reads a flow collection, or a scalar in one.
func (s *scanner) flow() *yaml.Node {
	switch s.next(0) {
	case '"':
		return s.quoted()
	case '[':
		return s.items(yaml.SequenceNode, ']')
	case '{':
		return s.items(yaml.MappingNode, '}')
	}
	rest := s.rest()
	end := bytes.IndexAny(rest, ",]}\n")
	if colon := bytes.Index(rest[:max(0, end)], []byte(": ")); colon >= 0 {
		end = colon
	}
	if end <= 0 {
		s.bad = true
		return nil
	}
	s.at += end
	return s.node(yaml.ScalarNode, 0, rest[:end])
}

// items reads a flow collection up to its closing bracket.
func (s *scanner) items(kind yaml.Kind, closing byte) *yaml.Node {
	all := s.node(kind, 0, nil)
	if s.depth++; s.depth > maxDepth {
		s.bad = true
	}
	s.at++
	for s.blanks(); s.next(0) != closing && !s.bad; s.blanks() {
		if len(all.Content) > 0 {
			s.take(",")
			s.blanks()
		}
		if kind == yaml.MappingNode {
			if s.next(0) == '?' {
				s.take("? ")
			}
			all.Content = append(all.Content, s.flow())
			s.take(": ")
		}
		all.Content = append(all.Content, s.flow())
	}
	s.at++
	s.depth--
	return all
}

// quoted reads a double-quoted scalar.
func (s *scanner) quoted() *yaml.Node {
	s.at++
	var text []byte
	for !s.bad {
		rest := s.rest()
		end := bytes.IndexAny(rest, "\"\\\n")
		if end < 0 || rest[end] == '\n' {
			break
		}
		text = append(text, rest[:end]...)
		s.at += end + 1
		if rest[end] == '"' {
			return s.node(yaml.ScalarNode, yaml.DoubleQuotedStyle, text)
		}
		text = s.escape(text)
	}
	s.bad = true
	return nil
}

// escape appends what the escape at the cursor, behind its backslash, stands for.
func (s *scanner) escape(text []byte) []byte {
	c, digits := s.next(0), 0
	s.at++
	switch c {
	case '"', '\\':
		return append(text, c)
	case 'n':
		return append(text, '\n')
	case 'r':
		return append(text, '\r')
	case 't':
		return append(text, '\t')
	case '\n':
		s.at += s.indent()
		return text
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	}
	if digits == 0 || s.at+digits > len(s.data) {
		s.bad = true
		return text
	}
	r, err := strconv.ParseUint(string(s.data[s.at:s.at+digits]), 16, 32)
	s.bad = s.bad || err != nil
	s.at += digits
	return utf8.AppendRune(text, rune(r))
}
