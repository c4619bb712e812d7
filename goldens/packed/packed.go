// Package packed keeps the goldens of a suite with very many cases in one file, a line a call: its digest, and its
// whole text only if it has changed since it was packed. The changes that wait for review are in one file too, a line a
// case.
//
// Both are sorted by case, so that a diff shows what an edit has changed, and two branches seldom meet. They are read
// and written as streams: an entry for each block of lines is in memory, and of the changes so many bytes; the others
// are sorted on disk.
package packed

import (
	"bytes"
	"errors"
	"io"
	"path"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Is reports whether a file is, by its name, one of packed goldens or of their changes.
func Is(file string) bool { return path.Base(file) == FileName || path.Base(file) == WaitingName }

// Check reads a file of either kind below the goldens, and the texts that it keeps. The suite is its folder.
func Check(store goldens.Store, file string) error {
	k := &accepted
	if path.Base(file) == WaitingName {
		k = &waiting
	}
	t, err := openTable(store, file, path.Base(path.Dir(file)), k)
	if err != nil || t == nil || k == &waiting {
		return errors.Join(err, t.close())
	}
	g := newGoldens(store, t.suite)
	g.golden = t
	return errors.Join(g.Each(func(*goldens.File) error { return nil }), g.Close())
}

// Goldens are the packed goldens of a suite and its changes under review, as they were when they were opened. What is
// changed is written by Flush. Several goroutines may use it.
type Goldens struct {
	store        goldens.Store
	suite        string
	golden, wait *table
	onlyWaits    bool     // the goldens were not opened
	accepts      *changes // lines of goldens
	waits        *changes // behind a digest of the golden that they would be: their lines
}

func newGoldens(store goldens.Store, suite string) *Goldens {
	return &Goldens{store: store, suite: suite, accepts: newAccepts(), waits: newWaits()}
}

func newAccepts() *changes { return &changes{} }

func newWaits() *changes { return &changes{head: digestLength} }

// Open reads and checks the files of a suite; there may be none.
func Open(store goldens.Store, suite string) (*Goldens, error) {
	g := newGoldens(store, suite)
	var err1, err2 error
	g.golden, err1 = openTable(store, g.File(), suite, &accepted)
	g.wait, err2 = openTable(store, g.WaitingFile(), suite, &waiting)
	if err := errors.Join(err1, err2); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// OpenWaiting is Open without the goldens, which may be damaged: what is changed may only be dropped, under the lock.
func OpenWaiting(store goldens.Store, suite string) (g *Goldens, err error) {
	g = newGoldens(store, suite)
	g.onlyWaits = true
	g.wait, err = openTable(store, g.WaitingFile(), suite, &waiting)
	return g, err
}

// Read reads the goldens of a suite in a text of so many bytes, whose name is for errors. They cannot be changed.
func Read(name, suite string, text io.ReaderAt, size int64) (*Goldens, error) {
	t, err := newTable(&accepted, name, suite, text, size)
	if err != nil {
		return nil, err
	}
	g := newGoldens(goldens.Store{}, suite)
	g.golden = t
	return g, nil
}

// File returns the file of the goldens.
func (g *Goldens) File() string { return path.Join(g.store.Dir, g.suite, FileName) }

// WaitingFile returns the file of the changes under review.
func (g *Goldens) WaitingFile() string { return path.Join(g.store.Dir, g.suite, WaitingName) }

// Golden returns the golden of a case; nil: it has none. Of a call whose text is not kept there is the digest.
func (g *Goldens) Golden(id string) (*goldens.File, error) {
	lines, err := g.golden.find(id)
	if lines == nil || err != nil {
		return nil, err
	}
	return readGolden(g.golden.name, g.suite, id, lines)
}

// readGolden returns a golden with these lines of a file.
func readGolden(file, suite, id string, lines []byte) (*goldens.File, error) {
	all, err := callsOf(lines)
	f := &goldens.File{Suite: suite, Case: id}
	for _, l := range all {
		call := goldens.Call{Path: l.Path, Stage: l.Stage, Digest: l.Digest}
		if l.Text != "" {
			kept, err := goldens.Read(file, []byte(l.Text))
			if err == nil && len(kept.Calls) != 1 {
				err = errors.New("want one call")
			}
			if err != nil {
				return nil, pipeline.FileErrorf(file, 0, "the text of %s in %s: %w", l.Path, id, err)
			}
			call = kept.Calls[0]
		}
		f.Calls = append(f.Calls, call)
	}
	return f, err
}

// callsOf reads the lines of a case.
func callsOf(lines []byte) (all []callLine, err error) {
	for line := range bytes.Lines(lines) {
		var l callLine
		if err := readLine(line, &l); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// Same reports whether the golden of a case has the calls of f, all of them unchanged.
func (g *Goldens) Same(f *goldens.File) (bool, error) {
	was, err := g.golden.find(f.Case)
	if was == nil || err != nil {
		return false, err
	}
	for _, c := range f.Calls {
		digest, err := goldens.CallDigest(c)
		if err != nil {
			return false, err
		}
		line, err := appendLine(nil, callLine{Case: f.Case, Path: c.Path, Stage: c.Stage, Digest: digest})
		if err != nil {
			return false, err
		}
		end := bytes.IndexByte(was, '\n') + 1
		alike := bytes.TrimSuffix(line, []byte("}\n")) // a text may follow
		if end == 0 || !bytes.HasPrefix(was[:end], alike) {
			return false, nil
		}
		was = was[end:]
	}
	return len(was) == 0, nil
}

// Has reports whether a case has a golden.
func (g *Goldens) Has(id string) (bool, error) {
	lines, err := g.golden.find(id)
	return lines != nil, err
}

// Each calls f with the goldens of all cases, sorted by case.
func (g *Goldens) Each(f func(*goldens.File) error) error {
	return g.golden.each(func(id, lines []byte) error {
		golden, err := readGolden(g.golden.name, g.suite, string(id), lines)
		if err != nil {
			return err
		}
		return f(golden)
	})
}

// Change is a case with changes under review. Its file has no calls: they are what the case sends.
type Change struct {
	*goldens.File
	Differ int // calls that differ from the golden
}

func changeOf(suite string, line []byte) (Change, error) {
	var l waitLine
	if err := readLine(line, &l); err != nil {
		return Change{}, err
	}
	return Change{&goldens.File{Suite: suite, Case: l.Case, Pending: &l.Pending}, l.Calls}, nil
}

// Waiting returns the changes of a case under review; no file: it has none.
func (g *Goldens) Waiting(id string) (Change, error) {
	line, err := g.wait.find(id)
	if line == nil || err != nil {
		return Change{}, err
	}
	return changeOf(g.suite, line)
}

// Waits reports whether changes of a case are under review.
func (g *Goldens) Waits(id string) (bool, error) {
	line, err := g.wait.find(id)
	return line != nil, err
}

// EachWaiting calls f with all changes under review, sorted by case.
func (g *Goldens) EachWaiting(f func(Change) error) error {
	return g.wait.each(func(_, line []byte) error {
		c, err := changeOf(g.suite, line)
		if err != nil {
			return err
		}
		return f(c)
	})
}

// Accept replaces the golden of a case. The texts of calls that differ from the golden before are kept, and those that
// it has kept.
func (g *Goldens) Accept(f *goldens.File) error {
	was, err := g.golden.find(f.Case)
	if err != nil {
		return err
	}
	before, err := callsOf(was)
	if err != nil {
		return err
	}
	old := map[string]callLine{}
	for _, l := range before {
		old[l.Path] = l
	}
	lines, err := linesOf(f, func(c callLine) bool {
		l, there := old[c.Path]
		return there && (l.Digest != c.Digest || l.Text != "")
	})
	if err != nil {
		return err
	}
	return g.accepts.put(f.Case, lines)
}

// Pack replaces the golden of a case by the digests of its calls, and returns their size.
func (g *Goldens) Pack(f *goldens.File) (bytes int, err error) {
	lines, err := linesOf(f, func(callLine) bool { return false })
	if err != nil {
		return 0, err
	}
	return len(lines), g.accepts.put(f.Case, lines)
}

// linesOf returns the lines of a golden. kept says of which calls the texts are kept, as far as they are known.
func linesOf(f *goldens.File, kept func(callLine) bool) (lines []byte, err error) {
	for _, c := range f.Calls {
		l := callLine{Case: f.Case, Path: c.Path, Stage: c.Stage, Digest: c.Digest}
		if c.Digest == "" {
			text, err := goldens.CallText(c)
			if err != nil {
				return nil, err
			}
			if l.Digest = goldens.Digest(text); kept(l) {
				l.Text = string(text)
			}
		}
		if lines, err = appendLine(lines, l); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// Remove removes the golden of a case.
func (g *Goldens) Remove(id string) error { return g.accepts.put(id, nil) }

// Keep replaces the changes of a case under review.
func (g *Goldens) Keep(c Change) error {
	calls, err := linesOf(c.File, func(callLine) bool { return false })
	if err != nil {
		return err
	}
	line, err := appendLine([]byte(goldens.Digest(calls)), waitLine{c.Case, c.Differ, *c.Pending})
	if err != nil {
		return err
	}
	return g.waits.put(c.Case, line)
}

// Drop removes the changes of a case under review.
func (g *Goldens) Drop(id string) error { return g.waits.put(id, nil) }

// Changed reports whether there is anything to write.
func (g *Goldens) Changed() bool { return !g.accepts.none() || !g.waits.none() }

// Close closes the files.
func (g *Goldens) Close() error {
	return errors.Join(g.golden.close(), g.wait.close(), g.accepts.close(), g.waits.close())
}
