// Package project loads a project and its suites: the root folder, the suites' files, and everything that they name,
// checked before anything runs.
package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// RootFile marks the root of a project. It may rename the data folders.
const RootFile = "beaver-eval.yaml"

// How many runs are kept by default: those without recordings, and those with some.
const (
	defaultKeepRuns       = 20
	defaultKeepRecordings = 20
)

// Project is a root folder with the data folders below it, as slash-separated paths.
type Project struct {
	FS       fs.FS
	Dir      string // on disk; empty: nothing can be written
	Fixtures string
	Suites   string
	Goldens  string
	Reports  string
	KeepRuns int // how many runs stay below Reports

	KeepRecordings int // how many of those with servers' answers

	Recording bool // sets of recordings need not exist yet: set it before Load
	Passes    bool // requests of applications may be passed on to providers: set it before Load
	Partly    bool // Load leaves out invalid suites and cases, and returns an error too: set it before Load
	// Checked holds the cases of suites, by their files, that were loaded without an error, and of which only goldens
	// and templates have changed since: they are not checked again. See CheckedSets. Set it before Load
	Checked map[string]*fixtures.Set
	// Chosen are the cases that run: those that it leaves out by their names are not checked, but for their ids. A case
	// that it leaves out by its tags is, since a misspelt tags would go unnoticed. Set it before Load
	Chosen filter.Cases
	// the user's keys for providers, which a program may print: secrets of all suites; set it before Load
	Keys []string

	digest string          // of the root file
	masker *secrets.Masker // of the root file
	shown  *secrets.Masker // with the expressions of the suites that were loaded
	tree   workTree
	guards []guard

	writers []writer
	outputs []fs.FileInfo // see WritesItself
}

// guard is a suite's system that rejects requests not sent by its own programs.
type guard struct {
	suite string
	pipeline.Guarded
}

// writer is a suite whose programs may write in the project's folder.
type writer struct {
	suite   string
	written func() []string // see Suite.Written
}

// NotFoundError says that no project was found.
type NotFoundError struct{ Looked []string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no project found: neither %s nor a folder suites in\n  %s", RootFile,
		strings.Join(e.Looked, "\n  "))
}

// Find returns the project of a folder: the nearest folder upward with the root file, else the folder itself when it
// holds suites. With root, that folder and no other.
func Find(dir, root string) (*Project, error) {
	if root != "" {
		if info, err := os.Stat(root); err != nil {
			return nil, fmt.Errorf("--root %s: %w", root, errors.Unwrap(err))
		} else if !info.IsDir() {
			return nil, fmt.Errorf("--root %s: not a folder", root)
		}
		return Open(disk.DirFS(root), root)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var looked []string
	for d := dir; ; d = filepath.Dir(d) {
		looked = append(looked, d)
		if _, err := os.Stat(filepath.Join(d, RootFile)); err == nil {
			return Open(disk.DirFS(d), d)
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "suites")); err == nil && info.IsDir() {
		return Open(disk.DirFS(dir), dir)
	}
	return nil, &NotFoundError{Looked: looked}
}

// Open returns the project whose root is fsys; dir is where that lies on disk, empty for one that cannot be written.
func Open(fsys fs.FS, dir string) (*Project, error) {
	data, err := disk.Read(fsys, RootFile, fixtures.MaxYAML)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, pipeline.FileErrorf(RootFile, 0, "%w", fixtures.Pathless(err))
	}
	p, err := Parse(RootFile, data)
	if err != nil {
		return nil, err
	}
	p.FS, p.Dir, p.digest = fsys, dir, digestOf(data)
	return p, nil
}

// Parse returns the project that a root file describes, without its files. Errors name the file.
func Parse(name string, data []byte) (*Project, error) {
	p := &Project{Fixtures: "fixtures", Suites: "suites", Goldens: "goldens", Reports: "reports",
		KeepRuns: defaultKeepRuns, KeepRecordings: defaultKeepRecordings, masker: secrets.New()}
	if onlyComments(string(data)) {
		return p, nil
	}
	n, err := strict.ParseYAML(name, data)
	if err != nil {
		return nil, err
	}
	return p, p.decode(n)
}

