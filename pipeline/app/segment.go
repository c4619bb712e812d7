package app

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"strings"
)

// prefix begins the path of each case's URL; its segment follows.
const prefix = "/case/"

// Segment returns the name of a case as it stands in URLs: letters, digits, '.', '_' and '-' unchanged, all else as '-'
// with 8 hex digits of the name's SHA-256 at the end.
func Segment(name string) string {
	clean := strings.Map(func(r rune) rune {
		if isPlain(r) {
			return r
		}
		return '-'
	}, name)
	if clean == name && clean != "" && strings.Trim(clean, ".") != "" && len(clean) <= 100 {
		return clean
	}
	sum := sha256.Sum256([]byte(name))
	return strings.Trim(clean[:min(len(clean), 80)], "-.") + "-" + hex.EncodeToString(sum[:4])
}

// isPlain reports whether a character stands unchanged in names and keys.
func isPlain(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' || r == '.'
}

// nothing is a logger that discards: errors of requests are reported where they are refused.
func nothing() *log.Logger { return log.New(io.Discard, "", 0) }

// Path returns the path prefix of a case's requests, below the address of the proxy: /case/NAME.
func Path(name string) string { return prefix + Segment(name) }
