// A Mask keeps the ids of rows, and parts of them, out of a model's texts (F0).

package memory

import (
	"slices"
	"strings"
)

// Part is the length in characters from which a part of an id must not be shown.
const Part = 8

// hidden replaces an id without a reference.
const hidden = "[id]"

// Mask hides every UUID, known or not, and of known ones the parts too, in any case and with or without dashes. It only
// learns. It is not safe for concurrent use.
type Mask struct {
	ref   func(id string) string
	known map[string]bool
	parts map[[Part]byte]bool
	whole map[string]string // the id by its letters in lower case, with dashes and without
	other []string          // ids of another form
}

// NewMask returns a mask without ids. ref returns the reference that replaces an id; empty: it has none.
func NewMask(ref func(id string) string) *Mask {
	return &Mask{ref: ref, known: map[string]bool{}, parts: map[[Part]byte]bool{}, whole: map[string]string{}}
}

// Add adds ids to the mask. Those that are no UUIDs are ignored.
func (m *Mask) Add(ids ...string) {
	for _, id := range ids {
		if m.known[id] || !IsUUID(id) {
			continue
		}
		m.known[id] = true
		lower := strings.ToLower(id)
		m.addWhole(lower, id)
		m.addWhole(strings.ReplaceAll(lower, "-", ""), id)
	}
}

// With returns the mask that also hides ids of another form, each as a whole and if it has Part characters or more:
// shorter ones cannot be told from other words. Both masks share what they learn.
func (m *Mask) With(others ...string) *Mask {
	with := *m
	with.other = slices.DeleteFunc(slices.Clone(others), func(id string) bool { return len(id) < Part || IsUUID(id) })
	return &with
}

// Learn adds every UUID in texts to the mask, so that a text that is cut later shows no part of it.
func (m *Mask) Learn(texts ...string) {
	for _, s := range texts {
		m.Add(FindIDs(s)...)
	}
}

func (m *Mask) addWhole(spelled, id string) {
	m.whole[spelled] = id
	for i := range len(spelled) - Part + 1 {
		m.parts[[Part]byte([]byte(spelled[i:i+Part]))] = true
	}
}

// uuidLength is the length of a UUID in characters.
const uuidLength = 36

// IsUUID reports whether a text has the form of a UUID: 36 characters, hexadecimal digits with dashes between them.
func IsUUID(s string) bool {
	if len(s) != uuidLength {
		return false
	}
	for i := range len(s) {
		if isDash := i == 8 || i == 13 || i == 18 || i == 23; isDash != (s[i] == '-') || !isSpelling(s[i]) {
			return false
		}
	}
	return true
}

// FindIDs returns the UUIDs in a text.
func FindIDs(s string) []string {
	var ids []string
	for at, end := nextRun(s, 0); at < end; at, end = nextRun(s, end) {
		for i := at; i+uuidLength <= end; i++ {
			if id := s[i : i+uuidLength]; IsUUID(id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// isSpelling reports whether a character can occur in a UUID.
func isSpelling(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '-'
}

// Text removes the ids from a text. One without ids stays unchanged.
func (m *Mask) Text(s string) string {
	s = m.withoutOthers(s)
	var b strings.Builder
	from := 0 // start of the rest
	for at, end := nextRun(s, 0); at < end; at, end = nextRun(s, end) {
		run := s[at:end]
		for i := 0; i+Part <= len(run); i++ {
			if end := m.hides(run, i); end > i {
				b.WriteString(s[from : at+i])
				b.WriteString(m.inPlaceOf(run[i:end]))
				from, i = at+end, end-1
			}
		}
	}
	if from == 0 {
		return s
	}
	return b.String() + s[from:]
}

// nextRun returns the next Part or more characters that may be a part of a UUID, where at is not within some; an empty
// range: there are no more. Of other text it looks at one character in Part.
func nextRun(s string, at int) (start, end int) {
	for at+Part <= len(s) {
		i := at + Part - 1
		for i >= at && isSpelling(s[i]) {
			i--
		}
		if i >= at {
			at = i + 1
			continue
		}
		for end = at + Part; end < len(s) && isSpelling(s[end]); {
			end++
		}
		return at, end
	}
	return len(s), len(s)
}

// hides returns the end of what must be hidden from a place on, which may be several overlapping ids; the place itself
// if there is nothing.
func (m *Mask) hides(run string, at int) int {
	end := at
	for i := at; i < max(end, at+1) && i+Part <= len(run); i++ {
		if i+uuidLength <= len(run) && IsUUID(run[i:i+uuidLength]) {
			end = max(end, i+uuidLength)
		} else if m.parts[lowered(run[i:])] {
			end = max(end, i+Part)
		}
	}
	return end
}

// lowered returns the beginning of a text, in lower case.
func lowered(s string) (part [Part]byte) {
	for i := range part {
		part[i] = s[i]
		if 'A' <= s[i] && s[i] <= 'F' {
			part[i] |= 0x20
		}
	}
	return part
}

func (m *Mask) inPlaceOf(run string) string {
	if id := m.whole[strings.ToLower(run)]; id != "" {
		return m.shown(id)
	}
	return hidden
}

// shown returns the replacement of an id.
func (m *Mask) shown(id string) string {
	if ref := m.ref(id); ref != "" {
		return ref
	}
	return hidden
}

func (m *Mask) withoutOthers(s string) string {
	if len(m.other) == 0 {
		return s
	}
	pairs := make([]string, 0, 2*len(m.other))
	for _, id := range m.other {
		pairs = append(pairs, id, m.shown(id))
	}
	return strings.NewReplacer(pairs...).Replace(s)
}
