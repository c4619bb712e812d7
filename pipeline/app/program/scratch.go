// These are the temporary folders of cases. One that is left by a process that was killed is removed by the
// next run; a lock tells it from those that are in use.

package program

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

const (
	prefix = "beaver-eval-case-"
	inside = "files" // what the case has of the folder
	locked = "lock"

	// young is how old a folder may be that somebody is still making.
	young = 24 * time.Hour
)

// ScratchFolder is a temporary folder of this process.
type ScratchFolder struct {
	Path string
	root string
	lock *flock.Flock
}

// NewScratch makes a folder. What the case has of it is made when it is locked: until then nobody sweeps it.
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

// Remove removes the folder with all in it.
func (f *ScratchFolder) Remove() error { return remove(f.root, f.lock) }

// remove removes a folder whose lock is held, so that nobody else does so meanwhile. Windows removes no open file.
func remove(root string, lock *flock.Flock) error {
	if runtime.GOOS == "windows" {
		lock.Close()
	}
	return errors.Join(os.RemoveAll(root), lock.Close())
}

// SweepScratch removes the folders of this user whose processes have been killed, and says how many they were. The
// error names those that cannot be removed.
func SweepScratch() (removed int, err error) {
	dir := os.TempDir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, nil // without the folder nothing is left in it
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

// sweep removes a folder where nobody has it.
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
	if !isWhole(root) { // its process has removed it before the lock was free
		return false, lock.Close()
	}
	err = remove(root, lock)
	return err == nil, err
}

// isWhole reports whether a folder has all that New makes.
func isWhole(root string) bool {
	files, err1 := os.Lstat(filepath.Join(root, inside))
	lock, err2 := os.Lstat(filepath.Join(root, locked))
	return err1 == nil && err2 == nil && files.IsDir() && lock.Mode().IsRegular()
}
