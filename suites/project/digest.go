package project

import (
	"crypto/sha256"
	"encoding/hex"
)

// digestOf names bytes: 32 hex digits of their SHA-256.
func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