// onlyComments reports whether a YAML file sets nothing: then defaults apply.
func onlyComments(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// Root is the content of the root file.
type Root struct {
	Fixtures *string `json:"fixtures"`        // the folder of cases; default fixtures
	Suites   *string `json:"suites"`          // the folder of suites; default suites
	Goldens  *string `json:"goldens"`         // the folder of accepted prompts; default goldens
	Reports  *string `json:"reports"`         // the folder of runs; default reports
	KeepRuns *int    `json:"keep_runs"`       // how many of the last runs stay, 1 or more; default 20
	KeepRecs *int    `json:"keep_recordings"` // how many of those with a server's answers stay, 1 or more; default 20
	Secrets  Allow   `json:"secrets"`         // what is shown although it looks like a secret
}

// Allow lists secrets that may be shown.
type Allow struct {
	Allow []string `json:"allow"` // masks, their digests, or regular expressions of what may be shown
}

func (p *Project) decode(n *strict.Node) error {
	var c Root
	if err := n.Decode(&c); err != nil {
		return err
	}
	if err := p.allow(n.Get("secrets"), c.Secrets.Allow); err != nil {
		return err
	}
	for _, k := range []struct {
		to   *int
		from *int
		key  string
		what string
	}{
		{&p.KeepRuns, c.KeepRuns, "keep_runs", "runs"},
		{&p.KeepRecordings, c.KeepRecs, "keep_recordings", "runs with recordings"},
	} {
		if k.from == nil {
			continue
		}
		if *k.to = *k.from; *k.to < 1 {
			return n.Get(k.key).Errorf("%s: want how many of the last %s stay, 1 or more, got %d", k.key, k.what, *k.to)
		}
	}
	for _, f := range []struct {
		to   *string
		from *string
		key  string
	}{{&p.Fixtures, c.Fixtures, "fixtures"}, {&p.Suites, c.Suites, "suites"}, {&p.Goldens, c.Goldens, "goldens"},
		{&p.Reports, c.Reports, "reports"}} {
		if f.from == nil {
			continue
		}
		if *f.to = path.Clean(*f.from); !fs.ValidPath(*f.to) || *f.to == "." {
			return n.Get(f.key).Errorf("%s: want a folder below the root, got %q", f.key, *f.from)
		}
	}
	return nil
}

// OnDisk returns where a path of the project lies on disk.
func (p *Project) OnDisk(name string) string { return filepath.Join(p.Dir, filepath.FromSlash(name)) }

// Named returns the name of a folder or file on disk as the project names files: relative to the root with slashes, or
// absolute where it lies outside of it.
func (p *Project) Named(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return filepath.ToSlash(name)
	}
	root, err := filepath.Abs(p.Dir)
	if err != nil || p.Dir == "" {
		return filepath.ToSlash(full)
	}
	if rel, err := filepath.Rel(root, full); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(full)
}

// CheckWritable returns an error if a link would redirect writes below a project folder to a place outside it.
func (p *Project) CheckWritable(folders ...string) error {
	var errs []error
	for _, folder := range folders {
		errs = append(errs, disk.CheckInside(p.Dir, path.Join(folder, "file")))
	}
	return errors.Join(errs...)
}

// Below returns a folder named relative to another one of the project; it may lie outside the root when that is on
// disk.
func (p *Project) Below(dir, name string) (fs.FS, error) {
	if path.IsAbs(name) {
		return nil, fmt.Errorf("%s: want a folder relative to the suite", name)
	}
	full := path.Join(dir, name)
	if !fs.ValidPath(full) {
		if p.Dir == "" {
			return nil, fmt.Errorf("%s: outside the project", name)
		}
		return disk.DirFS(p.OnDisk(full)), nil
	}
	if info, err := fs.Stat(p.FS, full); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder %s", full)
	}
	return fs.Sub(p.FS, full)
}

// Store returns where a project keeps its goldens.
func (p *Project) Store() goldens.Store {
	return goldens.Store{FS: p.FS, Dir: p.Goldens, Disk: p.Dir}
}

// Within reports whether a path lies below a folder.
func Within(file, dir string) bool { return strings.HasPrefix(file, dir+"/") }

// allow reads the allow list of the root file.
func (p *Project) allow(n *strict.Node, entries []string) error {
	var allowed []secrets.Allowed
	for i, text := range entries {
		a, err := secrets.ParseAllowed(text)
		if err != nil {
			return n.Get("allow").Items[i].Errorf("secrets: %w", err)
		}
		allowed = append(allowed, a)
	}
	p.masker = secrets.New(allowed...)
	return nil
}
