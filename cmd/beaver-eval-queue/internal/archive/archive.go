// Package archive packs files of a folder into one stream, and unpacks streams of others into a folder without trust:
// tar, compressed with Zstandard. Only regular files are packed and unpacked; the same files give the same bytes.
package archive

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Limits of what is packed and unpacked.
const (
	maxFiles = 1_000_000
	maxBytes = 4 << 30  // of all files
	maxRAM   = 64 << 20 // that one stream may ask for when it is unpacked
)

// ErrBad is the cause of the errors of an archive that cannot be trusted, or is none.
var ErrBad = errors.New("bad archive")

// Pack writes files of a folder, by their slash-separated names below it. Files that hold secrets by custom, such as
// .env, and links are left out.
func Pack(w io.Writer, dir string, names []string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	left := int64(maxBytes)
	for _, name := range slices.Sorted(slices.Values(names)) {
		if secret(name) {
			continue
		}
		n, err := pack(t, root, name)
		if left -= n; err == nil && left < 0 {
			err = fmt.Errorf("%s and the files before it have more than %d bytes", name, int64(maxBytes))
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

// secret reports whether files of a name hold passwords by custom.
func secret(name string) bool {
	base := strings.ToLower(path.Base(name))
	return base == ".env" || strings.HasPrefix(base, ".env.") || base == ".netrc" || base == ".npmrc" ||
		base == ".pypirc" || slices.Contains([]string{".pem", ".key", ".p12", ".pfx", ".creds", ".nk"}, path.Ext(base))
}

// pack writes a file, and returns its size.
func pack(t *tar.Writer, root *os.Root, name string) (int64, error) {
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() {
		return 0, err
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	h := &tar.Header{Typeflag: tar.TypeReg, Format: tar.FormatPAX, Name: name, Size: info.Size(),
		Mode: int64(info.Mode().Perm()&0o111 | 0o644)}
	if err := t.WriteHeader(h); err != nil {
		return 0, err
	}
	n, err := io.Copy(t, io.LimitReader(f, h.Size))
	if err == nil && n < h.Size {
		err = fmt.Errorf("%s has become shorter while it was read", name)
	}
	return n, err
}

// PackTree writes all files below a folder but hidden ones, which are locks.
func PackTree(w io.Writer, dir string) error {
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") {
			return err
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		return err
	}
	return Pack(w, dir, names)
}

// Unpack makes the files of a stream below a folder, which exists. A name that leads out of it, a link, a file twice or
// too much of anything is an error; what was unpacked before stays.
func Unpack(r io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxRAM))
	if err != nil {
		return err
	}
	defer z.Close()
	t := tar.NewReader(z)
	left := int64(maxBytes)
	for range maxFiles {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBad, err)
		}
		if left -= h.Size; left < 0 {
			return fmt.Errorf("%w: its files have more than %d bytes", ErrBad, int64(maxBytes))
		}
		if err := unpack(t, root, h); err != nil {
			return fmt.Errorf("%w: %q: %w", ErrBad, h.Name, err)
		}
	}
	return fmt.Errorf("%w: it has more than %d files", ErrBad, maxFiles)
}

func unpack(t *tar.Reader, root *os.Root, h *tar.Header) error {
	name := filepath.FromSlash(h.Name)
	switch {
	case h.Typeflag != tar.TypeReg:
		return errors.New("it is no regular file")
	case !fs.ValidPath(h.Name) || !filepath.IsLocal(name):
		return errors.New("its name leads out of the folder")
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(h.Mode)&0o111|0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, t)
	return errors.Join(err, f.Close())
}
