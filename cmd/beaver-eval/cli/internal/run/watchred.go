package run

import (
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// red holds the problems of cases that were not green when they ran last: the only results kept between rounds.
type red map[filter.CaseName]*notGreen

type notGreen struct {
	prompts int // that differ from the accepted ones
	edits   []edit.Part
}

// see records the result of a case.
func (r red) see(c *rows.Case) {
	name := filter.CaseName{Suite: c.Suite, ID: c.Case}
	delete(r, name)
	if !c.Green() {
		r[name] = &notGreen{c.Sums.Differ(), c.Edits}
	}
}
