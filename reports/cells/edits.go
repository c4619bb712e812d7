package cells

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
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
		return plural.Number(g.Edits, "word") + " renamed in " + plural.Number(len(g.Of), "section")
	case g.Kind == edit.Renamed && len(g.Hunks) > 0:
		return "`" + g.Hunks[0].Old + "` became `" + g.Hunks[0].New + "`"
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

// Cost says how many tokens a group has added to its calls, by estimate; empty: none.
func Cost(g *edit.Group) string {
	switch {
	case g.Tokens == 0 || g.Calls == 0:
		return ""
	case g.Calls > 1 && g.Tokens%g.Calls == 0:
		return fmt.Sprintf("about %+d tokens each", g.Tokens/g.Calls)
	}
	return fmt.Sprintf("about %+d tokens in all", g.Tokens)
}

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
