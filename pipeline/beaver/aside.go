package beaver

import "encoding/json"

// aside is a text that an answer has beside what its stage needs. A value of another type is left out: it is no reason
// to lose the rest of the answer (FB-5).
type aside string

// UnmarshalJSON implements json.Unmarshaler.
func (a *aside) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*a = aside(text)
	}
	return nil
}

// asides is a list of such texts. One text without a list is a list of one.
type asides []aside

// UnmarshalJSON implements json.Unmarshaler.
func (a *asides) UnmarshalJSON(raw []byte) error {
	var list []aside
	if json.Unmarshal(raw, &list) == nil {
		*a = list
		return nil
	}
	*a = make(asides, 1)
	return (*a)[0].UnmarshalJSON(raw)
}

// shown returns the texts, each in one line.
func (a asides) shown() []string {
	var lines []string
	for _, text := range a {
		lines = append(lines, oneLine(string(text)))
	}
	return nonBlank(lines)
}
