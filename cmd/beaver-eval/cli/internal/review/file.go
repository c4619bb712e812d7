package review

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// EditorFile returns the absolute name of a regular file below a folder. Links are resolved first.
func EditorFile(folder, name string) (string, error) {
	none := fmt.Errorf("%s is not a file on disk, so it cannot be edited", filepath.ToSlash(name))
	if folder == "" || !filepath.IsLocal(name) {
		return "", none
	}
	folder, err1 := filepath.Abs(folder)
	real, err2 := filepath.EvalSymlinks(filepath.Join(folder, name))
	realFolder, err3 := filepath.EvalSymlinks(folder)
	if errors.Join(err1, err2, err3) != nil {
		return "", none
	}
	info, err1 := os.Lstat(real)
	rel, err2 := filepath.Rel(realFolder, real)
	if errors.Join(err1, err2) != nil || !filepath.IsLocal(rel) || !info.Mode().IsRegular() {
		return "", none
	}
	return filepath.Join(folder, name), nil
}
