package app

import "encoding/json"

// isNull reports whether a member is absent, which many writers spell so too.
func isNull(raw json.RawMessage) bool { return raw == nil || string(raw) == "null" }
