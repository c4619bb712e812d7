// A program can run in a copy of its project, so that nothing that it writes there is left for another case. The copy
// is described once (ReadTree) and made for each case. Files are copied, by reference where the file system can, and
// never hard-linked: a program that writes into a file would write into both.

package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Limits of a copy. Each case makes one.
const (
	MaxTreeBytes = 200 << 20
	MaxTreeFiles = 20_000
)

// shared are folders that a copy has as links to the original: installed packages and what a compiler made, which are
// large, and which programs read.
var shared = []string{"node_modules", ".venv", "target"}

// Tree describes the files of a folder. It can be copied by many goroutines at once.
type Tree struct {
	dir     string // absolute, without links
	entries []treeEntry
}

// Work makes a folder beside the case's part, for a copy of a work tree in which the case runs.
func (f *ScratchFolder) Work() (string, error) {
	dir := filepath.Join(f.root, "work")
	return dir, os.Mkdir(dir, 0o700)
}

// treeEntry is a folder, a regular file or a link. A folder comes before what is in it.
type treeEntry struct {
	name    string // relative to the folder
	mode    fs.FileMode
	changed time.Time
	to      string // of a link
	copied  bool   // of a link: to is relative to the folder, and the copy has what it leads to
}

// ReadTree looks at a folder. Left out are .git, temporary folders of cases, the folders and files in except, whose
// names are relative to it, and what a program could not read either: unreadable files, sockets, pipes. Links are not
// followed. An error says that the folder is larger than a copy may be, and which of its folders are, or that ctx is
// done.
func ReadTree(ctx context.Context, dir string, except ...string) (*Tree, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, err
	}
	t := &Tree{dir: dir}
	w := &weights{}
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, name) // both are absolute
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && rel == ".":
			return err
		case err != nil || rel == ".": // unreadable, or gone by now
			return nil
		case e.Name() == ".git" || strings.HasPrefix(e.Name(), prefix),
			slices.Contains(except, filepath.ToSlash(rel)):
			return leave(e)
		}
		return t.add(rel, e, w)
	})
	return t, cmp.Or(err, w.err())
}

func leave(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// add adds an entry, and its size to the weights.
func (t *Tree) add(rel string, e fs.DirEntry, w *weights) error {
	info, err := e.Info()
	if err != nil {
		return nil // gone by now
	}
	entry := treeEntry{name: rel, mode: info.Mode(), changed: info.ModTime()}
	switch {
	case e.IsDir() && slices.Contains(shared, e.Name()):
		entry.mode, entry.to = fs.ModeSymlink, filepath.Join(t.dir, rel)
		t.entries = append(t.entries, entry)
		return fs.SkipDir
	case info.Mode()&fs.ModeSymlink != 0:
		if entry.to, entry.copied, err = t.target(rel); err != nil {
			return nil
		}
	case info.Mode().IsRegular():
		if w.add(rel, info.Size()); w.full() {
			return nil // only weighed
		}
	case !e.IsDir():
		return nil
	}
	t.entries = append(t.entries, entry)
	return nil
}

// target returns where a link of the folder leads: to a place in the folder, or to an absolute path.
func (t *Tree) target(rel string) (to string, inside bool, err error) {
	if to, err = os.Readlink(filepath.Join(t.dir, rel)); err != nil {
		return "", false, err
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(t.dir, filepath.Dir(rel), to)
	}
	if below, err := filepath.Rel(t.dir, to); err == nil && filepath.IsLocal(below) {
		return below, true, nil
	}
	return to, false, nil
}

// Copy makes a copy in an empty folder. Its folders can be written, files have their modes and times. A file that has
// gone since, or that cannot be read, is left out. It stops when ctx is done.
func (t *Tree) Copy(ctx context.Context, to string) error {
	for i := range t.entries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		e := &t.entries[i]
		name := filepath.Join(to, e.name)
		var err error
		switch {
		case e.mode.IsDir():
			err = os.Mkdir(name, e.mode.Perm()|0o700)
		case e.mode&fs.ModeSymlink != 0:
			err = e.link(to, name)
		default:
			err = copyFile(filepath.Join(t.dir, e.name), name, e)
		}
		if err != nil {
			return fmt.Errorf("%s: %s", shown(e.name), reason(err))
		}
	}
	return nil
}

// reason returns what the system says of an error, without the names of files in temporary folders.
func reason(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return err.Error()
}

// link makes a link of a copy. One within the folder stays within the copy, also an absolute one.
func (e *treeEntry) link(root, name string) error {
	to := e.to
	if e.copied {
		var err error
		if to, err = filepath.Rel(filepath.Dir(name), filepath.Join(root, to)); err != nil {
			return err
		}
	}
	return os.Symlink(to, name)
}

// copyFile copies a regular file. The system copies by reference where it can.
func copyFile(from, to string, e *treeEntry) (err error) {
	in, err := openRegular(from)
	if err != nil || in == nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	err = errors.Join(err, out.Chmod(e.mode.Perm()), out.Close())
	if err != nil {
		return err
	}
	return os.Chtimes(to, time.Time{}, e.changed)
}

// openRegular opens a file; nil: it has gone, is no regular file any more, or may not be read.
func openRegular(name string) (*os.File, error) {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	return f, err
}

// weights are the sizes of files, by the folders at the top.
type weights struct {
	bytes int64
	files int
	tops  []weight
	at    map[string]int // in tops
}

type weight struct {
	name  string
	bytes int64
	files int
}

func (w *weights) add(rel string, size int64) {
	top, _, below := strings.Cut(filepath.ToSlash(rel), "/")
	if below {
		top += "/"
	}
	if w.at == nil {
		w.at = map[string]int{}
	}
	i, known := w.at[top]
	if !known {
		i, w.at[top] = len(w.tops), len(w.tops)
		w.tops = append(w.tops, weight{name: top})
	}
	w.bytes, w.files = w.bytes+size, w.files+1
	w.tops[i].bytes, w.tops[i].files = w.tops[i].bytes+size, w.tops[i].files+1
}

func (w *weights) full() bool { return w.bytes > MaxTreeBytes || w.files > MaxTreeFiles }

// err says which of the files weigh most; nil: they do not weigh too much.
func (w *weights) err() error {
	if !w.full() {
		return nil
	}
	much, of := w.bytes > MaxTreeBytes, fmt.Sprintf("%d files", w.files)
	limit := fmt.Sprintf("%d files", MaxTreeFiles)
	if much {
		of, limit = megabytes(w.bytes), megabytes(MaxTreeBytes)
	}
	slices.SortStableFunc(w.tops, func(a, b weight) int {
		if much {
			return cmp.Compare(b.bytes, a.bytes)
		}
		return cmp.Compare(b.files, a.files)
	})
	var most []string
	for i, top := range w.tops[:min(len(w.tops), 3)] {
		text, light := fmt.Sprintf("%d files", top.files), top.files*few < w.files
		if much {
			text, light = megabytes(top.bytes), top.bytes*few < w.bytes
		}
		if i > 0 && light {
			break
		}
		most = append(most, shown(top.name)+" "+text)
	}
	return fmt.Errorf("a copy of the project would have %s, at most %s are copied for each case: move what the "+
		"program does not need out of it (%s)", of, limit, strings.Join(most, ", "))
}

// few is the share of all files below which a folder is not named.
const few = 20

func megabytes(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/(1<<20)) }
