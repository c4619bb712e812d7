package edit

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// mostRanked is how many skills of a list are distinguished.
const mostRanked = 200

// rankedSections records in the parts of a message which skills entered, left, rose or fell among its sections, if each
// skill has its own section.
func (s *sources) rankedSections(parts []Part, old, new []pipeline.Section) {
	if len(parts) == 0 || s.known == nil || s.known.Skills == nil {
		return
	}
	of := slices.IndexFunc(parts, func(p Part) bool { return p.Section != "" && p.Source.Kind == pipeline.TextSkill })
	if of < 0 {
		return
	}
	names := s.known.Skills()
	before, now := skillSections(old, names), skillSections(new, names)
	parts[of].Ranks = append(parts[of].Ranks, ranks(before, now)...)
}

// skillSections returns the skills with their own section, named "Skill: NAME" or alike, in order.
func skillSections(sections []pipeline.Section, names []string) []string {
	var found []string
	for _, s := range sections {
		_, name, _ := strings.Cut(s.Name, ": ") // a name may have blanks
		if slices.Contains(names, name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// ranks returns the differences of two orders.
func ranks(before, now []string) []Rank {
	var all []Rank
	for i, name := range now {
		if was := slices.Index(before, name); was != i {
			all = append(all, Rank{name, was + 1, i + 1})
		}
	}
	for i, name := range before {
		if !slices.Contains(now, name) {
			all = append(all, Rank{name, i + 1, 0})
		}
	}
	return all
}

// ranked records in the parts of a section's text which skills entered, left, rose or fell in its list.
func (s *sources) ranked(parts []Part, old string, new pipeline.Pieces) {
	ofSkill := func(p pipeline.Piece) bool { return p.Source.Kind == pipeline.TextSkill }
	if len(parts) == 0 || s.known == nil || s.known.Skills == nil || !slices.ContainsFunc(new, ofSkill) {
		return
	}
	names := s.known.Skills()
	if len(names) > mostRanked {
		return
	}
	before, now := inOrderOf(old, names), inOrderOf(new.String(), names)
	if max(len(before), len(now)) > 1 { // else it is not a list
		parts[0].Ranks = ranks(before, now)
	}
}

// inOrderOf returns the names that a text contains, in its order.
func inOrderOf(text string, names []string) []string {
	at := map[string]int{}
	var found []string
	for _, name := range names {
		if i := indexOfName(text, name); i >= 0 {
			at[name] = i
			found = append(found, name)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return at[a] - at[b] })
	return found
}

// indexOfName returns the index of a name in a text that is not part of a longer one.
func indexOfName(text, name string) int {
	isPart := func(b byte) bool { return b == '-' || b == '_' || isWord(rune(b)) }
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(name)
		if (i == 0 || !isPart(text[i-1])) && (end == len(text) || !isPart(text[end])) {
			return i
		}
		from = i + 1
	}
}
