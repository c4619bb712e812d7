package cells

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Heading returns a line that says what was edited, how many calls it reaches and what it costs: `router.user.tmpl`,
// `Critical policy`: 1 line changed, 318 calls in 95 cases, about +12 tokens each.
func Heading(g *edit.Group) string {
	parts := []string{What(g), Reach(g)}
	if cost := Cost(g); cost != "" {
		parts = append(parts, cost)
	}
	return Name(g) + ": " + strings.Join(parts, ", ")
}

// Summary returns a line that says what was edited, and of which stages.
func Summary(g *edit.Group) string {
	return Name(g) + ": " + What(g) + ": " + strings.Join(g.Stages, ", ")
}

// ShortID returns the part of a group's id that commands need.
func ShortID(g *edit.Group) string { return g.ID[:min(len(g.ID), 8)] }

// Name names the source of a group: its file, with the line if known, and the section. Names of others are in
// backticks.
func Name(g *edit.Group) string {
	s := g.Source
	switch s.Kind {
	case pipeline.TextTemplate, pipeline.TextSkill:
		return codes(g.Where(), section(g))
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
		if s.Name != "" { // this template makes the rest of the message
			return codes(cmp.Or(g.Where(), s.Name), s.Define)
		}
		return "source unclear" + inSection(g)
	}
	if g.Kind == edit.LeftOut && slices.ContainsFunc(g.Reach, func(r edit.Reach) bool {
		return r.Section != g.First.Section
	}) {
		return string(s.Kind)
	}
	if where := g.Where(); where != "" {
		return codes(where, g.First.Section)
	}
	return string(s.Kind) + inSection(g)
}

// section returns the define of a group's source; none for words replaced in many.
func section(g *edit.Group) string {
	if len(g.Of) > 0 {
		return ""
	}
	return g.Source.Define
}

// codes returns names as code spans, without the empty ones.
func codes(names ...string) string {
	var all []string
	for _, name := range names {
		if name != "" {
			all = append(all, "`"+name+"`")
		}
	}
	return strings.Join(all, ", ")
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

// What says how the text of a group changed. Names of others are in backticks.
func What(g *edit.Group) string {
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
			more = ", and " + wording.Number(g.Edits-1, "more word") + ","
		}
		return becameText(g.Words[0].Old, g.Words[0].New) + more + " in " + wording.Number(len(g.Of), "section")
	case g.Kind == edit.Renamed:
		return becameText(g.First.Was, g.First.Section)
	case g.Kind == edit.Unkept:
		return "changed; the packed goldens keep no old text of these calls"
	case g.Kind == edit.LeftOut:
		return fmt.Sprintf("entries left out: %d → %d", g.Entries[0], g.Entries[1])
	case g.Kind == edit.Added:
		return thing + " added"
	case g.Kind == edit.Removed:
		return thing + " `" + cmp.Or(g.First.Section, g.First.Tool, g.First.Path) + "` vanished"
	case g.Kind == edit.Moved:
		return thing + " moved"
	case g.Source.Kind == pipeline.TextAnswer || g.Edits > len(g.Hunks):
		return wording.Number(g.Edits, "edit") + " of words"
	}
	return wording.Number(linesOf(g.Hunks), "line") + " changed"
}

// linesOf returns how many lines hunks change.
func linesOf(hunks []edit.Hunk) int {
	n := 0
	for i := range shown(hunks) {
		n += max(len(hunks[i].Old), len(hunks[i].New))
	}
	return n
}

func becameText(old, new string) string { return "`" + old + "` became `" + new + "`" }

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

// Cost returns the estimated number of tokens that a group adds to its calls, in words; empty: none.
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
	return fmt.Sprintf("%+d %s", tokens, wording.Plural(max(tokens, -tokens), "token", "tokens"))
}

// Reach returns the reach of an edit: 318 calls in 95 cases.
func Reach(g *edit.Group) string {
	return wording.Number(g.Calls, "call") + " in " + wording.Number(g.Cases, "case")
}

// EditNotes returns what a group's lines do not show, a line each: moves with their places, prefixes of prompts that it
// moves, a name that no model sees, and changes of the skills in a list.
func EditNotes(g *edit.Group) []string {
	var notes []string
	for i := range g.Moves {
		notes = append(notes, "moved  "+g.Moves[i].String())
	}
	if m := g.Moved; m.Calls > 0 {
		notes = append(notes, prefixNote(m))
	}
	if g.Kind == edit.Renamed && len(g.Of) == 0 {
		if text := "name   only in goldens: no model sees it"; g.First.Same {
			notes = append(notes, text+"; the bytes sent are the same")
		} else {
			notes = append(notes, text)
		}
	}
	if g.Kind == edit.LeftOut {
		notes = append(notes, "their sources have not changed: the program that puts the list together leaves them out")
	}
	const most = 6
	for _, r := range g.Ranks[:min(most, len(g.Ranks))] {
		notes = append(notes, rankNote(r))
	}
	if more := len(g.Ranks) - most; more > 0 {
		notes = append(notes, "ranks  … and "+wording.Number(more, "more skill"))
	}
	return notes
}

// prefixNote says how many prefixes an edit moves, and what that costs or saves.
func prefixNote(m edit.Moves) string {
	how := "more"
	if m.Bytes < 0 {
		how = "fewer"
	}
	text := fmt.Sprintf("prefix  moves in %s: %s %s bytes sent anew, about %s", wording.Number(m.Calls, "call"),
		wording.Thousands(max(m.Bytes, -m.Bytes)), how, signed(m.Tokens))
	if m.Currency != "" {
		text += fmt.Sprintf(", %+.6f %s", m.Money, m.Currency)
	}
	return text
}

// rankNote describes the changes of a skill in the lists of a retrieval: parcels: entered in 1 call, fell in 3 calls (2
// → 4).
func rankNote(r edit.Ranked) string {
	var what []string
	for _, k := range []struct {
		n    int
		word string
	}{{r.Entered, "entered"}, {r.Left, "left"}, {r.Rose, "rose"}, {r.Fell, "fell"}} {
		if k.n > 0 {
			what = append(what, k.word+" in "+wording.Number(k.n, "call"))
		}
	}
	place := func(n int) string {
		if n == 0 {
			return "–"
		}
		return strconv.Itoa(n)
	}
	return "ranks  `" + r.Skill + "` " + strings.Join(what, ", ") + " (" + place(r.First.Old) + " → " +
		place(r.First.New) + ")"
}

// Calls names the first calls of an edit, as suite/case/path, and how many more there are.
func Calls(g *edit.Group) (first []string, more int) {
	for _, r := range g.Refs {
		first = append(first, r.Suite+"/"+r.Case+"/"+r.Path)
	}
	return first, g.Calls - len(first)
}
