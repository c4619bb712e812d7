package suites

import (
	"context"
	"path"
	"strings"
)

// suites checks what the suites name, and that some suite claims every file.
func (c *checker) suites(ctx context.Context) {
	loaded, err := Load(ctx, c.project, c.systems, nil, "")
	c.errors(c.project.Suites, KindSuite, err)
	if err != nil {
		return
	}
	for _, s := range loaded {
		c.library(s)
		if c.more != nil {
			c.errors(s.File(), KindSuite, c.more(s))
		}
	}
	claimed, err := claimsOf(ctx, loaded, c.names)
	c.errors(c.project.Suites, KindSuite, err)
	if err == nil {
		c.orphans(ctx, loaded, claimed)
	}
}

func (c *checker) orphans(ctx context.Context, loaded []*Suite, claimed *claimed) {
	orphans, err := looseOrphans(ctx, c.project, claimed)
	c.errors(c.project.Goldens, KindGolden, err)
	more, err := fixtureOrphans(ctx, c.project, claimed)
	c.errors(c.project.Fixtures, KindCase, err)
	orphans = append(orphans, more...)
	for _, s := range loaded {
		more, err := goldenOrphans(ctx, c.project, s.Name, claimed.goldens[s.Name])
		c.errors(s.File(), KindGolden, err)
		orphans = append(orphans, more...)
	}
	seen := map[string]bool{}
	for _, o := range orphans {
		seen[o.File] = true
		c.problem(o.File, KindOrphan, c.whyOrphan(o, claimed))
	}
	for _, file := range c.forms {
		form := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".json"), ".pending")
		if !seen[file] && !claimed.goldens[path.Base(path.Dir(file))].has(form) {
			c.problem(file, KindOrphan, "no case names this form")
		}
	}
}

func (c *checker) whyOrphan(o Orphan, claimed *claimed) string {
	folder := path.Dir(o.File)
	suite := path.Base(folder)
	_, known := claimed.goldens[suite]
	if known && path.Dir(folder) == c.project.Goldens && o.Kind == OrphanGolden && path.Ext(o.File) == ".yaml" {
		return "there is no such case in suite " + suite
	}
	if o.Kind == OrphanPending {
		return "no suite claims this pending file"
	}
	return "no suite claims this " + string(o.Kind)
}
