package secrets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode"
)

// digestDigits is how many hex digits of the SHA-256 of a secret stand in its mask.
const digestDigits = 8

// A mask is made of letters, digits and dashes, so that it can stand wherever the secret stood: in a string of JSON, in
// YAML, in an address, in a shell's command.
const maskPrefix = "masked-"

var maskForm = expression(`masked-[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}`)

// wholeMask is a text that is a mask and nothing else.
var wholeMask = expression(`^` + `masked-[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}` + `$`)

func isMask(value string) bool {
	return strings.HasPrefix(value, maskPrefix) && wholeMask().MatchString(value)
}

// Mask is what stands in the place of a secret: masked-KIND-1a2b3c4d. The same secret has the same digest wherever it
// stands, and in whatever spelling.
func Mask(kind, secret string) string { return maskPrefix + kind + "-" + Digest(secret) }

// Digest is the first 8 hex digits of the SHA-256 of a secret, as masks show it. It has no key: it must be the same on
// every machine, and so a secret that can be guessed can be confirmed by it.
func Digest(secret string) string {
	sum := sha256.Sum256([]byte(plain(secret)))
	return hex.EncodeToString(sum[:])[:digestDigits]
}

// plain is a secret without the escapes of the strings of JSON that it stands in, and without blanks.
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
