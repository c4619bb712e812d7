package edit

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// context is how many lines around a hunk are kept.
const context = 3

// hunks returns the lines of a text's changes: each differing line of the old and of the new text is in one, and
// replacing the old by the new lines turns one text into the other.
func hunks(old string, new pipeline.Pieces, changes []change) []block {
	a, b := newLines(old), newLines(new.String())
	var blocks []block
	for i, c := range changes {
		x := block{
			old:     [2]int{max(0, a.at(c.from)), a.at(c.from+len(c.Old)) + 1},
			new:     [2]int{max(0, b.at(c.to)), b.at(c.to+len(c.New)) + 1},
			changes: []int{i},
		}
		if last := len(blocks) - 1; last >= 0 && (x.old[0] < blocks[last].old[1] || x.new[0] < blocks[last].new[1]) {
			blocks[last].join(x)
		} else {
			blocks = append(blocks, x)
		}
	}
	for i := range blocks {
		blocks[i].trim(a, b)
	}
	for i := range blocks {
		above, below := 0, len(b.texts)
		if i > 0 {
			above = blocks[i-1].new[1]
		}
		if i+1 < len(blocks) {
			below = blocks[i+1].new[0]
		}
		blocks[i].fill(a, b, above, below)
	}
	return blocks
}

// block is a hunk in progress: lines of both texts, from and to, and their changes.
type block struct {
	old, new [2]int
	changes  []int
	hunk     Hunk
}

func (x *block) join(y block) {
	x.old[1], x.new[1] = max(x.old[1], y.old[1]), max(x.new[1], y.new[1])
	x.changes = append(x.changes, y.changes...)
}

// trim removes equal lines at both ends, with which edits begin or end.
func (x *block) trim(a, b *lines) {
	for x.old[0] < x.old[1] && x.new[0] < x.new[1] && a.texts[x.old[0]] == b.texts[x.new[0]] {
		x.old[0], x.new[0] = x.old[0]+1, x.new[0]+1
	}
	for x.old[0] < x.old[1] && x.new[0] < x.new[1] && a.texts[x.old[1]-1] == b.texts[x.new[1]-1] {
		x.old[1], x.new[1] = x.old[1]-1, x.new[1]-1
	}
}

// fill fills in the lines of the hunk and those around it, within two lines of the new text.
func (x *block) fill(a, b *lines, above, below int) {
	x.hunk = Hunk{
		Old: a.between(x.old[0], x.old[1]), New: b.between(x.new[0], x.new[1]),
		Above: b.between(max(above, x.new[0]-context), x.new[0]),
		Below: b.between(x.new[1], min(below, x.new[1]+context)),
		At:    x.new[0] + 1,
	}
	rest := b.texts[x.new[1]+len(x.hunk.Below):]
	if strings.Join(rest, "") == "" { // a final line end is no surrounding line
		for n := len(x.hunk.Below); n > 0 && x.hunk.Below[n-1] == ""; n-- {
			x.hunk.Below = x.hunk.Below[:n-1]
		}
	}
}

// lines holds the lines of a text, without line ends: a text that ends with one has an empty last line.
type lines struct {
	texts  []string
	starts []int
}

func newLines(text string) *lines {
	if text == "" {
		return &lines{} // no line, rather than an empty one
	}
	l := &lines{texts: strings.Split(text, "\n")}
	at := 0
	for _, line := range l.texts {
		l.starts = append(l.starts, at)
		at += len(line) + 1
	}
	return l
}

// between returns some of the lines; nil: none.
func (l *lines) between(from, to int) []string { return append([]string(nil), l.texts[from:to]...) }

// at returns the line of a byte of the text; the end of the text is in its last line. Without lines it is -1.
func (l *lines) at(offset int) int {
	i, found := slices.BinarySearch(l.starts, offset)
	if found {
		return i
	}
	return i - 1
}

// hunksOf returns the hunks of the blocks with changes of a source, with only these changes.
func hunksOf(blocks []block, changes []change, source pipeline.TextSource) []Hunk {
	var all []Hunk
	for _, x := range blocks {
		h := x.hunk
		h.Data = source.Kind != pipeline.TextTemplate
		kinds := map[diff.EditKind]bool{}
		for _, i := range x.changes {
			c := &changes[i]
			if c.source != source {
				continue
			}
			h.Atoms = append(h.Atoms, c.Atom)
			kinds[c.json] = true
			for _, m := range c.members {
				if !slices.Contains(h.Members, m) {
					h.Members = append(h.Members, m)
				}
			}
			if h.Line == 0 {
				h.Line = c.line
			}
		}
		if len(h.Atoms) == 0 {
			continue
		}
		h.JSON = kindOfAll(kinds)
		if h.JSON != diff.Values {
			h.Members = nil
		}
		all = append(all, h)
	}
	return all
}

// kindOfAll returns the combined kind of several edits of a payload.
func kindOfAll(kinds map[diff.EditKind]bool) diff.EditKind {
	switch {
	case kinds[diff.None], kinds[diff.Spelling] && len(kinds) > 1:
		return diff.None
	case kinds[diff.Values]:
		return diff.Values
	case kinds[diff.Spelling]:
		return diff.Spelling
	}
	return diff.Aside
}

// wholeHunk returns a hunk of a text that came, went or was replaced as a whole, with an atom.
func wholeHunk(old, new string, atom Atom, line int) []Hunk {
	return []Hunk{{Old: newLines(old).texts, New: newLines(new).texts, Atoms: []Atom{atom}, At: 1, Line: line}}
}
