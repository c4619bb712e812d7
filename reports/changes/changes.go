// Package changes prints what was edited in the prompts of a run, by cause: for people, as Markdown, as a patch and as
// JSON.
package changes

import (
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Choice says which edits are meant.
type Choice struct {
	Stages   []string // globs over stages and paths; none: all
	Sections []string // globs over sections; none: all
}

// Has reports whether an edit is meant.
func (c *Choice) Has(p *edit.Part) bool {
	return c.hasCall(p.Stage, p.Path) && filter.Matches(c.Sections, p.Section)
}

func (c *Choice) hasCall(stage, path string) bool {
	return filter.MatchesCall(c.Stages, stage, path)
}

// Changes are those of a run. Their size does not grow with the number of cases.
type Changes struct {
	Choice  Choice
	Groups  []edit.Group      // in the order of reach, once all cases were added and List was called
	New     Count             // prompts of cases that have no golden yet
	Missing Count             // prompts of goldens whose case is gone
	Forms   int               // requests in providers' forms that differ
	Counts  trace.Calibration // of prompts, by the models of the run
	Base    string            // the commit whose goldens were compared with those of the work tree; else empty

	edits edit.Groups
}

// Count is how many calls of how many cases something is about.
type Count struct{ Calls, Cases int }

func (c *Count) add(calls int) {
	if calls > 0 {
		c.Calls += calls
		c.Cases++
	}
}

// Add takes one more case. The parts of one case come together.
func (c *Changes) Add(r *rows.Case) {
	c.Forms += len(r.Forms)
	c.AddEdits(r.Suite, r.Case, r.Edits)
	told := map[string]bool{} // calls that an edit is about
	for _, p := range r.Edits {
		told[p.Path] = true
	}
	if len(c.Choice.Sections) > 0 {
		return
	}
	fresh, missing := 0, 0
	for _, change := range r.Changes {
		switch {
		case told[change.Path] || !c.Choice.hasCall(change.Stage, change.Path):
		case change.Status == result.New:
			fresh++
		case change.Status == result.Missing:
			missing++
		}
	}
	c.New.add(fresh)
	c.Missing.add(missing)
}

// AddEdits takes the edits of one more case.
func (c *Changes) AddEdits(suite, id string, all []edit.Part) {
	var parts []edit.Part
	for _, p := range all {
		if c.Choice.Has(&p) {
			parts = append(parts, p)
		}
	}
	c.edits.Add(suite, id, parts)
}

// List puts the groups in their order, when all cases were added. Their tokens are what the run's models would count.
func (c *Changes) List() {
	c.Groups = c.edits.List()
	for i := range c.Groups {
		c.Groups[i].Tokens = c.Counts.Scale(c.Groups[i].Tokens)
	}
}

// None reports whether nothing differs.
func (c *Changes) None() bool {
	return len(c.Groups) == 0 && c.New.Calls+c.Missing.Calls+c.Forms == 0
}
