package state

import (
	"encoding/json"
	"slices"
)

// Order is a tool's instruction: an object, or a text (A4).
type Order struct{ Value }

// Empty reports whether no instruction was generated.
func (o Order) Empty() bool {
	return slices.Contains([]string{"", "{}", "null", `""`}, string(o.JSON))
}

// Arguments returns the arguments of the tool call.
func (o Order) Arguments() string {
	var text string
	if json.Unmarshal(o.JSON, &text) == nil {
		return text
	}
	return string(o.JSON)
}

// MarshalJSON implements json.Marshaler. Without an instruction it is an empty object.
func (o Order) MarshalJSON() ([]byte, error) {
	if o.JSON == nil {
		return json.RawMessage("{}"), nil
	}
	return o.JSON, nil
}
