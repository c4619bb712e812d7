package project

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// checkForms says which form there is not.
func checkForms(c *fixtures.Case) error {
	for _, f := range c.Forms {
		if !slices.Contains(wire.Forms(), f) {
			file, line := c.Where()
			return fmt.Errorf("%s:%d: forms: there is no form %q (there are %v)", file, line, f, wire.Forms())
		}
	}
	return nil
}
