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

// checkedFile names, in the folder of reports, the runs in which nothing was found, with what their files held then.
const checkedFile = "checked"

// maxChecked is how much of that file is read, in bytes.
const maxChecked = 16 << 20

// Checked are the runs below a folder in which nothing was found, by the rules that were looked with. Other rules know
// of none.
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

// ReadChecked reads which runs below dir were looked through by these rules. A file that nobody has written so says
// nothing.
func ReadChecked(dir, rules string) *Checked {
	c := &Checked{dir: dir, rules: rules, now: map[string]string{}}
	var read checkedJSON
	text, err := disk.ReadFile(filepath.Join(dir, checkedFile), maxChecked)
	if err == nil && json.Unmarshal(text, &read) == nil && read.Rules == rules {
		c.was = read.Runs
	}
	return c
}

// Known reports whether nothing was found in the run of this name when its files held the same.
func (c *Checked) Known(name, digest string) bool {
	known := digest != "" && c.was[name] == digest
	if known {
		c.now[name] = digest
	}
	return known
}

// Note notes that nothing was found in a run whose files had this digest.
func (c *Checked) Note(name, digest string) { c.now[name] = digest }

// Keep writes what is known by now: of runs that are there no more nothing.
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

// Digest is that of all files below a run's folder, with their names. What is no regular file makes an error: nobody
// knows what it holds.
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
