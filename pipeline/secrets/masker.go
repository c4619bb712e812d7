package secrets

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Masker masks secrets and replaces volatile text: everything that is kept or compared passes through it. It is safe
// for concurrent use. A nil Masker changes nothing.
type Masker struct {
	own   []*regexp.Regexp // further secrets: the first group, or the whole match
	allow []Allowed
	scrub scrubs
	bare  *Masker // without scrubbing; nil: the same Masker
	clean memo
}

// New returns a Masker for the secrets of Scan, except allowed ones.
func New(allow ...Allowed) *Masker { return &Masker{allow: allow, clean: newMemo()} }

// With returns a Masker for further secrets: the first group of an expression, or without a group its whole match. It
// scrubs nothing.
func (m *Masker) With(own ...*regexp.Regexp) *Masker {
	if len(own) == 0 {
		return m
	}
	return &Masker{own: slices.Concat(m.own, own), allow: m.allow, clean: newMemo()}
}

// Scrubbing returns a Masker that also replaces volatile text, by rules that are applied in order.
func (m *Masker) Scrubbing(rules ...Scrub) *Masker {
	if len(rules) == 0 {
		return m
	}
	return &Masker{own: m.own, allow: m.allow, scrub: rules, bare: m.Secrets(), clean: newMemo()}
}

// Secrets returns the Masker without rules for volatile text: for names, and for all that a model or system sees.
func (m *Masker) Secrets() *Masker {
	if m == nil || m.bare == nil {
		return m
	}
	return m.bare
}

// Settled returns an error if the text that a rule inserts is changed by one of the Masker's rules, or looks like a
// secret.
func (m *Masker) Settled(r Scrub) error {
	as := r.fixed()
	if once, ok := m.scrub.once(as, len(as)+scrubRoom); !ok || once != as {
		return fmt.Errorf("as: the rules make %.60q of it, and so on: what they put into a text has to stay", once)
	}
	if masked := m.Secrets().Text(as); masked != as {
		return fmt.Errorf("as: it looks like a secret, %s", masked)
	}
	return nil
}

// Text returns a text with its secrets masked, and without volatile text. JSON stays JSON.
func (m *Masker) Text(text string) string {
	masked, _ := m.Count(text)
	return masked
}

// shortest is the minimum length of a text with a secret: a name, a sign and a value.
const shortest = 8

// mostPasses bounds the search for secrets that only show once others are masked.
const mostPasses = 4

// Count is Text, and returns the number of masked secrets.
func (m *Masker) Count(text string) (masked string, n int) {
	if m == nil || len(text) < shortest && len(m.own)+len(m.scrub) == 0 || m.clean.has(text) {
		return text, 0
	}
	masked, n = m.masked(text)
	if len(m.scrub) > 0 {
		masked = m.scrub.text(masked, m.bare.Text)
	}
	if masked == text {
		m.clean.add(text)
	}
	return masked, n
}

// masked returns a text with its secrets masked, and their number.
func (m *Masker) masked(text string) (masked string, n int) {
	if len(text) < shortest && len(m.own) == 0 {
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
	return masked, n
}

// JSON returns a JSON value with its texts masked, and without volatile text.
func (m *Masker) JSON(raw json.RawMessage) json.RawMessage {
	masked := m.Text(string(raw))
	switch {
	case masked == string(raw):
		return raw
	case !json.Valid([]byte(masked)) && json.Valid(raw): // a lone number that has become a text
		return json.RawMessage(asJSON(masked))
	}
	return json.RawMessage(masked)
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

// known finds the secrets that are known in every suite.
func (m *Masker) known(text string) []Finding {
	found := all().find(text)
	if len(m.allow) > 0 {
		found = slices.DeleteFunc(found, func(f Finding) bool { return m.allows(text[f.Start:f.End]) })
	}
	return found
}

func (m *Masker) allows(secret string) bool {
	return slices.ContainsFunc(m.allow, func(a Allowed) bool { return a.fits(secret) })
}

// ofOwn finds the matches of a suite's own expressions, except parts of masks.
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

// replace replaces findings by masks.
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

// replaceOwn is replace for the matches of a suite's own expressions, which may span a JSON quotation mark: then each
// of its texts is handled separately.
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

// ownInString masks the matches of a suite's own expressions in a quoted JSON string.
func (m *Masker) ownInString(raw string) string {
	var text string
	if json.Unmarshal([]byte(raw), &text) != nil {
		return raw
	}
	found := m.ofOwn(text)
	if len(found) == 0 {
		return raw
	}
	return asJSON(replace(text, found))
}
