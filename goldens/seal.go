package goldens

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Digest returns the first 32 hex digits of a text's SHA-256.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Sealed returns the bytes of a pending file, with a seal over its content.
func (f *File) Sealed() ([]byte, error) {
	bare, pending := *f, *f.Pending
	pending.Seal, bare.Pending = "", &pending
	text, err := bare.Append(nil)
	if err != nil {
		return nil, err
	}
	pending.Seal = Digest(text)
	return bare.Append(nil)
}

// Digest returns the digest of a file's content, whichever run has shown it, whether or not it is accepted, and in
// whichever version it is written.
func (f *File) Digest() (string, error) {
	bare := *f
	bare.Pending, bare.Version = nil, newest
	text, err := bare.Append(nil)
	return Digest(text), err
}

// CheckSeal returns an error if a pending file with this seal was modified.
func CheckSeal(file, seal string, got, written []byte) error {
	switch {
	case seal == "":
		return pipeline.FileErrorf(file, 0, "another version of beaver-eval wrote it, without a seal").Remedied(
			"run again")
	case !bytes.Equal(got, written):
		return pipeline.FileErrorf(file, 0, "edited by hand since the run that wrote it").Remedied(
			"run again")
	}
	return nil
}
