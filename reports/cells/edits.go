package cells

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens/align"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/goldens/payload"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// Heading says in a line what was edited, how far it reaches and what it costs: `router.user.tmpl`, `Critical policy`:
// 1 line changed, 318 calls in 95 cases, about +12 tokens each.
func Heading(g *edit.Group) string {
	parts := []string{whatHappened(g), Reach(g)}
	if cost := Cost(g); cost != "" {
		parts = append(parts, cost)
	}
	return heading(g) + ": " + strings.Join(parts, ", ")
}

// Summary says in a line what was edited, and of which stages.
func Summary(g *edit.Group) string {
	return heading(g) + ": " + whatHappened(g) + ": " + strings.Join(g.Stages, ", ")
}

// ShortID is as much of a group's id as commands need to know it by.
func ShortID(g *edit.Group) string { return g.ID[:min(len(g.ID), 8)] }

// heading names what a group is from.
func heading(g *edit.Group) string {
	s := g.Source
	switch s.Kind {
	case pipeline.TextTemplate, pipeline.TextSkill:
		if s.Define == "" || len(g.Of) > 0 {
			return "`" + s.Name + "`"
		}
		return "`" + s.Name + "`, `" + s.Define + "`"
	case pipeline.TextCase:
		return "cases, `" + s.Name + "`"
	case pipeline.TextAnswer:
		return "answers of `" + s.Define + "`"
	case pipeline.TextTool:
		if s.Name != "" {
			return "results of the tool `" + s.Define + "`"
		}
		return "schema of the tool `" + s.Define + "`"
	case pipeline.TextFormat:
		return "format of `" + s.Define + "`"
	case pipeline.TextUnclear:
		if s.Name != "" { // all that is left of the message is made by this template
			return "`" + s.Name + "`, `" + s.Define + "`"
		}
		return "source unclear" + inSection(g)
	}
	return string(s.Kind) + inSection(g)
}

func inSection(g *edit.Group) string {
	switch {
	case g.First.Section != "":
		return ", `" + g.First.Section + "`"
	case g.First.Tool != "":
		return ", tool `" + g.First.Tool + "`"
	}
	return ", " + g.First.Stage
}

// whatHappened says what became of the text.
func whatHappened(g *edit.Group) string {
	thing := "section"
	switch {
	case g.First.Tool != "":
		thing = "tool"
	case g.First.Section == "" && g.First.Message > 0:
		thing = "message"
	case g.First.Section == "":
		thing = "call"
	}
	switch {
	case g.Kind == edit.Renamed && len(g.Of) > 0:
		more := ""
		if g.Edits > 1 {
			more = ", and " + plural.Number(g.Edits-1, "more word") + ","
		}
		return becameText(g.Hunks[0]) + more + " in " + plural.Number(len(g.Of), "section")
	case g.Kind == edit.Renamed && len(g.Hunks) > 0:
		return becameText(g.Hunks[0])
	case g.Kind == edit.Added:
		return thing + " added"
	case g.Kind == edit.Removed:
		return thing + " `" + cmp.Or(g.First.Section, g.First.Tool, g.First.Path) + "` vanished"
	case g.Kind == edit.Moved:
		return thing + " moved"
	case g.Source.Kind == pipeline.TextAnswer || g.Edits > len(g.Hunks):
		return plural.Number(g.Edits, "edit") + " of words"
	}
	return plural.Number(len(Diffs(g.Hunks)), "line") + " changed"
}

func becameText(h edit.Hunk) string { return "`" + h.Old + "` became `" + h.New + "`" }

// Place names a place that a group reaches: router · message 2 (user) · section `Critical policy`.
func Place(r *edit.Reach) string {
	parts := []string{r.Stage}
	if r.Message > 0 {
		parts = append(parts, fmt.Sprintf("message %d (%s)", r.Message, r.Role))
	}
	if r.Section != "" {
		parts = append(parts, "section `"+r.Section+"`")
	}
	if r.Tool != "" {
		parts = append(parts, "tool `"+r.Tool+"`")
	}
	return strings.Join(parts, " · ")
}

// Cost says how many tokens a group has added to its calls, by estimate; empty: none.
func Cost(g *edit.Group) string {
	switch {
	case g.Tokens == 0 || g.Calls == 0:
		return ""
	case g.Calls > 1 && g.Tokens%g.Calls == 0:
		return "about " + signed(g.Tokens/g.Calls) + " each"
	}
	return "about " + signed(g.Tokens) + " in all"
}

func signed(tokens int) string {
	return fmt.Sprintf("%+d %s", tokens, plural.Choose(max(tokens, -tokens), "token", "tokens"))
}

// Reach says how far an edit reaches: 318 calls in 95 cases.
func Reach(g *edit.Group) string {
	return plural.Number(g.Calls, "call") + " in " + plural.Number(g.Cases, "case")
}

// mostContext is how many characters of the line around an edit are shown on either side of it.
const mostContext = 60

// LineEdit is what was edited in a line: one or more edits of words.
type LineEdit struct {
	Before, Old, New, After string // the words between what stands before and after them in the new line
	Calls                   int    // in how many calls it is; 0: not counted

	Spelling bool             // of a JSON payload that says the same as before
	Members  []payload.Member // values of JSON payloads that differ, where it is of nothing else
}

