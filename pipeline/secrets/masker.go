package secrets

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Masker puts masks in the place of secrets. It may be used by many at once. A nil Masker changes nothing.
type Masker struct {
	own   []*regexp.Regexp // what else is a secret: the first group, or all that matches
	allow []Allowed
	clean memo
}

// New makes a Masker that knows the secrets of Scan, but for those that are allowed.
func New(allow ...Allowed) *Masker { return &Masker{allow: allow, clean: newMemo()} }

// With is a Masker that knows other secrets too: what the first group of an expression matches, or without a group all
// of it.
func (m *Masker) With(own ...*regexp.Regexp) *Masker {
	if len(own) == 0 {
		return m
	}
	return &Masker{own: slices.Concat(m.own, own), allow: m.allow, clean: newMemo()}
}

// Text is a text with masks for its secrets. JSON stays JSON.
func (m *Masker) Text(text string) string {
	masked, _ := m.Count(text)
	return masked
}

// shortest is the length of the shortest text that can have a secret: a name, a sign and a value.
const shortest = 8

// mostPasses ends the search for secrets that only show when others are masked.
const mostPasses = 4

// Count is Text, and how many secrets it has masked.
func (m *Masker) Count(text string) (masked string, n int) {
	if m == nil || len(text) < shortest && len(m.own) == 0 || m.clean.has(text) {
		return text, 0
	}
	masked = text
	for range mostPasses {
		found := m.known(masked)
		masked = replace(masked, found)
		ofOwn := m.ofOwn(masked)
		if len(found)+len(ofOwn) == 0 {
			break
		}
		masked = m.replaceOwn(masked, ofOwn)
		n += len(found) + len(ofOwn)
	}
	if n == 0 {
		m.clean.add(text)
	}
	return masked, n
}

// JSON is a JSON value with masks in its texts.
func (m *Masker) JSON(raw json.RawMessage) json.RawMessage {
	if masked := m.Text(string(raw)); masked != string(raw) {
		return json.RawMessage(masked)
	}
	return raw
}

// Scan finds the secrets that Text masks.
func (m *Masker) Scan(text string) []Finding {
	if m == nil {
		return nil
	}
	var found []ranked
	for rank, of := range [][]Finding{m.known(text), m.ofOwn(text)} {
		for _, f := range of {
			found = append(found, ranked{f, rank})
		}
	}
	return apart(found)
}

// known finds what is a secret in every suite.
func (m *Masker) known(text string) []Finding {
	found := all().scan(text)
	if len(m.allow) > 0 {
		found = slices.DeleteFunc(found, func(f Finding) bool { return m.allows(text[f.Start:f.End]) })
	}
	return found
}

func (m *Masker) allows(secret string) bool {
	return slices.ContainsFunc(m.allow, func(a Allowed) bool { return a.fits(secret) })
}

// ofOwn finds what a suite's own expressions match, but for parts of masks.
func (m *Masker) ofOwn(text string) []Finding {
	if len(m.own) == 0 {
		return nil
	}
	var found []ranked
	masks := maskForm().FindAllStringIndex(text, -1)
	for rank, re := range m.own {
		for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
			start, end := at[0], at[1]
			if len(at) > 2 {
				start, end = at[2], at[3]
			}
			within := func(mask []int) bool { return mask[0] <= start && end <= mask[1] }
			if start < end && !slices.ContainsFunc(masks, within) && !m.allows(text[start:end]) {
				found = append(found, ranked{Finding{"own", "a secret of the suite's own", start, end}, rank})
			}
		}
	}
	return apart(found)
}

// replace puts masks in the place of what was found.
func replace(text string, found []Finding) string {
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	end := 0
	for _, f := range found {
		b.WriteString(text[end:f.Start])
		b.WriteString(Mask(f.Kind, text[f.Start:f.End]))
		end = f.End
	}
	b.WriteString(text[end:])
	return b.String()
}

// replaceOwn is replace for what a suite's own expressions match, which may reach over a quotation mark of JSON: then
// each of its texts is taken by itself.
func (m *Masker) replaceOwn(text string, found []Finding) string {
	masked := replace(text, found)
	if len(found) == 0 || json.Valid([]byte(masked)) || !json.Valid([]byte(text)) {
		return masked
	}
	var b strings.Builder
	for end := 0; end < len(text); {
		start := strings.IndexByte(text[end:], '"')
		if start < 0 {
			b.WriteString(text[end:])
			break
		}
		stop := quote{mark: '"'}.closing(text, end+start+1) + 1
		b.WriteString(text[end : end+start])
		b.WriteString(m.ownInString(text[end+start : stop]))
		end = stop
	}
	return b.String()
}

// ownInString masks what a suite's own expressions match in a string of JSON, which has its marks.
func (m *Masker) ownInString(raw string) string {
	var text string
	if json.Unmarshal([]byte(raw), &text) != nil {
		return raw
	}
	found := m.ofOwn(text)
	if len(found) == 0 {
		return raw
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(replace(text, found)) != nil {
		return raw
	}
	return strings.TrimSuffix(b.String(), "\n")
}
