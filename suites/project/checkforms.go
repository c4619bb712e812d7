package project

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// checkForms reports an unknown form.
func checkForms(c *fixtures.Case) error {
	for _, f := range c.Forms {
		if !slices.Contains(wire.Forms(), f) {
			file, line := c.Where()
			return pipeline.FileErrorf(file, line, "forms: there is no form %q (there are %v)", f, wire.Forms())
		}
	}
	return nil
}
