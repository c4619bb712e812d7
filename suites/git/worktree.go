package git

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// maxGitFile is how large a .gitignore or a .gitattributes may be, in bytes.
const maxGitFile = 1 << 20

// byteOrderMark may stand at the beginning of a text of Windows.
const byteOrderMark = "\ufeff"

// worktree is the git work tree in which a project lies.
type worktree struct {
	top     string // on disk
	project string // the project's root relative to top, with slashes; "." at the top
}

// findWorktree returns the work tree of a folder; nil: it lies in none.
func findWorktree(dir string) *worktree {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil
	}
	for top := dir; ; top = filepath.Dir(top) {
		if info, err := os.Stat(filepath.Join(top, ".git")); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			below, err := filepath.Rel(top, dir)
			if err != nil {
				return nil
			}
			return &worktree{top: top, project: filepath.ToSlash(below)}
		}
		if top == filepath.Dir(top) {
			return nil
		}
	}
}

// leveled is a line of one of git's files with the file's folder, relative to the top.
type leveled struct{ folder, text string }

// relative returns a path relative to the folder of the line; the path lies below it.
func (l leveled) relative(name string) string {
	if l.folder == "." {
		return name
	}
	return strings.TrimPrefix(name, l.folder+"/")
}

// lines returns the lines of the files named file, .gitignore or .gitattributes, in the folders on the way to a path.
// Of two that match the later one decides. Unreadable files are ignored, as git does.
func (w *worktree) lines(file, name string) []leveled {
	var all []leveled
	parts := strings.Split(name, "/")
	for i := range parts {
		folder := path.Join(parts[:i]...)
		if folder == "" {
			folder = "."
		}
		text, err := disk.ReadFile(filepath.Join(w.top, filepath.FromSlash(folder), file), maxGitFile)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(bytes.TrimPrefix(text, []byte(byteOrderMark))) {
			all = append(all, leveled{folder, strings.TrimRight(string(line), "\r\n")})
		}
	}
	return all
}

// rootFile returns the content of a file in the project's root, empty if there is none.
func (w *worktree) rootFile(file string) ([]byte, error) {
	name := w.onDisk(file)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, errors.Unwrap(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New("it is a link, through which nothing is written")
	case info.Mode().Perm()&0o200 == 0:
		return nil, errors.New("it is read-only")
	}
	text, err := disk.ReadFile(name, maxGitFile)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // the message has its name already
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, errors.New("it is not UTF-8 text")
	}
	return text, err
}

// onDisk returns where a file in the project's root lies.
func (w *worktree) onDisk(file string) string {
	return filepath.Join(w.top, filepath.FromSlash(w.project), file)
}
