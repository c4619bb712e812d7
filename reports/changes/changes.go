// Package changes prints the edits in the prompts of a run, by cause: for people, as Markdown, as a patch and as JSON.
package changes

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Choice is a filter of edits.
type Choice struct {
	Stages   []string // globs over stages and paths; none: all
	Sections []string // globs over sections; none: all
}

// Has reports whether an edit is chosen.
func (c *Choice) Has(p *edit.Part) bool {
	return c.hasCall(p.Stage, p.Path) && filter.Matches(c.Sections, p.Section)
}

func (c *Choice) hasCall(stage, path string) bool {
	return filter.MatchesCall(c.Stages, stage, path)
}

// Changes holds the changes of a run. Its size does not grow with the number of cases.
type Changes struct {
	Choice  Choice
	Groups  []edit.Group // in the order of reach, after List
	New     Count        // prompts of cases that have no golden yet
	Missing Count        // prompts of goldens whose case is gone
	Forms   int          // requests in wire forms that differ
	Sides   []Side       // ours and theirs, if goldens hold merge conflicts

	Conflicted Count             // prompts of goldens that hold merge conflicts
	Counts     trace.Calibration // of prompts, by the models of the run
	Base       string            // the commit whose goldens were compared with those of the work tree; may be empty

	edits edit.Groups
}

// Count is a number of calls and of their cases.
type Count struct{ Calls, Cases int }

func (c *Count) add(calls int) {
	if calls > 0 {
		c.Calls += calls
		c.Cases++
	}
}

// Side is one of the two sides of merge conflicts, with the edits against it.
type Side struct {
	Name  string // ours, theirs
	Label string // git's name of the merged side
	*Changes
}

// Add adds one more case, with all of its parts.
func (c *Changes) Add(r *rows.Case) {
	c.Forms += len(r.Forms)
	c.AddEdits(r.Suite, r.Case, r.Edits)
	told := map[string]bool{} // calls with an edit
	for _, p := range r.Edits {
		told[p.Path] = true
	}
	if len(c.Choice.Sections) > 0 {
		return
	}
	fresh, missing, conflicted := 0, 0, 0
	for _, change := range r.Changes {
		switch {
		case told[change.Path] || !c.Choice.hasCall(change.Stage, change.Path):
		case change.Status == result.New:
			fresh++
		case change.Status == result.Missing:
			missing++
		case change.Status == result.Conflicted:
			conflicted++
		}
	}
	c.Conflicted.add(conflicted)
	c.New.add(fresh)
	c.Missing.add(missing)
}

// AddEdits adds the edits of one more case.
func (c *Changes) AddEdits(suite, id string, all []edit.Part) {
	var parts []edit.Part
	for _, p := range all {
		if c.Choice.Has(&p) {
			parts = append(parts, p)
		}
	}
	c.edits.Add(suite, id, parts)
}

// List sorts the groups after all cases were added, and scales their tokens to the counts of the run's models.
func (c *Changes) List() {
	c.Groups = c.edits.List()
	for i := range c.Groups {
		c.Groups[i].Tokens = c.Counts.Scale(c.Groups[i].Tokens)
	}
	for _, side := range c.Sides {
		side.List()
	}
}

// All returns the groups, including those of both sides, each id once.
func (c *Changes) All() []edit.Group {
	all := slices.Clone(c.Groups)
	for _, side := range c.Sides {
		for _, g := range side.Groups {
			if !slices.ContainsFunc(all, func(other edit.Group) bool { return other.ID == g.ID }) {
				all = append(all, g)
			}
		}
	}
	return all
}

// Keep keeps only the groups with these ids.
func (c *Changes) Keep(ids []string) {
	c.Groups = slices.DeleteFunc(c.Groups, func(g edit.Group) bool { return !slices.Contains(ids, g.ID) })
	c.New, c.Missing, c.Conflicted, c.Forms = Count{}, Count{}, Count{}, 0
	for _, side := range c.Sides {
		side.Keep(ids)
	}
	c.Sides = slices.DeleteFunc(c.Sides, func(s Side) bool { return s.None() })
}

// None reports whether nothing differs.
func (c *Changes) None() bool {
	return len(c.Groups)+len(c.Sides) == 0 && c.New.Calls+c.Missing.Calls+c.Conflicted.Calls+c.Forms == 0
}
