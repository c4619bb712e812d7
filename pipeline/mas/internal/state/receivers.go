package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Receivers are the receivers of a message: a list of ids, or one id as a string instead of a list.
type Receivers struct {
	ids   []string
	alone bool
}

// To returns a list of receivers.
func To(ids ...string) Receivers { return Receivers{ids: ids} }

// IDs returns the receivers in order. A string is one receiver, and an empty one none; the program takes each of its
// characters for one (Q).
func (r Receivers) IDs(compat Compat) []string {
	if r.alone && (compat != Document || r.ids[0] == "") {
		return strings.Split(r.ids[0], "")
	}
	return slices.Clone(r.ids)
}

// MarshalJSON implements json.Marshaler.
func (r Receivers) MarshalJSON() ([]byte, error) {
	if r.alone {
		return json.Marshal(r.ids[0])
	}
	return json.Marshal(append([]string{}, r.ids...))
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Receivers) UnmarshalJSON(raw []byte) error {
	*r = Receivers{}
	var one *string
	if json.Unmarshal(raw, &one) == nil {
		if one != nil {
			*r = Receivers{ids: []string{*one}, alone: true}
		}
		return nil
	}
	var ids []*string
	if err := json.Unmarshal(raw, &ids); err != nil {
		return fmt.Errorf("want a list of agent ids: %w", err)
	}
	for _, id := range ids {
		if id == nil {
			return errors.New("want a list of agent ids, not null")
		}
		r.ids = append(r.ids, *id)
	}
	return nil
}
