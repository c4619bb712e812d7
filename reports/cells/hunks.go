package cells

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

// Limits for a line that is too long to read: characters shown on either side of a difference.
const (
	mostContext = 60
	longLine    = 160 // characters; shorter lines are shown whole
)

// Diffs returns hunks as lines of a diff, one text for each, without the lines around them.
func Diffs(hunks []edit.Hunk) []string {
	var all []string
	for i := range shown(hunks) {
		all = append(all, strings.Join(Diff(&hunks[i], mostContext), "\n")+"\n")
	}
	return all
}

// InContext returns hunks as lines of a diff with up to three lines around each. Lines shared by two hunks appear once,
// and … marks a gap. A long line is cut to so many characters on either side of a difference.
func InContext(hunks []edit.Hunk, context int) []string {
	var all []string
	var last *edit.Hunk
	for i := range shown(hunks) {
		h := &hunks[i]
		if showsMembers(h) {
			all, last = append(all, Diff(h, context)...), nil
			continue
		}
		above, gap := h.Above, last != nil && len(last.Below)+len(h.Above) > 0
		if last != nil && last.In == h.In && last.At < h.At { // hunks of one text in their order
			told := last.At + len(last.New) + len(last.Below) // the first line that was not shown
			above = above[max(0, min(len(above), told-(h.At-len(above)))):]
			gap = h.At-len(h.Above) > told
		}
		if gap {
			all = append(all, " …")
		}
		all = append(append(append(all, around(above)...), Diff(h, context)...), around(h.Below)...)
		last = h
	}
	return all
}

// around returns lines around a hunk.
func around(lines []string) []string {
	var all []string
	for _, line := range lines {
		if utf8.RuneCountInString(line) > longLine {
			line = firstCharacters(line, longLine)
		}
		all = append(all, " "+line)
	}
	return all
}

