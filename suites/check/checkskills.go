package check

import (
	"context"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// skills names what is wrong with the skills of the fixtures.
func (c *checker) skills(ctx context.Context) {
	dir := path.Join(c.project.Fixtures, "skills")
	fsys, err := fs.Sub(c.project.FS, dir)
	if _, statErr := fs.Stat(c.project.FS, dir); err != nil || statErr != nil {
		return
	}
	c.skillsOf(ctx, dir, fsys)
}

// library checks the skills that a suite takes from outside of the fixtures' skills.
func (c *checker) library(ctx context.Context, s *project.Suite) {
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
			c.skillsOf(ctx, dir, fsys)
		}
	}
}

// skillsOf loads the skills of a folder. They are what cases try a system with, so nothing is an error here but a file
// that a run of its cases could not read either.
func (c *checker) skillsOf(ctx context.Context, dir string, fsys fs.FS) {
	found := skills.Check(disk.Until(ctx, fsys), skills.Lenient)
	c.report.Files += found.Files
	for _, p := range found.Problems {
		unreadable := p.Kind == skills.KindUnreadable
		c.report.Problems = append(c.report.Problems, Problem{Path: path.Join(dir, p.Path), Kind: p.Kind,
			Detail: p.Detail, Warn: !unreadable})
	}
}
