package app

// Content is the name of a section that has no name in the text.
const Content = "Content"

// mostSections is the maximum number of sections of a text, not counting an unnamed first one: the rest stays in the
// last one.
const mostSections = 1000

// mark is where a section begins, and what it is called.
type mark struct {
	at   int
	name string
}

// marksOf returns the beginnings of a text's sections, but for an unnamed first one. headed reports whether any is a
// heading.
func marksOf(text string) (marks []mark, headed bool) {
	code := fencedCode(text)
	m := marking{text: text, code: code, blocks: blocksOf(text, code), afterBlank: true}
	for m.at < len(text) && len(m.marks) < mostSections {
		if !m.block() && !m.fenced() {
			m.line()
		}
	}
	return m.marks, m.headed
}

// marking goes through a text line by line.
type marking struct {
	text   string
	code   spans
	blocks []block

	at         int  // where a line begins
	afterBlank bool // it is the first line, or follows a blank one: a label can stand here
	afterBlock bool // this begins a section of its own, named or not
	marks      []mark
	headed     bool
}

func (m *marking) mark(name string) {
	m.marks = append(m.marks, mark{m.at, name})
	m.afterBlock = false
}

// block skips a block. The rest of the line after its closing tag has no name.
func (m *marking) block() bool {
	if len(m.blocks) == 0 || m.blocks[0].at != m.at {
		return false
	}
	b := m.blocks[0]
	m.blocks = m.blocks[1:]
	m.mark(b.name)
	m.at, m.afterBlank, m.afterBlock = b.end, true, true
	if m.at < len(m.text) && m.text[m.at-1] != '\n' {
		m.mark(Content)
		m.at, m.afterBlank = lineAt(m.text, m.at).end, false
	}
	return true
}

// fenced skips code.
func (m *marking) fenced() bool {
	code, ok := m.code.holding(m.at)
	if !ok {
		return false
	}
	if m.afterBlock {
		m.mark(Content)
	}
	m.at, m.afterBlank = code.end, false
	return true
}

func (m *marking) line() {
	l := lineAt(m.text, m.at)
	if name, ok := heading(l.text); ok {
		m.mark(name)
		m.headed = true
	} else if name, ok := m.label(l); ok {
		m.mark(name)
	} else if m.afterBlock {
		m.mark(Content)
	}
	m.at, m.afterBlank = l.end, isBlank(l.text)
}

func (m *marking) label(l line) (name string, ok bool) {
	if !m.afterBlank {
		return "", false
	}
	return label(l.text)
}
