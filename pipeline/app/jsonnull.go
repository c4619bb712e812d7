package app

import "encoding/json"

// isNull reports whether a member is absent, or null, as many writers spell absence.
func isNull(raw json.RawMessage) bool { return raw == nil || string(raw) == "null" }
