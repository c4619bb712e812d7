package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxCallID is the maximum length in characters that every provider accepts in the id of a tool call.
const maxCallID = 40

// CallID makes the id of a tool call from a path, for calls that come without one. Providers accept letters, digits,
// '_' and '-': everything else becomes '_', and a long id ends in 8 hex digits of the path's SHA-256.
func CallID(path string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, path)
	if len(id) <= maxCallID {
		return id
	}
	sum := sha256.Sum256([]byte(path))
	return id[:maxCallID-9] + "_" + hex.EncodeToString(sum[:4])
}
