package goldens

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Digest returns the first 32 hex digits of a text's SHA-256.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Sealed returns the bytes of a pending file, with a seal over its content.
func (f *File) Sealed() ([]byte, error) {
	bare := *f
	bare.Pending = nil
	text, err := bare.Append(nil)
	if err != nil {
		return nil, err
	}
	return f.Pending.sealed(text)
}

// sealed returns the bytes of a pending file whose golden would be text: after its first line, the version, comes what
// is pending.
func (p *Pending) sealed(text []byte) ([]byte, error) {
	version, rest, _ := bytes.Cut(text, []byte("\n"))
	bare := *p
	bare.Seal = ""
	w, seal := &writer{b: append(make([]byte, 0, len(text)+1024), version...)}, &writer{}
	w.raw("\n")
	w.pending(&bare)
	at := len(w.b)
	w.b = append(w.b, rest...)
	seal.optional(2, "seal", Digest(w.b))
	if w.err != nil {
		return nil, w.err
	}
	w.b = slices.Insert(w.b, at, seal.b...)
	return w.b, CheckSize(len(w.b))
}

// Digest returns the digest of a file's content, whichever run has shown it, whether or not it is accepted, and in
// whichever version it is written. text is what Append has written of it, if that is known: else it is written again.
func (f *File) Digest(text []byte) (string, error) {
	if f.Pending == nil && VersionOf(text) == newest {
		return Digest(text), nil
	}
	bare := *f
	bare.Pending, bare.Version = nil, newest
	text, err := bare.Append(nil)
	return Digest(text), err
}

// isSealed reports whether a pending file is, byte by byte, what Sealed wrote with this seal.
func isSealed(data []byte, seal string) bool {
	before, rest, found := bytes.Cut(data, []byte("\n  seal: "))
	_, after, ends := bytes.Cut(rest, []byte("\n"))
	if seal == "" || !found || !ends {
		return false
	}
	sum := sha256.New()
	for _, part := range [][]byte{before, []byte("\n"), after} {
		sum.Write(part)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]) == seal
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
