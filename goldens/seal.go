package goldens

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Digest names a text: 32 hex digits of its SHA-256.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Sealed gives the bytes of a pending file, with the seal of all that it says.
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

// Digest names what a file holds, whoever has shown it and whether anybody has accepted it.
func (f *File) Digest() (string, error) {
	bare := *f
	bare.Pending = nil
	text, err := bare.Append(nil)
	return Digest(text), err
}

// CheckSeal returns the error of a pending file with this seal that is not as it was written.
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
