package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Files are the digests of the files that a run may read, by name as Project.Named gives it.
type Files struct {
	Data map[string]string // the project's own, and folders of templates
	Code map[string]string // those that may be the code of its applications
}

// Digests reads the files that a run of the project may read, and those in other files and folders. Pending changes do
// not count, nor files that this process writes. It stops when ctx ends.
func (p *Project) Digests(ctx context.Context, systems map[string]pipeline.System, others ...string) (Files, error) {
	f := Files{Data: map[string]string{}, Code: map[string]string{}}
	type file struct {
		name, digest string
		of           map[string]string
		err          error
	}
	each := func(_ context.Context, found func(file) error) error {
		for _, root := range slices.Concat(Watched(p), others) {
			err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
				if errors.Is(err, fs.ErrNotExist) {
					return nil
				}
				if err != nil || !e.Type().IsRegular() || isWaiting(e.Name()) {
					return err
				}
				return found(file{name: name, of: f.Data})
			})
			if err != nil {
				return err
			}
		}
		for _, name := range WatchedCode(p, systems) {
			info, err := os.Lstat(name)
			if err != nil || !info.Mode().IsRegular() || p.isOutput(info) {
				continue // git lists deleted files too
			}
			if err := found(file{name: name, of: f.Code}); err != nil {
				return err
			}
		}
		return nil
	}
	worker := func(context.Context) func(file) file {
		buffer := make([]byte, 64<<10)
		return func(of file) file {
			of.digest, of.err = digestFile(of.name, buffer)
			return of
		}
	}
	err := fixtures.InOrder(ctx, each, 0, 0, worker, func(of file) error {
		of.of[p.Named(of.name)] = of.digest
		return of.err
	})
	return f, err
}

// isWaiting reports whether a file waits for review, or is not complete yet.
func isWaiting(name string) bool {
	return strings.Contains(name, ".pending.") || strings.HasPrefix(name, ".")
}

// isOutput reports whether this process writes the file.
func (p *Project) isOutput(info fs.FileInfo) bool {
	return slices.ContainsFunc(p.outputs, func(o fs.FileInfo) bool { return os.SameFile(o, info) })
}

// maxDigested is the size of the largest file that is read for its digest, in bytes: as large as a recording may be.
const maxDigested = 256 << 20

// digestFile returns the first 32 hex digits of the SHA-256 of a file, read through a buffer; of a file of more than
// maxDigested bytes, which takes seconds to read, its size and the time of its last change.
func digestFile(name string, buffer []byte) (string, error) {
	file, err := disk.Open(name)
	if err != nil {
		return "", err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > maxDigested {
		return fmt.Sprintf("%d bytes of %s", info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano)), file.Close()
	}
	h := sha256.New()
	if err == nil {
		_, err = io.CopyBuffer(h, struct{ io.Reader }{file}, buffer)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), errors.Join(err, file.Close())
}
