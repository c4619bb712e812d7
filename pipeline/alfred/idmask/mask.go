// Package idmask keeps the ids of rows, and parts of them, out of texts that a model sees (F0).
package idmask

import "strings"

// Part is how many characters of an id in a row are a part of it that no text may show.
const Part = 8

// hidden stands in a text where an id stood that has no reference.
const hidden = "[id]"

// Mask knows ids. What has the form of a UUID is hidden as a whole and in parts, whatever the case of its letters; an
// id of another form as a whole, if it has Part characters or more. Shorter ones cannot be told from other words.
type Mask struct {
	parts map[string]bool
	whole map[string]string // what stands in the place of a whole UUID
	other *strings.Replacer
}

// New is a mask for ids. ref gives the reference of an id, which is shown in its place; empty: it has none.
func New(ids []string, ref func(id string) string) *Mask {
	m := &Mask{parts: map[string]bool{}, whole: map[string]string{}}
	var other []string
	for _, id := range ids {
		shown := ref(id)
		if shown == "" {
			shown = hidden
		}
		switch {
		case IsUUID(id):
			lower := strings.ToLower(id)
			m.whole[lower] = shown
			for i := range len(lower) - Part + 1 {
				m.parts[lower[i:i+Part]] = true
			}
		case len(id) >= Part:
			other = append(other, id, shown)
		}
	}
	m.other = strings.NewReplacer(other...)
	return m
}

// IsUUID reports whether a text has the form of a UUID: 36 characters, hexadecimal digits with dashes between them.
func IsUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// Text is a text without ids. One that holds none is as it was.
func (m *Mask) Text(s string) string {
	if len(s) < Part {
		return s
	}
	s = m.other.Replace(s)
	lower := asciiLower(s)
	var b strings.Builder
	from := 0 // what is not in b yet
	for at := 0; at+Part <= len(s); {
		if !m.parts[lower[at:at+Part]] {
			at++
			continue
		}
		end := at + Part
		for end < len(s) && m.parts[lower[end+1-Part:end+1]] {
			end++
		}
		b.WriteString(s[from:at])
		b.WriteString(m.inPlaceOf(lower[at:end]))
		from, at = end, end
	}
	if from == 0 {
		return s
	}
	return b.String() + s[from:]
}

func (m *Mask) inPlaceOf(run string) string {
	if shown := m.whole[run]; shown != "" {
		return shown
	}
	return hidden
}

// asciiLower is strings.ToLower for ASCII alone: every byte stays where it is.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
