package project

import (
	"crypto/sha256"
	"encoding/hex"
)

// digestOf returns the first 32 hex digits of the SHA-256 of data.
func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
