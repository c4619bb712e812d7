package secrets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode"
)

// digestDigits is how many hex digits of a secret's SHA-256 are in its mask.
const digestDigits = 8

// A mask has letters, digits and dashes, so that it can replace a secret anywhere: in a JSON string, in YAML, in an
// address, in a shell's command.
const maskPrefix = "masked-"

var maskForm = expression(`masked-[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}`)

// wholeMask matches a text that is only a mask.
var wholeMask = expression(`^` + `masked-[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}` + `$`)

func isMask(value string) bool {
	return strings.HasPrefix(value, maskPrefix) && wholeMask().MatchString(value)
}

// Mask returns the replacement of a secret: masked-KIND-1a2b3c4d. A secret has the same digest in every place and
// spelling.
func Mask(kind, secret string) string { return maskPrefix + kind + "-" + Digest(secret) }

// Digest returns the first 8 hex digits of a secret's SHA-256, as in masks. It has no key: it must be the same on every
// machine, so a guessed secret can be confirmed by it.
func Digest(secret string) string {
	sum := sha256.Sum256([]byte(plain(secret)))
	return hex.EncodeToString(sum[:])[:digestDigits]
}

// plain returns a secret without the escapes of the JSON strings around it, and without blanks.
func plain(secret string) string {
	const mostLevels = 4
	for range mostLevels {
		var s string
		if !strings.Contains(secret, `\`) || json.Unmarshal([]byte(`"`+secret+`"`), &s) != nil {
			break
		}
		secret = s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, secret)
}
