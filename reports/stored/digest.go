package stored

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Digest returns the digest of all files below a run's folder, with their names. Anything but a regular file is an
// error, since its content is unknown.
func Digest(folder string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(folder, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, err := disk.Open(file)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err == nil {
			rel, _ := filepath.Rel(folder, file)
			fmt.Fprintf(sum, "%q %d\n", rel, info.Size())
			_, err = io.Copy(sum, f)
		}
		return errors.Join(err, f.Close())
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
