package packed

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// Flush writes what was changed into the files as they are by now, the goldens first: a command that is killed in
// between leaves changes that are accepted already. What other commands have written since the files were opened stays:
// of a golden the calls that are not changed here. The caller holds the lock of the project, and closes g.
func (g *Goldens) Flush() error {
	if !g.still() {
		if err := g.rebase(); err != nil {
			return err
		}
	}
	err := errors.Join(g.golden.close(), g.wait.close()) // Windows replaces no open file
	if g.golden, g.wait = nil, nil; err != nil {
		return err
	}
	if err := g.flush(&accepted, g.File(), g.accepts); err != nil {
		return err
	}
	return g.flush(&waiting, g.WaitingFile(), g.waits)
}

// errNone says that a file would hold no case.
var errNone = errors.New("no case")

func (g *Goldens) flush(k *kind, name string, c *changes) error {
	if c.none() {
		return nil
	}
	err := g.store.Stream(name, func(w io.Writer) error {
		f, err := g.store.FS.Open(name)
		var old *reader
		if err == nil {
			defer f.Close()
			old, err = newReader(k, name, g.suite, f)
		} else if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if err != nil {
			return err
		}
		to := &writer{kind: k, suite: g.suite, out: bufio.NewWriterSize(w, 64<<10)}
		if err := c.merge(old, to); err != nil {
			return err
		}
		if to.cases == 0 {
			return errNone
		}
		return to.out.Flush()
	})
	if errors.Is(err, errNone) {
		return g.store.Remove(name)
	}
	return err
}

// still reports whether the files to change are those that were opened, and so what was seen in them.
func (g *Goldens) still() bool {
	return g.wait.still(g.store, g.WaitingFile()) && (g.onlyWaits || g.golden.still(g.store, g.File()))
}

// rebase makes of the changes of files as they were when they were opened changes of the files as they are by now:
// another command has written them meanwhile.
func (g *Goldens) rebase() (err error) {
	now, err := Open(g.store, g.suite)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, now.Close()) }()
	accepts, waits := newAccepts(), newWaits()
	err = errors.Join(
		g.accepts.each(func(id, lines []byte) error {
			merged, err := g.rebased(now, string(id), lines)
			if err != nil {
				return err
			}
			return accepts.put(string(id), merged)
		}),
		g.waits.each(func(id, line []byte) error {
			if holds, err := g.stillWaits(now, string(id), line); !holds || err != nil {
				return err
			}
			return waits.put(string(id), bytes.Clone(line))
		}))
	err = errors.Join(err, g.accepts.close(), g.waits.close())
	g.accepts, g.waits = accepts, waits
	return err
}

// rebased returns the lines of a golden: of the calls that are changed in lines, these, and of the others those that
// the file has now.
func (g *Goldens) rebased(now *Goldens, id string, lines []byte) ([]byte, error) {
	before, err1 := g.golden.find(id)
	there, err2 := now.golden.find(id)
	if err := errors.Join(err1, err2); err != nil || bytes.Equal(before, there) {
		return bytes.Clone(lines), err
	}
	var of [3]map[string]callLine
	var files [3]*goldens.File
	for i, lines := range [][]byte{before, there, lines} {
		all, err := callsOf(lines)
		if err != nil {
			return nil, err
		}
		of[i], files[i] = map[string]callLine{}, &goldens.File{Suite: g.suite, Case: id}
		for _, l := range all {
			of[i][l.Path] = l
			files[i].Calls = append(files[i].Calls, goldens.Call{Path: l.Path, Stage: l.Stage, Digest: l.Digest})
		}
	}
	was, theirs, ours := of[0], of[1], of[2]
	merged := goldens.Merge(files[1], files[2], func(c goldens.Change) bool {
		return ours[c.Path].Digest != was[c.Path].Digest
	})
	var result []byte
	for _, c := range merged.Calls {
		line := theirs[c.Path]
		if line.Digest != c.Digest {
			line = ours[c.Path]
		}
		var err error
		if result, err = appendLine(result, line); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// stillWaits reports whether a change of what waits for review holds. What has been accepted meanwhile does not wait,
// and what another command has kept meanwhile is not dropped unseen.
func (g *Goldens) stillWaits(now *Goldens, id string, line []byte) (bool, error) {
	if len(line) == 0 {
		before, err1 := g.wait.find(id)
		there, err2 := now.wait.find(id)
		return bytes.Equal(before, there), errors.Join(err1, err2)
	}
	before, err1 := g.golden.find(id)
	there, err2 := now.golden.find(id)
	if err := errors.Join(err1, err2); err != nil || bytes.Equal(before, there) {
		return true, err
	}
	digest, err := digestOf(there)
	return string(line[:len(digest)]) != digest, err
}

// digestOf returns a digest of the calls in the lines of a golden, whether or not their texts are kept.
func digestOf(lines []byte) (string, error) {
	all, err := callsOf(lines)
	if err != nil {
		return "", err
	}
	var bare []byte
	for _, l := range all {
		l.Text = ""
		if bare, err = appendLine(bare, l); err != nil {
			return "", err
		}
	}
	return goldens.Digest(bare), nil
}

// still reports whether a file is the one that was opened. Files are replaced as a whole.
func (t *table) still(store goldens.Store, name string) bool {
	info, err := fs.Stat(store.FS, name)
	if t == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && os.SameFile(info, t.info) && info.Size() == t.size && info.ModTime().Equal(t.info.ModTime())
}
