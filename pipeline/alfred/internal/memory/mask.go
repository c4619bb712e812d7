// A Mask keeps the ids of rows, and parts of them, out of texts that a model sees (F0).

package memory

import (
	"slices"
	"strings"
)

// Part is how many characters of an id in a row are a part of it that no text may show.
const Part = 8

// hidden stands in a text where an id stood that has no reference.
const hidden = "[id]"

// Mask hides what has the form of a UUID, also one that nobody knows; of those that it knows the parts too, whatever
// the case of the letters and with the dashes or without. It only learns. It is not safe for use side by side.
type Mask struct {
	ref   func(id string) string
	known map[string]bool
	parts map[[Part]byte]bool
	whole map[string]string // the id by its letters in lower case, with dashes and without
	other []string          // ids of another form
}

// NewMask is a mask that knows no id yet. ref gives the reference of an id, which is shown in its place; empty: it has
// none.
func NewMask(ref func(id string) string) *Mask {
	return &Mask{ref: ref, known: map[string]bool{}, parts: map[[Part]byte]bool{}, whole: map[string]string{}}
}

// Add tells the mask of ids. Those that are no UUIDs are left out.
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

// With is the mask that also hides ids of another form, each as a whole and if it has Part characters or more: shorter
// ones cannot be told from other words. What the one learns the other knows.
func (m *Mask) With(others ...string) *Mask {
	with := *m
	with.other = slices.DeleteFunc(slices.Clone(others), func(id string) bool { return len(id) < Part || IsUUID(id) })
	return &with
}

// Learn tells the mask of everything in texts that has the form of a UUID, so that a text that is cut later shows no
// part of it.
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

// uuidLength is how many characters a UUID has.
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

// FindIDs is what of a text has the form of a UUID.
func FindIDs(s string) []string {
	var ids []string
	for at := 0; at < len(s); {
		run := spelling(s[at:])
		for i := range max(0, len(run)-uuidLength+1) {
			if id := run[i : i+uuidLength]; IsUUID(id) {
				ids = append(ids, id)
			}
		}
		at += max(1, len(run))
	}
	return ids
}

// isSpelling reports whether a character can stand in a UUID.
func isSpelling(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '-'
}

// Text is a text without ids. One that holds none is as it was.
func (m *Mask) Text(s string) string {
	s = m.withoutOthers(s)
	var b strings.Builder
	from := 0 // what is not in b yet
	for at := 0; at < len(s); {
		run := spelling(s[at:])
		for i := 0; i+Part <= len(run); i++ {
			if end := m.hides(run, i); end > i {
				b.WriteString(s[from : at+i])
				b.WriteString(m.inPlaceOf(run[i:end]))
				from, i = at+end, end-1
			}
		}
		at += max(1, len(run))
	}
	if from == 0 {
		return s
	}
	return b.String() + s[from:]
}

// spelling is what a text begins with that may be a part of a UUID.
func spelling(s string) string {
	for i := range len(s) {
		if !isSpelling(s[i]) {
			return s[:i]
		}
	}
	return s
}

// hides is where that ends which has to be hidden from a place on, be it several ids that lie upon each other; the
// place itself, when there is nothing.
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

// lowered is what a text begins with, in lower case.
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

// shown is what stands in the place of an id.
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
