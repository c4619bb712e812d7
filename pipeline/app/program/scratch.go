// These are the temporary folders of cases. A folder that a killed process leaves behind is removed by the next run; a
// lock distinguishes it from those in use.

package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

const (
	prefix = "beaver-eval-case-"
	inside = "files" // the part of the folder that the case gets
	locked = "lock"

	// young is the age up to which a folder may still be in the making.
	young = 24 * time.Hour
)

// ScratchFolder is a temporary folder of this process.
type ScratchFolder struct {
	Path string
	root string
	lock *flock.Flock
}

// NewScratch makes a folder. The case's part is made once it is locked: until then nobody sweeps it.
func NewScratch() (*ScratchFolder, error) {
	root, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, err
	}
	f := &ScratchFolder{Path: filepath.Join(root, inside), root: root, lock: flock.New(filepath.Join(root, locked))}
	if _, err = f.lock.TryLock(); err == nil {
		err = os.Mkdir(f.Path, 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, f.Remove())
	}
	return f, nil
}

// Remove removes the folder with its contents.
func (f *ScratchFolder) Remove() error { return remove(f.root, f.lock) }

// remove removes a folder whose lock is held, so that nobody else does so meanwhile. Windows removes no open file.
func remove(root string, lock *flock.Flock) error {
	if runtime.GOOS == "windows" {
		lock.Close()
	}
	return errors.Join(removeAll(root), lock.Close())
}

// removeAll removes a folder, also with folders in it that a program has made read-only.
func removeAll(root string) error {
	if os.RemoveAll(root) == nil {
		return nil
	}
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if e != nil && e.IsDir() {
			_ = os.Chmod(name, 0o700) // what cannot be opened is the error of the second try
		}
		return nil
	})
	return os.RemoveAll(root)
}

// SweepScratch removes this user's folders whose processes have been killed, and returns their number. The error names
// those that cannot be removed.
func SweepScratch() (removed int, err error) {
	dir := os.TempDir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, nil // if it does not exist, there is nothing to sweep
	}
	var errs []error
	for _, e := range entries {
		info, err := e.Info()
		if !strings.HasPrefix(e.Name(), prefix) || err != nil || !info.IsDir() || !own(info) {
			continue
		}
		done, err := sweep(filepath.Join(dir, e.Name()), info)
		if errs = append(errs, err); done {
			removed++
		}
	}
	return removed, errors.Join(errs...)
}

// sweep removes a folder that is not in use.
func sweep(root string, info os.FileInfo) (done bool, err error) {
	if !isWhole(root) {
		if time.Since(info.ModTime()) < young {
			return false, nil
		}
		err := os.RemoveAll(root)
		return err == nil, err
	}
	lock := flock.New(filepath.Join(root, locked), flock.SetFlag(os.O_RDONLY))
	got, err := lock.TryLock()
	if err != nil || !got {
		return false, nil // it is in use, or gone by now
	}
	if !isWhole(root) { // its process removed it before the lock was free
		return false, lock.Close()
	}
	err = remove(root, lock)
	return err == nil, err
}

// isWhole reports whether a folder has everything that NewScratch makes.
func isWhole(root string) bool {
	files, err1 := os.Lstat(filepath.Join(root, inside))
	lock, err2 := os.Lstat(filepath.Join(root, locked))
	return err1 == nil && err2 == nil && files.IsDir() && lock.Mode().IsRegular()
}