// LineEdits are a group's edits of words, those of one line together. Blanks and commas of a JSON payload are left out
// where values of it were edited.
func LineEdits(g *edit.Group) []LineEdit {
	var all []LineEdit
	for i := 0; i < len(g.Hunks); {
		n := i + 1
		for n < len(g.Hunks) && inOneLine(g.Hunks[n-1], g.Hunks[n]) {
			n++
		}
		says := func(h edit.Hunk) bool { return h.JSON != payload.Aside }
		if !slices.ContainsFunc(g.Hunks[i:n], says) {
			i = n
			continue
		}
		e := lineEdit(g.Hunks[i:n])
		if i < len(g.Counts) {
			e.Calls = g.Counts[i]
		}
		all = append(all, e)
		i = n
	}
	return all
}

// Diffs are edits of words as lines of a diff, one for each line that was edited, with some of the line around.
func Diffs(hunks []edit.Hunk) []string {
	var all []string
	for _, e := range LineEdits(&edit.Group{Hunks: hunks}) {
		all = append(all, e.Diff(mostContext))
	}
	return all
}

// inOneLine reports whether the second edit stands behind the first in the same new line.
func inOneLine(a, b edit.Hunk) bool {
	return len(b.Before) >= len(a.Before)+len(a.New) && a.Before+a.New+a.After == b.Before+b.New+b.After
}

func lineEdit(hunks []edit.Hunk) LineEdit {
	first, last := hunks[0], hunks[len(hunks)-1]
	line := first.Before + first.New + first.After
	old, at := "", len(first.Before)
	e := LineEdit{Before: first.Before, After: last.After}
	kinds := map[payload.Kind]bool{}
	for _, h := range hunks {
		old += line[at:len(h.Before)] + h.Old
		at = len(h.Before) + len(h.New)
		kinds[h.JSON] = true
		for _, m := range h.Members {
			if !slices.Contains(e.Members, m) {
				e.Members = append(e.Members, m)
			}
		}
	}
	e.Old, e.New = old, line[len(first.Before):at]
	e.Spelling = kinds[payload.Spelling] && len(kinds) == 1
	if kinds[payload.None] || kinds[payload.Spelling] {
		e.Members = nil
	}
	return e
}

// Diff is the edit as lines of a diff, with so many characters of the line on either side of the words. Values of a
// JSON payload have their paths. Where nothing but white space and invisible characters differ, they are shown.
func (e LineEdit) Diff(context int) string {
	if len(e.Members) > 0 {
		return diffOfMembers(e.Members, context)
	}
	before, after := lastCharacters(e.Before, context), firstCharacters(e.After, context)
	old, new := e.Old, e.New
	if withoutBlanks(old) == withoutBlanks(new) {
		old, new = visible(old), visible(new)
	}
	var b strings.Builder
	if e.Spelling {
		b.WriteString(" the same JSON, written in another way\n")
	}
	writeSide(&b, "-", before+old+after)
	writeSide(&b, "+", before+new+after)
	return b.String()
}

func writeSide(b *strings.Builder, sign, text string) {
	for line := range strings.Lines(text) {
		b.WriteString(sign + strings.TrimSuffix(line, "\n") + "\n")
	}
}

// diffOfMembers are values of JSON payloads as lines of a diff: each with its path, and with so many characters of it
// on either side of what differs.
func diffOfMembers(members []payload.Member, context int) string {
	var b strings.Builder
	for _, m := range members {
		old, new := align.Tokens(m.Before), align.Tokens(m.After)
		start, end := 0, 0
		for start < min(len(old), len(new)) && old[start] == new[start] {
			start++
		}
		for end < min(len(old), len(new))-start && old[len(old)-1-end] == new[len(new)-1-end] {
			end++
		}
		before := lastCharacters(strings.Join(old[:start], ""), context)
		after := firstCharacters(strings.Join(old[len(old)-end:], ""), context)
		for _, side := range []struct {
			sign   string
			tokens []string
		}{{"-", old}, {"+", new}} {
			if len(side.tokens) > 0 {
				words := strings.Join(side.tokens[start:len(side.tokens)-end], "")
				writeSide(&b, side.sign, m.Path+": "+before+words+after)
			}
		}
	}
	return b.String()
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// withoutBlanks is a text without white space and invisible characters.
func withoutBlanks(s string) string {
	return strings.Map(func(r rune) rune {
		if isBlank(r) {
			return -1
		}
		return r
	}, s)
}

// visible is a text whose white space and invisible characters can be seen: · is a space, → a tab, ¬ the end of a line,
// and the others are escapes.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == ' ':
			b.WriteRune('·')
		case r == '\t':
			b.WriteRune('→')
		case r == '\n':
			b.WriteString("¬\n")
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

// Calls names the first calls of an edit, as suite/case/path, and how many more there are.
func Calls(g *edit.Group) (first []string, more int) {
	for _, r := range g.Refs {
		first = append(first, r.Suite+"/"+r.Case+"/"+r.Path)
	}
	return first, g.Calls - len(first)
}
