package edit

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// moveOf returns the positions of a pair in the old and the new list, whose items have these names. An added item has
// no old position.
func moveOf(p diff.Pairing, old, new []string) *Move {
	m := &Move{Section: new[p.New], From: p.Old + 1, FromOf: len(old), To: p.New + 1, Of: len(new)}
	if p.Old > 0 {
		m.BehindFrom = old[p.Old-1]
	}
	if p.New > 0 {
		m.Behind = new[p.New-1]
	}
	return m
}

// labels names messages by their role and their position among those of the role.
func labels(messages []pipeline.Message) []string {
	list, n := make([]string, len(messages)), map[string]int{}
	for i, m := range messages {
		n[m.Role]++
		list[i] = m.Role + " " + strconv.Itoa(n[m.Role])
	}
	return list
}

// markMoved marks the pairs, found by text, that have moved: those that are not between the same unmoved neighbours.
func markMoved(pairs []diff.Pairing, old, new []pipeline.Section) {
	stayed := -1 // the last old section that has not moved
	for i := range pairs {
		p := &pairs[i]
		if p.Old < 0 || p.New < 0 {
			continue
		}
		if !p.Moved && old[p.Old].Name == new[p.New].Name {
			stayed = p.Old
			continue
		}
		p.Moved = p.Moved || p.Old < stayed || p.Old > nextStayed(pairs[i+1:], old, new)
	}
}

// nextStayed returns the old index of the first later section that has not moved.
func nextStayed(pairs []diff.Pairing, old, new []pipeline.Section) int {
	for _, p := range pairs {
		if p.Old >= 0 && p.New >= 0 && !p.Moved && old[p.Old].Name == new[p.New].Name {
			return p.Old
		}
	}
	return len(old)
}

// behindUser reports whether a section follows the user's own words in its message.
func behindUser(sections []pipeline.Section, at int) bool {
	for _, s := range sections[:at] {
		if holdsUser(s) {
			return true
		}
	}
	return false
}

// wasBehindUser reports whether a section followed the user's own words in the old message, whose sections have sources
// only through their partners in the new one.
func wasBehindUser(old, new []pipeline.Section, p diff.Pairing) bool {
	for _, s := range new {
		if !holdsUser(s) {
			continue
		}
		for _, before := range old[:p.Old] {
			if before.Name == s.Name {
				return true
			}
		}
	}
	return false
}

// holdsUser reports whether a section shows a user's text of a turn of the case.
func holdsUser(s pipeline.Section) bool {
	for _, piece := range s.Pieces() {
		if piece.Source.Kind == pipeline.TextCase && strings.HasPrefix(piece.Source.Name, "turns[") &&
			strings.HasSuffix(piece.Source.Name, "].user") {
			return true
		}
	}
	return false
}

// across finds sections that moved from one message of a call into another: in the messages they are removed and added.
func across(parts []Part, old, new []pipeline.Message) {
	for i := range parts {
		came := &parts[i]
		if came.Change != Added || came.Section == "" || came.Tool != "" {
			continue
		}
		for j := range parts {
			went := &parts[j]
			if went.Change != Removed || went.Section == "" || went.old == 0 || went.old == came.old ||
				!isOne(went, came) {
				continue
			}
			from, to := names(old[went.old-1].Sections), names(new[came.Message-1].Sections)
			m := moveOf(diff.Pairing{Old: place(from, went.Section), New: place(to, came.Section)}, from, to)
			m.Message = went.old
			if went.Section != came.Section {
				m.Was = went.Section
			}
			m.BehindUser = came.Move != nil && came.Move.BehindUser
			came.Move = m
			break
		}
	}
}

// isOne reports whether a removed and an added section are the same: by name, or by most of their words.
func isOne(went, came *Part) bool {
	if went.Section == came.Section {
		return true
	}
	words := func(lines []string) []string { return wordsOf(strings.Join(lines, "\n")) }
	return shared(words(went.Hunks[0].Old), words(came.Hunks[0].New)) >= sameSection
}

// place returns the position of a name in a list, from 1; 0: missing.
func place(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return 0
}

// places says where something stood and stands: from 3 of 7, behind "Actions"  to 7 of 7, behind "Message".
func (m *Move) places() (from, to string) {
	at := func(place, of int, behind string) string {
		text := strconv.Itoa(place) + " of " + strconv.Itoa(of)
		return text + cmp.Or(behindText(behind), ", in front")
	}
	return at(m.From, m.FromOf, m.BehindFrom), at(m.To, m.Of, m.Behind)
}

func behindText(name string) string {
	if name == "" {
		return ""
	}
	return `, behind "` + name + `"`
}

// String returns the move on one line.
func (m *Move) String() string {
	from, to := m.places()
	text := "from " + from + "  to " + to
	if m.Message > 0 {
		name := ""
		if m.Was != "" {
			name = `where it was "` + m.Was + `", `
		}
		text = "from message " + strconv.Itoa(m.Message) + ", " + name + from + "  to " + to
	}
	if m.From == 0 {
		text = "to " + to
	}
	if m.BehindUser {
		text += "  (!) now behind the user's own words"
	}
	return text
}
