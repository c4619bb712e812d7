package check

import (
	"context"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// skills reports problems of the fixtures' skills.
func (c *checker) skills(ctx context.Context) {
	dir := path.Join(c.project.Fixtures, "skills")
	fsys, err := fs.Sub(c.project.FS, dir)
	if _, statErr := fs.Stat(c.project.FS, dir); err != nil || statErr != nil {
		return
	}
	c.skillsOf(ctx, dir, fsys)
}

// library checks the skills that a suite takes from outside the fixtures.
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

// skillsOf loads the skills of a folder. Cases may use broken skills on purpose, so only a file that a run could not
// read either is an error.
func (c *checker) skillsOf(ctx context.Context, dir string, fsys fs.FS) {
	found := skills.Check(disk.Until(ctx, fsys), skills.Lenient)
	c.report.Files += found.Files
	for _, p := range found.Problems {
		unreadable := p.Kind == skills.KindUnreadable
		c.report.Problems = append(c.report.Problems, Problem{Path: path.Join(dir, p.Path), Kind: p.Kind,
			Detail: p.Detail, Warn: !unreadable})
	}
}
