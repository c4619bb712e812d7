package stored

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// checkedFile lists, in the folder of reports, the runs without secrets, with the digests of their files.
const checkedFile = "checked"

// maxChecked limits the size of that file, in bytes.
const maxChecked = 16 << 20

// Checked holds the runs below a folder in which certain rules found nothing.
type Checked struct {
	dir   string
	rules string
	was   map[string]string // digests by the run's name
	now   map[string]string
}

type checkedJSON struct {
	Rules string            `json:"rules"`
	Runs  map[string]string `json:"runs"` // digests
}

// ReadChecked reads which runs below dir were checked by these rules. A malformed file, or one for other rules, is
// ignored.
func ReadChecked(dir, rules string) *Checked {
	c := &Checked{dir: dir, rules: rules, now: map[string]string{}}
	var read checkedJSON
	text, err := disk.ReadFile(filepath.Join(dir, checkedFile), maxChecked)
	if err == nil && json.Unmarshal(text, &read) == nil && read.Rules == rules {
		c.was = read.Runs
	}
	return c
}

// Known reports whether nothing was found in the run of this name with the same files.
func (c *Checked) Known(name, digest string) bool {
	known := digest != "" && c.was[name] == digest
	if known {
		c.now[name] = digest
	}
	return known
}

// Note records that nothing was found in a run whose files have this digest.
func (c *Checked) Note(name, digest string) { c.now[name] = digest }

// Keep writes the file, without runs that no longer exist.
func (c *Checked) Keep() error {
	if len(c.now)+len(c.was) == 0 {
		return nil
	}
	text, err := json.MarshalIndent(checkedJSON{c.rules, c.now}, "", "  ")
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(c.dir, checkedFile), append(text, '\n'), 0o644)
}

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