// shown yields the indexes of the meaningful hunks: other hunks beside edits of JSON values are not.
func shown(hunks []edit.Hunk) iter.Seq[int] {
	values := slices.ContainsFunc(hunks, func(h edit.Hunk) bool { return showsMembers(&h) })
	return func(yield func(int) bool) {
		for i := range hunks {
			if values && hunks[i].JSON == diff.Aside {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

// showsMembers reports whether a hunk is better read as values of JSON with their paths than as lines: the JSON is
// data, or the lines are long.
func showsMembers(h *edit.Hunk) bool {
	long := func(line string) bool { return utf8.RuneCountInString(line) > longLine }
	return len(h.Members) > 0 && (h.Data || slices.ContainsFunc(h.Old, long) || slices.ContainsFunc(h.New, long))
}

// Diff returns a hunk as lines of a diff: the lines of the golden, and those sent. Long lines are cut to so many
// characters on either side of a difference. Values of long JSON have their paths. Differing white space and invisible
// characters are made visible.
func Diff(h *edit.Hunk, context int) []string {
	if showsMembers(h) {
		return diffOfMembers(h.Members, context)
	}
	old, new := visibleSides(h.Old, h.New)
	if len(old) == len(new) {
		for i := range old {
			old[i], new[i] = cutAlike(old[i], new[i], context)
		}
	} else {
		for _, side := range [][]string{old, new} {
			for i := range side {
				side[i], _ = cutAlike(side[i], "", context)
			}
		}
	}
	var lines []string
	if h.JSON == diff.Spelling {
		lines = append(lines, " the same JSON, written in another way")
	}
	for _, line := range old {
		lines = append(lines, "-"+line)
	}
	for _, line := range new {
		lines = append(lines, "+"+line)
	}
	return lines
}

// Text joins lines into one text that can be split again: each except the last ends with a line end, and the last one
// too if it is empty. No lines give the empty text.
func Text(lines []string) string {
	text := strings.Join(lines, "\n")
	if n := len(lines); n > 0 && lines[n-1] == "" {
		text += "\n"
	}
	return text
}

// cutAlike cuts two long lines to their difference and so many characters around it.
func cutAlike(old, new string, context int) (string, string) {
	if max(utf8.RuneCountInString(old), utf8.RuneCountInString(new)) <= max(longLine, context) {
		return old, new
	}
	start, end := diff.SameEnds(diff.Tokens(old), diff.Tokens(new))
	cut := func(line string) string {
		if len(line) < start+end {
			return firstCharacters(line, 2*context)
		}
		return lastCharacters(line[:start], context) + line[start:len(line)-end] +
			firstCharacters(line[len(line)-end:], context)
	}
	if start+end == 0 { // nothing is the same
		return firstCharacters(old, 4*context), firstCharacters(new, 4*context)
	}
	return cut(old), cut(new)
}

// diffOfMembers returns values of JSON payloads as lines of a diff: each with its path, cut to so many characters on
// either side of a difference.
func diffOfMembers(members []diff.Member, context int) []string {
	var lines []string
	for _, m := range members {
		start, end := diff.SameEnds(diff.Tokens(m.Before), diff.Tokens(m.After))
		for _, side := range []struct{ sign, text string }{{"-", m.Before}, {"+", m.After}} {
			if side.text == "" {
				continue
			}
			words := side.text[start : len(side.text)-end]
			text := lastCharacters(side.text[:start], context) + words +
				firstCharacters(side.text[len(side.text)-end:], context)
			for line := range strings.SplitSeq(m.Path+": "+text, "\n") {
				lines = append(lines, side.sign+line)
			}
		}
	}
	return lines
}

// visibleSides returns the lines of both sides with differing white space and invisible characters made visible.
func visibleSides(old, new []string) ([]string, []string) {
	old, new = slices.Clone(old), slices.Clone(new)
	switch {
	case len(old) == len(new):
		for i := range old {
			old[i], new[i] = visibleWords(old[i], new[i])
		}
		return old, new
	case withoutBlanks(strings.Join(old, "")) == withoutBlanks(strings.Join(new, "")):
		for _, side := range [][]string{old, new} {
			for i := range side {
				side[i] = visible(side[i]) + "¬" // the end of a line
			}
		}
		return old, new
	}
	for _, side := range [][]string{old, new} {
		for i, line := range side {
			if withoutBlanks(line) == "" {
				side[i] = visible(line) + "¬"
			}
		}
	}
	return old, new
}

// visibleWords returns two lines with blanks made visible where only blanks differ.
func visibleWords(old, new string) (string, string) {
	if len(old)+len(new) > 4*longLine*longLine {
		return old, new
	}
	a, b := diff.Tokens(old), diff.Tokens(new)
	var was, is strings.Builder
	i, j := 0, 0
	write := func(to *strings.Builder, tokens []string, differ bool) {
		text := strings.Join(tokens, "")
		if differ {
			text = visible(text)
		}
		to.WriteString(text)
	}
	for _, r := range diff.Regions(diff.Common(a, b, diff.MaxGrid), len(a), len(b)) {
		write(&was, a[i:r.Old], false)
		write(&is, b[j:r.New], false)
		went, came := strings.Join(a[r.Old:r.OldEnd], ""), strings.Join(b[r.New:r.NewEnd], "")
		blank := withoutBlanks(went) == withoutBlanks(came)
		write(&was, a[r.Old:r.OldEnd], blank)
		write(&is, b[r.New:r.NewEnd], blank)
		i, j = r.OldEnd, r.NewEnd
	}
	write(&was, a[i:], false)
	write(&is, b[j:], false)
	return was.String(), is.String()
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// withoutBlanks returns a text without white space and invisible characters.
func withoutBlanks(s string) string {
	return strings.Map(func(r rune) rune {
		if isBlank(r) {
			return -1
		}
		return r
	}, s)
}

// visible returns a line with visible white space and invisible characters: · is a space, → a tab, and the others are
// escapes.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == ' ':
			b.WriteRune('·')
		case r == '\t':
			b.WriteRune('→')
		case isBlank(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func lastCharacters(s string, most int) string {
	if n := utf8.RuneCountInString(s); n > most {
		return "…" + string([]rune(s)[n-most:])
	}
	return s
}

func firstCharacters(s string, most int) string {
	if utf8.RuneCountInString(s) > most {
		return string([]rune(s)[:most]) + "…"
	}
	return s
}
