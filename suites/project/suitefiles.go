package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// suiteFiles returns the files of the project's suites, in the order of their names. A misplaced one is an error,
// returned with the others: it would be silently left out.
func suiteFiles(p *Project) ([]string, error) {
	entries, err := fs.ReadDir(p.FS, p.Suites)
	if err != nil {
		return nil, fmt.Errorf("%s: the folder of suites cannot be read: %w", p.Suites, fixtures.Pathless(err))
	}
	var files []string
	var errs []error
	for _, e := range entries {
		file, ext := path.Join(p.Suites, e.Name()), path.Ext(e.Name())
		switch {
		case !e.IsDir() && (ext == ".yaml" || ext == ".yml"):
			files = append(files, file)
		case isFolder(p, file):
			errs = append(errs, misplacedSuites(p, file))
		case isSuiteName(e.Name()):
			errs = append(errs, pipeline.FileErrorf(file, 0, "not read, since %s is in upper case: rename it to %s",
				ext, strings.TrimSuffix(file, ext)+strings.ToLower(ext)))
		}
	}
	if err := errors.Join(errs...); err != nil || len(files) > 0 {
		return files, err
	}
	return nil, fmt.Errorf("%s: no suite (a .yaml file) in it", p.Suites)
}

// isFolder reports whether a path is a folder, possibly through a link.
func isFolder(p *Project, name string) bool {
	info, err := fs.Stat(p.FS, name)
	return err == nil && info.IsDir()
}

// isSuiteName reports whether a file has the name of a suite, in upper or lower case.
func isSuiteName(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".yaml" || ext == ".yml"
}

// misplacedSuites reports suites in a subfolder of the suites' folder. Other YAML files may lie there: templates,
// skills and test data have such folders. Links are not followed, since they may form a cycle.
func misplacedSuites(p *Project, dir string) error {
	entries, err := fs.ReadDir(p.FS, dir)
	if err != nil {
		return nil // unnamed files need not be readable
	}
	var errs []error
	for _, e := range entries {
		file := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			errs = append(errs, misplacedSuites(p, file))
		case isSuiteName(e.Name()) && saysSystem(p, file):
			errs = append(errs, pipeline.FileErrorf(file, 0, "a suite in a subfolder is not run: move it to %s",
				path.Join(p.Suites, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// systemKey matches the key that every suite has and no other file.
var systemKey = regexp.MustCompile(`(?m)^(?:\{ *)?["']?system["']?[ \t]*:`)

func saysSystem(p *Project, file string) bool {
	data, err := disk.Read(p.FS, file, fixtures.MaxYAML)
	return err == nil && systemKey.Match(data)
}
