package run

import (
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// red is what is wrong with the cases that were not green when they ran last: all that is kept of results from round to
// round.
type red map[filter.CaseName]*notGreen

type notGreen struct {
	prompts int // that are not as accepted
	edits   []edit.Part
}

// see notes what became of a case.
func (r red) see(c *rows.Case) {
	name := filter.CaseName{Suite: c.Suite, ID: c.Case}
	delete(r, name)
	if !c.Green() {
		r[name] = &notGreen{c.Sums.Differ(), c.Edits}
	}
}
