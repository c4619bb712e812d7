// Package check reads every data file of a project, and all that the suites name, and says what is wrong with it.
package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/regular"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Report is what a check found. Its JSON is what `check --format json` prints.
type Report struct {
	Files    int       `json:"files"`
	OK       int       `json:"ok"` // files without a problem, or with a warning only
	Problems []Problem `json:"problems"`
}

// Problem is one thing that is wrong with a file.
type Problem struct {
	Path   string `json:"path"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
	Warn   bool   `json:"-"` // it leaves its file ok
}

// Has reports whether there is a problem of a kind.
func (r *Report) Has(kind string) bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Kind == kind })
}

// Drop takes away the problems of a kind that is a warning.
func (r *Report) Drop(kind string) {
	r.Problems = slices.DeleteFunc(r.Problems, func(p Problem) bool { return p.Kind == kind && p.Warn })
}

// The kinds of problems.
const (
	KindName      = "name"      // a file name that not every system can hold, or two that differ in case only
	KindRoot      = "root"      // the root file
	KindSuite     = "suite"     // a suite, or what it names
	KindCase      = "case"      // a conversation
	KindRecording = "recording" // a recording
	KindGolden    = "golden"    // a golden or a pending file
	KindOrphan    = "orphan"    // a golden without a case
	KindMode      = "mode"      // a recording that others can read: a warning
	KindLeftover  = "leftover"  // what a killed command left: a warning, unless the project is not whole without it
	KindSecret    = "secret"    // a password or a key that a person wrote into a file: a warning
)

// Run reads every file of the project's data folders and everything that the suites name. more checks what of a
// suite's files others read; nil: nothing.
func Run(ctx context.Context, p *project.Project, systems map[string]pipeline.System,
	more func(*project.Suite) error) (*Report, error) {
	c := &checker{more: more, project: p, systems: systems, names: slices.Sorted(maps.Keys(systems)),
		bad: map[string]bool{}, libraries: map[string]bool{}, lower: map[string]string{}}
	for _, dir := range []string{p.Suites, p.Fixtures, p.Goldens} {
		if err := c.walk(ctx, dir); err != nil {
			return nil, err
		}
	}
	c.suites(ctx)
	c.skills()
	c.report.sort()
	c.report.OK = c.report.Files - len(c.bad)
	if c.report.Problems == nil {
		c.report.Problems = []Problem{}
	}
	return &c.report, nil
}

// Add puts problems beside the files that were read.
func (r *Report) Add(problems ...Problem) {
	r.Problems = append(r.Problems, problems...)
	r.sort()
}

func (r *Report) sort() {
	slices.SortFunc(r.Problems, func(a, b Problem) int {
		return strings.Compare(a.Path+"\x00"+a.Kind+"\x00"+a.Detail, b.Path+"\x00"+b.Kind+"\x00"+b.Detail)
	})
	r.Problems = slices.Compact(r.Problems)
}

type checker struct {
	project *project.Project
	systems map[string]pipeline.System
	names   []string
	report  Report
	bad     map[string]bool
	lower   map[string]string // lower-case path → path
	forms   []string          // files of requests in providers' forms
	more    func(*project.Suite) error

	libraries map[string]bool // folders of skills that were checked
}

func (c *checker) problem(file, kind, detail string) {
	p := Problem{Path: file, Kind: kind, Detail: detail, Warn: kind == KindMode || kind == KindSecret}
	c.report.Problems = append(c.report.Problems, p)
	if !p.Warn {
		c.bad[file] = true
	}
}

// errors takes an error apart into those that it joins, each under the file that it names.
func (c *checker) errors(file, kind string, err error) {
	switch e := err.(type) {
	case nil:
		return
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			c.errors(file, kind, err)
		}
		return
	}
	if inner := errors.Unwrap(err); inner != nil {
		if _, joined := inner.(interface{ Unwrap() []error }); joined {
			c.errors(file, kind, inner)
			return
		}
	}
	text := err.Error()
	if at, ok := errors.AsType[*pipeline.FileError](err); ok {
		file, text = at.File, at.What()
		if at.Line > 0 {
			text = "line " + strconv.Itoa(at.Line) + ": " + text
		}
		kind = c.kindOf(file, kind)
	}
	c.problem(file, kind, text)
}

// kindOf names the kind of what is wrong with a file that another file names.
func (c *checker) kindOf(file, kind string) string {
	switch {
	case project.Within(file, path.Join(c.project.Fixtures, "recordings")):
		return KindRecording
	case project.Within(file, c.project.Fixtures):
		return KindCase
	case project.Within(file, c.project.Suites):
		return KindSuite
	case file == project.RootFile:
		return KindRoot
	}
	return kind
}

func (c *checker) walk(ctx context.Context, dir string) error {
	return fs.WalkDir(c.project.FS, dir, func(file string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist) && file == dir:
			return nil
		case err != nil:
			c.errors(file, KindName, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err)))
			return nil
		case e.IsDir():
			return nil
		}
		c.name(file)
		c.secrets(file, e)
		switch ext := path.Ext(file); {
		case project.Within(file, c.project.Goldens) && (ext == ".yaml" || ext == ".yml"):
			c.report.Files++
			c.golden(file)
		case project.Within(file, c.project.Goldens) && ext == ".json":
			c.report.Files++
			c.forms = append(c.forms, file)
			c.form(file)
		case project.Within(file, path.Join(c.project.Fixtures, "recordings")) && ext == ".jsonl":
			c.report.Files++
			c.recording(file, e)
		case project.Within(file, c.project.Fixtures) &&
			!project.Within(file, path.Join(c.project.Fixtures, "skills")) && fixtures.IsCaseFile(file):
			c.report.Files++
			c.cases(ctx, file)
		case project.Within(file, c.project.Suites) && (ext == ".yaml" || ext == ".yml"):
			c.report.Files++
		}
		return nil
	})
}

func (c *checker) name(file string) {
	base, ext := path.Base(file), path.Ext(file)
	if (base == "go.mod" || ext == ".go") && c.holdsData(path.Dir(file)) {
		c.problem(file, KindName, "Go's tools would take a file of this name for source code")
	}
	if other, double := c.lower[strings.ToLower(file)]; double {
		c.problem(file, KindName, "differs from "+other+" in case only")
	}
	c.lower[strings.ToLower(file)] = file
	if ext != ".yaml" && ext != ".yml" && ext != ".jsonl" ||
		project.Within(file, path.Join(c.project.Fixtures, "skills")) {
		return // a skill's files have the names that they have
	}
	stem := strings.TrimSuffix(base, ext)
	if project.Within(file, c.project.Goldens) {
		stem = strings.TrimSuffix(stem, ".pending")
	}
	if err := fixtures.CheckName(stem); err != nil {
		c.problem(file, KindName, err.Error())
	}
}

// holdsData reports whether a folder holds files of a project, not those of a Go package: what lies below the data
// folders of the fixtures does, and any folder with a file of data in it.
func (c *checker) holdsData(dir string) bool {
	for _, data := range []string{"conversations", "recordings", "skills"} {
		if root := path.Join(c.project.Fixtures, data); dir == root || project.Within(dir, root) {
			return true
		}
	}
	entries, _ := fs.ReadDir(c.project.FS, dir) // the walk says what cannot be read
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl", ".tmpl"}, path.Ext(e.Name()))
	})
}

func (c *checker) recording(file string, e fs.DirEntry) {
	data, err := regular.Read(c.project.FS, file, project.MaxRecording)
	if err != nil {
		c.errors(file, KindRecording, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err)))
		return
	}
	rec, err := model.ReadRecording(data, file)
	if err != nil {
		c.errors(file, KindRecording, err)
		return
	}
	if want := fixtures.FileName(rec.Case) + ".jsonl"; path.Base(file) != want {
		c.problem(file, KindRecording, fmt.Sprintf("it says that it is of case %q, whose file is %s: edited by hand, "+
			"or moved?", rec.Case, want))
	}
	for i, l := range rec.Lines {
		if l.Request != nil && l.CarriedFrom == "" && model.Digest(*l.Request) != l.Digest {
			c.problem(file, KindRecording,
				fmt.Sprintf("answer %d (%s): the request does not have the digest that it names: edited by hand?", i+1,
					l.Path))
		}
	}
	if info, err := e.Info(); err == nil && c.project.Dir != "" && info.Mode().Perm()&0o077 != 0 &&
		slices.ContainsFunc(rec.Lines, func(l model.Line) bool { return l.Source == pipeline.SourceOllama }) {
		c.problem(file, KindMode, fmt.Sprintf("others can read it (mode %04o); recordings are written with 0600",
			info.Mode().Perm()))
	}
}

func (c *checker) cases(ctx context.Context, file string) {
	rel := strings.TrimPrefix(file, c.project.Fixtures+"/")
	_, err := fixtures.Open(ctx, c.project.FS, fixtures.Query{Dir: c.project.Fixtures, Globs: []string{rel},
		Systems: c.names})
	c.errors(file, KindCase, err)
}

// skills names what is wrong with the skills of the fixtures.
func (c *checker) skills() {
	dir := path.Join(c.project.Fixtures, "skills")
	fsys, err := fs.Sub(c.project.FS, dir)
	if _, statErr := fs.Stat(c.project.FS, dir); err != nil || statErr != nil {
		return
	}
	c.skillsOf(dir, fsys)
}

// library checks the skills that a suite takes from outside of the fixtures' skills.
func (c *checker) library(s *project.Suite) {
	for _, name := range s.Skills {
		dir := path.Join(path.Dir(s.File()), name)
		inFixtures := path.Join(c.project.Fixtures, "skills")
		if dir == inFixtures || project.Within(dir, inFixtures) || c.libraries[dir] {
			continue
		}
		c.libraries[dir] = true
		fsys, err := c.project.Below(path.Dir(s.File()), name)
		c.errors(s.File(), KindSuite, err)
		if err == nil {
			c.skillsOf(dir, fsys)
		}
	}
}

// skillsOf loads the skills of a folder. They are what cases try a system with, so nothing is an error here but a file
// that a run of its cases could not read either.
func (c *checker) skillsOf(dir string, fsys fs.FS) {
	found := skills.Check(fsys, skills.Lenient)
	c.report.Files += found.Files
	for _, p := range found.Problems {
		unreadable := p.Kind == skills.KindUnreadable
		c.report.Problems = append(c.report.Problems, Problem{Path: path.Join(dir, p.Path), Kind: p.Kind,
			Detail: p.Detail, Warn: !unreadable})
	}
}
