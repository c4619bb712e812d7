package edit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// change is an edit of words with its source.
type change struct {
	Atom
	from   int // of the old words, in the old text
	to     int // of the new words, in the new text
	source pipeline.TextSource
	line   int // of the new words' beginning in the source's file; 0: unknown

	json    diff.EditKind
	members []diff.Member
}

// compareText finds the edits between an old text and a new one that knows its pieces: by lines first, then by words in
// each differing region.
func compareText(old string, new pipeline.Pieces) []change {
	pieces := new // split by source, if not from one line
	new = inOne(new)
	a, b := diff.Lines(old), diff.Lines(new.String())
	var changes []change
	oldAt, newAt, i, j := 0, 0, 0, 0
	advance := func(lines []string, from *int, to int, at *int) int {
		for ; *from < to; *from++ {
			*at += len(lines[*from])
		}
		return *at
	}
	for _, r := range diff.Regions(diff.Common(a, b, diff.MaxGrid), len(a), len(b)) {
		oldFrom, newFrom := advance(a, &i, r.Old, &oldAt), advance(b, &j, r.New, &newAt)
		oldTo, newTo := advance(a, &i, r.OldEnd, &oldAt), advance(b, &j, r.NewEnd, &newAt)
		x := &region{
			whole: old, old: old[oldFrom:oldTo], new: new.Cut(newFrom, newTo),
			left: new.Cut(max(0, newFrom-1), newFrom).Source(), right: new.Cut(newTo, newTo+1).Source(),
		}
		for _, c := range x.changes() {
			c.from, c.to = c.from+oldFrom, c.to+newFrom
			c.line = lineAt(pieces, c.to, c.source)
			changes = append(changes, c)
		}
	}
	if len(changes) > 0 {
		inPayloads(diff.PayloadsOf(old, new.String()), changes)
	}
	return changes
}

// inPayloads sets the effect of changes on JSON payloads of both texts.
func inPayloads(texts *diff.Payloads, changes []change) {
	for i := range changes {
		c := &changes[i]
		c.json, c.members = texts.Edit(diff.Edit{
			Old: c.from, OldEnd: c.from + len(c.Old), New: c.to, NewEnd: c.to + len(c.New),
		})
	}
}

// inOne joins adjacent pieces of one source, so that no word is cut between them.
func inOne(pieces pipeline.Pieces) pipeline.Pieces {
	all := make(pipeline.Pieces, 0, len(pieces))
	for _, p := range pieces {
		if last := len(all) - 1; last >= 0 && all[last].Source == p.Source {
			all[last].Text += p.Text
		} else {
			all = append(all, p)
		}
	}
	return all
}

// lineAt returns the line in a source's file of a byte of a text, or of the last text of that source before it; 0:
// unknown.
func lineAt(pieces pipeline.Pieces, at int, source pipeline.TextSource) int {
	line, begin := 0, 0
	for _, p := range pieces {
		if begin > at {
			break
		}
		if p.Source == source {
			line = p.Behind(min(at-begin, len(p.Text)))
		}
		begin += len(p.Text)
	}
	return line
}

// region is a run of differing lines.
type region struct {
	whole       string // the whole old text
	old         string
	new         pipeline.Pieces
	left, right pipeline.TextSource // of its neighbours in the new text

	a, b []token
}

// token is a word, the text between two words, or a whole value of both sides.
type token struct {
	text   string
	key    string // two tokens with one key are the same
	source pipeline.TextSource
	masked bool
}

// span is an edit in tokens of either side.
type span struct{ old, oldEnd, new, newEnd int }

func (r *region) changes() []change {
	r.tokenize()
	spans := r.byWords(0, len(r.a), 0, len(r.b))
	if byLines, ok := r.byLines(); ok && r.size(byLines) <= r.size(spans) {
		spans = byLines
	}
	var changes []change
	for _, s := range spans {
		changes = append(changes, change{
			Atom: Atom{Old: textOf(r.a[s.old:s.oldEnd]), New: textOf(r.b[s.new:s.newEnd])},
			from: len(textOf(r.a[:s.old])), to: len(textOf(r.b[:s.new])), source: r.sourceOf(s),
		})
	}
	return changes
}

