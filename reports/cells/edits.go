package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// Reach says how far an edit reaches: 318 calls in 95 cases.
func Reach(g *edit.Group) string {
	return plural.Number(g.Calls, "call") + " in " + plural.Number(g.Cases, "case")
}

// mostContext is how many characters of the line around an edit are shown on either side of it.
const mostContext = 60

// Diffs are edits of words as lines of a diff, one for each line that was edited, with the rest of that line around.
func Diffs(hunks []edit.Hunk) []string {
	var all []string
	for len(hunks) > 0 {
		n := 1
		for n < len(hunks) && inOneLine(hunks[n-1], hunks[n]) {
			n++
		}
		all = append(all, lineDiff(hunks[:n]))
		hunks = hunks[n:]
	}
	return all
}

// inOneLine reports whether the second edit stands behind the first in the same new line.
func inOneLine(a, b edit.Hunk) bool {
	return len(b.Before) >= len(a.Before)+len(a.New) && a.Before+a.New+a.After == b.Before+b.New+b.After
}

func lineDiff(hunks []edit.Hunk) string {
	first, last := hunks[0], hunks[len(hunks)-1]
	line := first.Before + first.New + first.After
	old, at := "", len(first.Before)
	for _, h := range hunks {
		old += line[at:len(h.Before)] + h.Old
		at = len(h.Before) + len(h.New)
	}
	before, after := lastCharacters(first.Before, mostContext), firstCharacters(last.After, mostContext)
	var b strings.Builder
	for _, side := range []struct{ sign, text string }{{"-", old}, {"+", line[len(first.Before):at]}} {
		for line := range strings.Lines(before + side.text + after) {
			b.WriteString(side.sign + strings.TrimSuffix(line, "\n") + "\n")
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

// Calls names the first calls of an edit, as suite/case/path, and how many more there are.
func Calls(g *edit.Group) (first []string, more int) {
	for _, r := range g.Refs {
		first = append(first, r.Suite+"/"+r.Case+"/"+r.Path)
	}
	return first, g.Calls - len(first)
}
