package kept_test

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/cache"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// seeing notes the files that are opened.
type seeing struct {
	fs.FS
	seen map[string]bool
}

func (s *seeing) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err == nil {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			s.seen[name] = true
		}
	}
	return f, err
}

func (s *seeing) Lstat(name string) (fs.FileInfo, error)     { return fs.Lstat(s.FS, name) }
func (s *seeing) ReadLink(name string) (string, error)       { return fs.ReadLink(s.FS, name) }
func (s *seeing) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(s.FS, name) }

// tried is what became of a case.
type tried struct {
	kept bool
	read []string
}

// try loads a suite and breaks the calls of its cases. It returns what was read to load it, and each case.
func (d *desk) try(t *testing.T, name string, kept *faults.Kept) (loading []string, cases map[string]tried) {
	t.Helper()
	files := &seeing{disk.DirFS(d.dir), map[string]bool{}}
	read := func() []string {
		all := slices.Sorted(maps.Keys(files.seen))
		files.seen = map[string]bool{}
		return all
	}
	known := map[string]pipeline.System{}
	for _, s := range all(t) {
		known[s.Name()] = s
	}
	p, err := project.Open(files, d.dir)
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, known, []string{name})
	if err != nil {
		t.Fatal(err)
	}
	s := suites[0]
	loading, cases = read(), map[string]tried{}
	err = s.Sources().Each(t.Context(), func(src fixtures.Source) error {
		m := faults.Of(s)
		m.Exchange = d.exchange(t)
		prepared, err := runner.Prepare(s, src, slices.Collect(maps.Keys(known)), m.Exchange)
		if err != nil {
			return err
		}
		_, found, err := kept.Cells(t.Context(), m, s, prepared)
		cases[prepared.ID()] = tried{found, read()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return loading, cases
}

// Each file that is read to load a suite, or to run its cases with a broken call, is in the keys: after any change of
// it, even one without a meaning, the cells that may rest on it are made again.
func TestEachFileReadIsInTheKey(t *testing.T) {
	d := newDesk(t)
	kept := faults.NewKept(cache.New(d.cache, 1<<30), func() string { return "this program" })
	for _, suite := range []string{"talk", "claw", "near"} {
		_, _ = d.try(t, suite, kept)
		loading, cases := d.try(t, suite, kept)
		read := map[string]bool{}
		for id, c := range cases {
			if !c.kept {
				t.Errorf("%s/%s: its cells are not kept", suite, id)
			}
			for _, file := range c.read {
				read[file] = true
			}
		}
		// What the first run has read, since nothing was kept.
		_, fresh := d.try(t, suite, nil)
		for id, c := range fresh {
			cases[id] = tried{true, append(cases[id].read, c.read...)}
			for _, file := range c.read {
				read[file] = true
			}
		}
		for _, file := range loading {
			if path.Dir(file) != "suites" || file == "suites/"+suite+".yaml" {
				read[file] = true
			}
		}
		for _, file := range slices.Sorted(maps.Keys(read)) {
			d.holds(t, suite, file, kept, cases)
		}
	}
}

// holds changes a file without changing what it says.
func (d *desk) holds(t *testing.T, suite, file string, kept *faults.Kept, before map[string]tried) {
	t.Helper()
	text := d.read(t, file)
	defer d.write(t, file, text)
	changed := append(bytes.Clone(text), '\n')
	if filepath.Ext(file) == ".jsonl" { // each of its lines is an input
		changed = bytes.ReplaceAll(text, []byte("{"), []byte("{ "))
	}
	d.write(t, file, changed)
	_, now := d.try(t, suite, kept)
	again := false
	for id, c := range now {
		again = again || !c.kept
		if c.kept && slices.Contains(before[id].read, file) {
			t.Errorf("%s/%s: it reads %s, which has changed, and its cells are from the cache", suite, id, file)
		}
	}
	if !again {
		t.Errorf("%s: %s is read to load it, and no cells were made again when it changed", suite, file)
	}
}

// exchange returns how transport faults are produced.
func (d *desk) exchange(t *testing.T) runner.Exchange {
	if d.broken == nil {
		var err error
		if d.broken, err = badserver.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.broken.Close() })
	}
	return func(
		ctx context.Context, way string, req pipeline.Request, was pipeline.Response,
	) (pipeline.Response, error) {
		return d.broken.Chat(ctx, badserver.Way(way), req, was, false)
	}
}