// tokenize cuts both sides into tokens. A value of the new side found in the old one, in order, is one token on both:
// so its words are not mixed with the template's.
func (r *region) tokenize() {
	text := r.new.String()
	rest, at := r.old, 0 // the uncut rest of the old side; beginning of the piece in the new side
	for i, piece := range r.new {
		where := -1
		if piece.Source.Kind != pipeline.TextTemplate && strings.TrimSpace(piece.Text) != "" {
			where = find(rest, piece.Text, text[:at], text[at+len(piece.Text):])
		}
		at += len(piece.Text)
		if where < 0 {
			for _, word := range diff.Tokens(piece.Text) {
				r.b = append(r.b, token{text: word, key: "w" + word, source: piece.Source})
			}
			continue
		}
		r.addOld(rest[:where])
		mask := token{text: piece.Text, key: "v" + strconv.Itoa(i), source: piece.Source, masked: true}
		r.a, r.b = append(r.a, mask), append(r.b, mask)
		rest = rest[where+len(piece.Text):]
	}
	r.addOld(rest)
}

func (r *region) addOld(text string) {
	for _, word := range diff.Tokens(text) {
		r.a = append(r.a, token{text: word, key: "w" + word})
	}
}

// contextBytes is how much text around a value helps to find it.
const contextBytes = 12

// find returns the index of a value in a text: preferably next to its neighbours on the new side, and never within a
// word.
func find(text, value, before, after string) int {
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if n := len(before) - contextBytes; n > 0 {
		before = before[n:]
	}
	if end := strings.IndexByte(after, '\n'); end >= 0 {
		after = after[:end]
	}
	after = after[:min(len(after), contextBytes)]
	if i := strings.Index(text, before+value+after); i >= 0 {
		return i + len(before)
	}
	if i := strings.Index(text, before+value); i >= 0 && before != "" && wordEnds(text, i+len(before)+len(value)) {
		return i + len(before)
	}
	for from := 0; ; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return -1
		}
		i += from
		if wordEnds(text, i) && wordEnds(text, i+len(value)) {
			return i
		}
		from = i + 1
	}
}

