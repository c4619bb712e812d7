package app

import "strings"

// block is a part of a text in an XML-like tag: from the opening tag, at the beginning of a line, to the end of the
// line with its closing tag, and the blank lines after it.
type block struct {
	span
	name string
}

// opening is an opening tag at the beginning of a line.
type opening struct {
	name    string
	at      int
	lineEnd int // the byte after its line
	end     int // the byte after its closing tag; 0: it has none
}

// blocksOf returns the outermost blocks of a text. Tags in code do not count.
func blocksOf(text string, code spans) []block {
	var blocks []block
	end := 0
	for _, o := range openingsOf(text, code) {
		if o.end == 0 || o.at < end {
			continue
		}
		b, ok := o.block(text)
		if ok {
			blocks, end = append(blocks, b), b.end
		}
	}
	return blocks
}

// block returns the block of an opening tag. A one-line block must fill its line: markup within a sentence is none.
func (o opening) block(text string) (b block, ok bool) {
	end := o.end
	for end < len(text) {
		l := lineAt(text, end)
		if !isBlank(l.text) {
			break
		}
		end = l.end
	}
	if end == o.end && end < o.lineEnd {
		return block{}, false
	}
	return block{span{o.at, end}, o.name}, true
}

// openingsOf returns the opening tags at the beginnings of lines, with their ends.
func openingsOf(text string, code spans) []opening {
	p := pairing{open: map[string]*unpaired{}}
	l := line{}
	for at := nextTag(text, 0); at >= 0 && len(p.openings) < mostMarkers; at = nextTag(text, at+1) {
		if in, ok := code.holding(at); ok {
			at = in.end - 1
			continue
		}
		if at >= l.end {
			l = lineAt(text, l.end+strings.LastIndexByte(text[l.end:at], '\n')+1)
		}
		if t, ok := tagAt(text[at:l.end]); ok {
			p.add(t, at, l)
		}
	}
	return p.openings
}

func nextTag(text string, from int) int {
	n := strings.IndexByte(text[from:], '<')
	if n < 0 {
		return -1
	}
	return from + n
}

// pairing finds the closing tags of opening ones. A closing tag belongs to the last unclosed opening tag of its name:
// within the same line if there is any, else at the beginning of a line.
type pairing struct {
	openings []opening
	open     map[string]*unpaired // by name
}

// unpaired are the unclosed opening tags of one name.
type unpaired struct {
	openings []int // at the beginnings of lines
	inline   int   // within the line that begins at line
	line     int
}

func (p *pairing) add(t tag, at int, l line) {
	open := p.open[t.name]
	switch {
	case t.closing && open == nil:
		return
	case t.closing:
		p.close(open, at+t.size, l.at)
		return
	case open == nil:
		open = &unpaired{}
		p.open[t.name] = open
	}
	if at == l.at {
		open.openings = append(open.openings, len(p.openings))
		p.openings = append(p.openings, opening{name: t.name, at: at, lineEnd: l.end})
		return
	}
	if open.line != l.at {
		open.line, open.inline = l.at, 0
	}
	open.inline++
}

func (p *pairing) close(open *unpaired, end, lineAt int) {
	if open.line == lineAt && open.inline > 0 {
		open.inline--
		return
	}
	if last := len(open.openings) - 1; last >= 0 {
		p.openings[open.openings[last]].end = end
		open.openings = open.openings[:last]
	}
}
