package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

// File is a file of a commit.
type File struct {
	Name   string // relative to the repository's folder, with slashes
	Object string // the id of its content; empty: there is no such file
	Link   bool   // the content is the name of another file
}

// Holds reports whether the file's content equals data, by comparing ids without reading the file.
func (f File) Holds(data []byte) bool {
	var h hash.Hash = sha1.New()
	if len(f.Object) == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)) == f.Object
}

// Files returns the files of a commit below a folder, or the one of this name, in the order of their names.
func (r *Repository) Files(ctx context.Context, commit, folder string) ([]File, error) {
	out, err := r.run(ctx, "ls-tree", "-r", "-z", commit, "--", "./"+folder)
	if err != nil {
		return nil, err
	}
	var files []File
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about) // mode, type, id
		if len(fields) == 3 && fields[1] == "blob" {
			files = append(files, File{Name: name, Object: fields[2], Link: fields[0] == "120000"})
		}
	}
	return files, nil
}
