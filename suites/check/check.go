// Package check reads every data file of a project and every file that its suites name, and reports problems.
package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Run reads every file in the project's data folders and every file that the suites name, and looks for secrets in them
// and in run folders. more checks the files of a suite that other packages read; nil: none.
func Run(ctx context.Context, p *project.Project, systems map[string]pipeline.System,
	more func(*project.Suite) error) (*Report, error) {
	c := &checker{more: more, project: p, systems: systems, names: slices.Sorted(maps.Keys(systems)),
		bad: map[string]bool{}, libraries: map[string]bool{}, lower: map[string]string{}}
	if err := c.files(ctx); err != nil {
		return nil, err
	}
	c.suites(ctx)
	c.skills(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	c.report.sort()
	c.report.OK = c.report.Files - len(c.bad)
	if c.report.Problems == nil {
		c.report.Problems = []Problem{}
	}
	return &c.report, nil
}

// found is a file of a data folder, or a name there that cannot be read.
type found struct {
	name  string
	entry fs.DirEntry
	err   error
}

// files checks the files of the data folders side by side.
func (c *checker) files(ctx context.Context) error {
	each := func(ctx context.Context, job func(found) error) error {
		for _, dir := range []string{c.project.Suites, c.project.Fixtures, c.project.Goldens} {
			if err := walk(ctx, c.project.FS, dir, job); err != nil {
				return err
			}
		}
		return nil
	}
	type checked struct {
		found
		of *checker
	}
	worker := func(ctx context.Context) func(found) checked {
		return func(f found) checked {
			of := &checker{project: c.project, names: c.names, bad: map[string]bool{}}
			if f.err == nil {
				of.file(ctx, f.name, f.entry)
			}
			return checked{f, of}
		}
	}
	return fixtures.InOrder(ctx, each, 0, 0, worker, func(f checked) error {
		if f.err != nil {
			c.errors(f.name, KindName, pipeline.FileErrorf(f.name, 0, "%w", fixtures.Pathless(f.err)))
			return nil
		}
		c.name(f.name)
		c.add(f.of)
		return nil
	})
}

// walk passes on the files below a folder, if it exists.
func walk(ctx context.Context, fsys fs.FS, dir string, job func(found) error) error {
	return fs.WalkDir(fsys, dir, func(file string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist) && file == dir, err == nil && e.IsDir() && !isData(file):
			return nil
		}
		return job(found{file, e, err})
	})
}

// isData reports whether a name is one of a file with data.
func isData(file string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".jsonl"}, path.Ext(file))
}

// namedByOthers reports whether a folder has its name from a suite, or from whoever wrote a skill.
func (c *checker) namedByOthers(folder string) bool {
	above := path.Dir(folder)
	return above == c.project.Goldens || above == path.Join(c.project.Fixtures, "recordings") ||
		project.Within(folder, path.Join(c.project.Fixtures, "skills"))
}

// file checks one file of a data folder.
func (c *checker) file(ctx context.Context, file string, e fs.DirEntry) {
	if e.IsDir() {
		if !c.namedByOthers(file) {
			c.report.Files++
			c.problem(file, KindName, "a folder with the name of a file")
		}
		return
	}
	c.secrets(file, e)
	switch ext := path.Ext(file); {
	case project.Within(file, c.project.Goldens) && (ext == ".yaml" || ext == ".yml"):
		c.report.Files++
		c.golden(file)
	case project.Within(file, c.project.Goldens) && packed.Is(file):
		c.report.Files++
		c.errors(file, KindGolden, packed.Check(c.project.Store(), file))
	case project.Within(file, c.project.Goldens) && ext == ".json":
		c.report.Files++
		c.forms = append(c.forms, file)
		c.form(file)
	case project.Within(file, path.Join(c.project.Fixtures, "recordings")) && ext == ".jsonl":
		c.report.Files++
		if c.ofEmbeddings(file) {
			c.embeddings(file, e)
		} else {
			c.recording(file, e)
		}
	case project.Within(file, c.project.Fixtures) &&
		!project.Within(file, path.Join(c.project.Fixtures, "skills")) && fixtures.IsCaseFile(file):
		c.report.Files++
		c.cases(ctx, file)
	case project.Within(file, c.project.Suites) && (ext == ".yaml" || ext == ".yml"):
		c.report.Files++
	}
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
	if !isData(file) ||
		project.Within(file, path.Join(c.project.Fixtures, "skills")) || c.ofEmbeddings(file) {
		return // a skill chooses the names of its files
	}
	stem := strings.TrimSuffix(base, ext)
	if project.Within(file, c.project.Goldens) {
		stem = strings.TrimSuffix(stem, ".pending")
	}
	if err := fixtures.CheckName(stem); err != nil {
		c.problem(file, KindName, err.Error())
	}
}

// holdsData reports whether a folder holds project files rather than a Go package: one below the fixtures' data
// folders, or any that contains a data file.
func (c *checker) holdsData(dir string) bool {
	for _, data := range []string{"conversations", "recordings", "skills"} {
		if root := path.Join(c.project.Fixtures, data); dir == root || project.Within(dir, root) {
			return true
		}
	}
	entries, _ := fs.ReadDir(c.project.FS, dir) // the walk reports read errors
	data := []string{".yaml", ".yml", ".jsonl", ".tmpl"}
	if dir == c.project.Goldens || project.Within(dir, c.project.Goldens) {
		data = append(data, ".json") // elsewhere, a package may embed one
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(data, path.Ext(e.Name())) })
}

func (c *checker) recording(file string, e fs.DirEntry) {
	data, err := disk.Read(c.project.FS, file, project.MaxRecording)
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
		c.problem(file, KindRecording, fmt.Sprintf("it names the case %q, whose file is %s: edited by hand, "+
			"or moved?", rec.Case, want))
	}
	for i, l := range rec.Lines {
		if l.Edited() {
			c.problem(file, KindRecording,
				fmt.Sprintf("answer %d (%s): the request does not match its digest: edited by hand?", i+1,
					l.Path))
		}
	}
	if slices.ContainsFunc(rec.Lines, func(l model.Line) bool { return l.Source.Recorded() }) {
		c.mode(file, e)
	}
}

func (c *checker) cases(ctx context.Context, file string) {
	rel := strings.TrimPrefix(file, c.project.Fixtures+"/")
	_, err := fixtures.Open(ctx, c.project.FS, fixtures.Query{Dir: c.project.Fixtures, Globs: []string{rel},
		Systems: c.names, Check: func(of *fixtures.Case) error { return of.Quarantine.Ended(time.Now()) }})
	c.errors(file, KindCase, err)
}
