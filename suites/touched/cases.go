package touched

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Cases holds the cases of a project as they ran last, only digests of each.
type Cases struct {
	ran      map[filter.CaseName]*last // by the names in results
	rendered rendered
}

// last is a case as it ran last.
type last struct {
	made
	stages []string // of its calls
	any    bool     // it may need any template, since its rendering is not fully known
	green  bool
}

// NewCases returns the cases of a project before any run.
func NewCases() *Cases { return &Cases{ran: map[filter.CaseName]*last{}, rendered: rendered{}} }

// Touched returns the cases to run, by the names in their files: those whose inputs or golden changed since they ran
// last, and those that have not run.
func (c *Cases) Touched(now *Now) map[filter.CaseName]bool {
	touched := map[filter.CaseName]bool{}
	for name, m := range now.cases {
		if before := c.ran[name]; before == nil || c.touches(before, m) {
			touched[m.name] = true
		}
	}
	return touched
}

func (c *Cases) touches(before *last, now *made) bool {
	return before.inputs != now.inputs || !slices.Equal(before.goldens, now.goldens) ||
		c.rendered.touches(before.stages, before.any, before.templates, now.templates)
}

// Ran records the result of a case, and whether everything is as accepted and expected.
func (c *Cases) Ran(r *result.Result, now *Now, green bool) {
	name := filter.CaseName{Suite: r.Suite, ID: r.Case}
	if r.Status == result.StatusOrphan {
		c.ran[name] = &last{made: made{golden: r.Golden}}
		return
	}
	m := now.cases[name]
	if m == nil {
		return // its file has changed since
	}
	of := &last{made: *m, green: green}
	of.any = m.templates.matrix || r.Status != result.StatusOK && r.Status != result.StatusFailed
	if r.Trace != nil {
		stages, masked := c.rendered.see(now, m.templates, r.Trace.Calls())
		of.stages, of.any = stages, of.any || masked
	}
	c.ran[name] = of
}

// Forget drops removed cases, and returns their names, sorted. One with a leftover golden stays red until that is gone.
func (c *Cases) Forget(now *Now) []filter.CaseName {
	var gone []filter.CaseName
	for name, before := range c.ran {
		if now.cases[name] != nil {
			continue
		}
		_, left := now.files.All[before.golden]
		if before.templates != nil {
			gone = append(gone, name)
			c.ran[name] = &last{made: made{golden: before.golden}}
		}
		if !left || !now.whole {
			delete(c.ran, name)
		}
	}
	return sorted(gone)
}

// Unfollow forgets a file of an application's code, named as in Project.Named: that it is no longer among the files of
// code is no change.
func (c *Cases) Unfollow(file string) {
	for _, before := range c.ran {
		if before.templates != nil {
			delete(before.templates.digests, file)
		}
	}
}

// Red returns the cases that were not green when they ran last, except those about to run; sorted.
func (c *Cases) Red(running map[filter.CaseName]bool) []filter.CaseName {
	var red []filter.CaseName
	for name, before := range c.ran {
		if !before.green && !running[before.name] {
			red = append(red, name)
		}
	}
	return sorted(red)
}

func sorted(names []filter.CaseName) []filter.CaseName {
	slices.SortFunc(names, filter.CaseName.Compare)
	return names
}
