package check

import (
	"errors"
	"maps"
	"path"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

type checker struct {
	project *project.Project
	systems map[string]pipeline.System
	names   []string
	report  Report
	bad     map[string]bool
	lower   map[string]string // lower-case path → path
	forms   []string          // files of requests in wire forms
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

// add adds what another checker has found in its files.
func (c *checker) add(of *checker) {
	c.report.Files += of.report.Files
	c.report.Problems = append(c.report.Problems, of.report.Problems...)
	maps.Copy(c.bad, of.bad)
	c.forms = append(c.forms, of.forms...)
}

// errors splits a joined error, and adds each part under the file that it names.
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

// kindOf returns the kind of a problem with a file that another file names.
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