// wordEnds reports whether a byte index is not within a word.
func wordEnds(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return !isWord(before) || !isWord(after)
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// byWords compares a range of tokens word by word.
func (r *region) byWords(old, oldEnd, new, newEnd int) []span {
	a, b := keys(r.a[old:oldEnd]), keys(r.b[new:newEnd])
	var spans []span
	for _, d := range diff.Regions(diff.Common(a, b, diff.MaxGrid), len(a), len(b)) {
		spans = append(spans, span{old + d.Old, old + d.OldEnd, new + d.New, new + d.NewEnd})
	}
	return spans
}

func keys(tokens []token) []string {
	list := make([]string, len(tokens))
	for i, t := range tokens {
		list[i] = t.key
	}
	return list
}

// maxLinePairs bounds the search for similar lines.
const maxLinePairs = 10_000

// byLines pairs lines that share most of their words, and compares those word by word.
func (r *region) byLines() (spans []span, ok bool) {
	a, b := linesOf(r.a), linesOf(r.b)
	if len(a)*len(b) > maxLinePairs {
		return nil, false
	}
	i, j := 0, 0
	gap := func(oldEnd, newEnd int) {
		s := span{end(a, i-1), end(a, oldEnd-1), end(b, j-1), end(b, newEnd-1)}
		if s.old < s.oldEnd || s.new < s.newEnd {
			spans = append(spans, s)
		}
	}
	for _, m := range r.alike(a, b) {
		gap(m.Old, m.New)
		spans = append(spans, r.byWords(a[m.Old][0], a[m.Old][1], b[m.New][0], b[m.New][1])...)
		i, j = m.Old+1, m.New+1
	}
	gap(len(a), len(b))
	return spans, true
}

// linesOf returns the tokens of each line, as from and to.
func linesOf(tokens []token) [][2]int {
	var lines [][2]int
	from := 0
	for i, t := range tokens {
		if strings.HasSuffix(t.text, "\n") {
			lines, from = append(lines, [2]int{from, i + 1}), i+1
		}
	}
	if from < len(tokens) {
		lines = append(lines, [2]int{from, len(tokens)})
	}
	return lines
}

func end(lines [][2]int, i int) int {
	if i < 0 {
		return 0
	}
	return lines[i][1]
}

// alike pairs lines without crossings so that the pairs share as much as possible.
func (r *region) alike(a, b [][2]int) []diff.Match {
	share := make([][]int, len(a)) // in hundredths; 0: too little
	for i, x := range a {
		share[i] = make([]int, len(b))
		for j, y := range b {
			if s := shared(keys(r.a[x[0]:x[1]]), keys(r.b[y[0]:y[1]])); s >= 50 {
				share[i][j] = s
			}
		}
	}
	best := make([][]int, len(a)+1)
	best[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		best[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if share[i][j] > 0 {
				best[i][j] = max(best[i][j], share[i][j]+best[i+1][j+1])
			}
		}
	}
	var pairs []diff.Match
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case share[i][j] > 0 && best[i][j] == share[i][j]+best[i+1][j+1]:
			pairs = append(pairs, diff.Match{Old: i, New: j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// shared returns how much two lists share, in any order, in hundredths. Blanks do not count.
func shared(a, b []string) int {
	left := map[string]int{}
	n, same := 0, 0
	for _, k := range a {
		if strings.TrimSpace(k) != "w" {
			left[k]++
			n++
		}
	}
	for _, k := range b {
		if strings.TrimSpace(k) == "w" {
			continue
		}
		n++
		if left[k] > 0 {
			left[k]--
			same++
		}
	}
	if n == 0 {
		return 100
	}
	return 200 * same / n
}

// size returns the number of bytes that some edits remove and add.
func (r *region) size(spans []span) int {
	n := 0
	for _, s := range spans {
		n += len(textOf(r.a[s.old:s.oldEnd])) + len(textOf(r.b[s.new:s.newEnd]))
	}
	return n
}

func textOf(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.text)
	}
	return b.String()
}

// sourceOf returns the source of an edit's words.
func (r *region) sourceOf(s span) pipeline.TextSource {
	words := r.b[s.new:s.newEnd]
	if len(words) == 0 {
		return r.sourceOfRemoved(s.new)
	}
	var sources, values []pipeline.TextSource
	for _, w := range words {
		if w.source.Kind == pipeline.TextCode || slices.Contains(sources, w.source) {
			continue
		}
		sources = append(sources, w.source)
		if w.source.Kind != pipeline.TextTemplate {
			values = append(values, w.source)
		}
	}
	switch {
	case len(sources) == 0:
		return words[0].source
	case len(sources) == 1:
		return sources[0]
	case oneCause(values) && r.knew(words): // an additional list element: the template is unchanged
		return values[0]
	}
	return pipeline.TextSource{Kind: pipeline.TextUnclear}
}

// oneCause reports whether there are sources, all of one cause.
func oneCause(sources []pipeline.TextSource) bool {
	return len(sources) > 0 && !slices.ContainsFunc(sources, func(s pipeline.TextSource) bool {
		return cause(s,
			"") != cause(sources[0], "")
	})
}

// knew reports whether the old text contains all literal runs of some words.
func (r *region) knew(words []token) bool {
	run := ""
	for _, w := range append(slices.Clone(words), token{}) {
		if w.source.Kind == pipeline.TextTemplate {
			run += w.text
			continue
		}
		if !strings.Contains(r.whole, strings.TrimSpace(run)) {
			return false
		}
		run = ""
	}
	return true
}

// sourceOfRemoved returns the source of words that the new side no longer has: that of the words around them. Next to a
// value of both sides, the template lost them.
func (r *region) sourceOfRemoved(at int) pipeline.TextSource {
	left, right := token{source: r.left, masked: true}, token{source: r.right, masked: true}
	if at > 0 {
		left = r.b[at-1]
	}
	if at < len(r.b) {
		right = r.b[at]
	}
	switch {
	case left.source == right.source:
		return left.source
	case isFrame(left, right):
		return right.source
	case isFrame(right, left):
		return left.source
	}
	return pipeline.TextSource{Kind: pipeline.TextUnclear}
}

// isFrame reports whether words between two tokens rather belong to the second: the program frames other texts, and a
// value of both sides is unchanged.
func isFrame(t, other token) bool {
	return t.source.Kind == pipeline.TextCode || t.masked && other.source.Kind == pipeline.TextTemplate
}
