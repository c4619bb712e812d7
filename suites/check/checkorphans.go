package check

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// suites checks the files that the suites name, and that some suite claims every file.
func (c *checker) suites(ctx context.Context) {
	loaded, err := project.Load(ctx, c.project, c.systems, nil, "")
	c.errors(c.project.Suites, KindSuite, err)
	if err != nil {
		return
	}
	for _, s := range loaded {
		c.library(ctx, s)
		if s.EmbeddingModel() != "" && !c.bad[s.EmbeddingsFile()] { // damage is reported already
			_, err := s.Embeddings()
			c.errors(s.EmbeddingsFile(), KindRecording, err)
		}
		if c.more != nil {
			c.errors(s.File(), KindSuite, c.more(s))
		}
	}
	claimed, err := review.ClaimsOf(ctx, loaded, c.names)
	c.errors(c.project.Suites, KindSuite, err)
	if err == nil {
		c.orphans(ctx, loaded, claimed)
	}
}

func (c *checker) orphans(ctx context.Context, loaded []*project.Suite, claimed *review.Claims) {
	orphans, err := review.LooseOrphans(ctx, c.project, claimed)
	c.errors(c.project.Goldens, KindGolden, err)
	more, err := review.FixtureOrphans(ctx, c.project, claimed)
	c.errors(c.project.Fixtures, KindCase, err)
	orphans = append(orphans, more...)
	for _, s := range loaded {
		more, err := review.GoldenOrphans(ctx, s, claimed.Goldens[s.Name])
		c.errors(s.File(), KindGolden, err)
		orphans = append(orphans, more...)
		c.packedOrphans(s, claimed)
		c.unpacked(s)
	}
	seen := map[string]bool{}
	for _, o := range orphans {
		seen[o.File] = true
		c.problem(o.File, KindOrphan, c.whyOrphan(o, claimed))
	}
	for _, file := range c.forms {
		form := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".json"), ".pending")
		if !seen[file] && !claimed.Goldens[path.Base(path.Dir(file))].Has(form) {
			c.problem(file, KindOrphan, "no case names this form")
		}
	}
}

// packedOrphans reports the packed goldens of a suite whose cases are gone.
func (c *checker) packedOrphans(s *project.Suite, claimed *review.Claims) {
	const most = 20
	file := path.Join(c.project.Goldens, s.Name, packed.FileName)
	first, n, err := review.PackedOrphans(s, claimed, most)
	c.errors(file, KindGolden, err)
	for _, id := range first {
		c.problem(file, KindOrphan, fmt.Sprintf("there is no case %q in suite %s", id, s.Name))
	}
	if more := n - len(first); more > 0 {
		c.problem(file, KindOrphan, fmt.Sprintf(
			"nor are there %s more: `beaver-eval accept --gone` removes their lines", wording.Number(more, "case")))
	}
}

// unpacked warns of goldens that still have files of their own, in a suite that packs them.
func (c *checker) unpacked(s *project.Suite) {
	if !s.Packed() {
		return
	}
	files, _, err := c.project.Store().Names(s.Name)
	folder := path.Join(c.project.Goldens, s.Name)
	c.errors(folder, KindGolden, err)
	if len(files) > 0 {
		c.report.Problems = append(c.report.Problems, Problem{Path: folder, Kind: KindGolden, Warn: true,
			Detail: wording.Number(len(files), "file") + " of single goldens: " +
				"`beaver-eval accept --rewrite` packs them"})
	}
}

func (c *checker) whyOrphan(o review.Orphan, claimed *review.Claims) string {
	folder := path.Dir(o.File)
	suite := path.Base(folder)
	_, known := claimed.Goldens[suite]
	if known && path.Dir(folder) == c.project.Goldens && o.Kind == review.OrphanGolden && path.Ext(o.File) == ".yaml" {
		return "there is no such case in suite " + suite
	}
	if o.Kind == review.OrphanPending {
		return "no suite claims this pending file"
	}
	return "no suite claims this " + string(o.Kind)
}
