package pending

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Choice selects the cases whose changes under review are taken.
type Choice struct {
	Cases  []string                    // globs over ids and suite/id; none: all
	Stages []string                    // globs over stages and paths; none: all
	Only   func(suite, id string) bool // only these cases; nil: all

	Conflicted bool   // only goldens that hold a merge conflict
	Newest     bool   // only changes shown by the newest run
	Noted      string // the newest run on record; it may have shown no changes
	// Beside returns the runs that count as one with the newest one, by name; nil: none.
	Beside func(newest string) (map[string]bool, error)

	// Instead is the log or the command that replaces the suites' program: its requests are what is sent now. nil:
	// none.
	Instead *goldens.Run
}

// Chosen holds the cases whose changes are taken.
type Chosen struct {
	review.Chosen
	Newest  string  // the newest run; empty: none
	Earlier Earlier // left out, since only an earlier run has shown it
	Needs   []Need  // left out, since the current requests are unknown
}

// Earlier counts changes shown only by runs before the newest one.
type Earlier struct {
	Calls, Cases int
	Runs         []string
}

// Need is what replaced a suite's program in a run.
type Need struct {
	Suite string
	goldens.Run
}

// Choose finds the cases with changes to take. A glob that matches nothing is an error; beside errors of cases it
// returns the other cases. systems are the names of all systems.
func Choose(ctx context.Context, suites []*project.Suite, systems []string, c Choice) (*Chosen, error) {
	err := errors.Join(Find(ctx, suites, c.Cases), project.FindStages(suites, c.Stages))
	if err != nil {
		return nil, err
	}
	choose := &choosing{Choice: c, systems: systems, chosen: &Chosen{Newest: c.Noted}}
	choose.chosen.Conflicted = c.Conflicted
	if c.Instead != nil {
		choose.chosen.Log = c.Instead.Requests
	}
	for _, s := range suites {
		if err := choose.look(ctx, s); err != nil {
			return nil, err
		}
	}
	if c.Newest && c.Beside != nil {
		if choose.beside, err = c.Beside(choose.chosen.Newest); err != nil {
			return nil, err
		}
	}
	for _, w := range choose.waits {
		choose.errs = append(choose.errs, choose.one(w))
	}
	for _, s := range choose.packed {
		choose.errs = append(choose.errs, eachPacked(s, func(of packed.Change) error {
			return choose.one(&wait{suite: s, name: fixtures.FileName(of.Case), id: of.Case, run: of.Pending.Run,
				file: of.File, packed: true, differ: of.Differ})
		}))
	}
	return choose.chosen, errors.Join(choose.errs...)
}

type choosing struct {
	Choice
	systems []string
	chosen  *Chosen
	waits   []*wait
	packed  []*project.Suite // with packed goldens: a million changes may wait there, and are read again
	beside  map[string]bool  // the runs that count as one with the newest one
	errs    []error          // of cases: the others are still chosen
}

// wait is a case with changes under review.
type wait struct {
	suite *project.Suite
	name  string
	id    string        // the case, as far as it is known
	run   goldens.Run   // that has shown them; of several files: the newest
	file  *goldens.File // the changed prompts without their calls; nil: none, or unreadable

	packed bool // the changes are of a packed golden
	differ int  // of such: calls
}

// look finds the changes under review of a suite.
func (c *choosing) look(ctx context.Context, s *project.Suite) error {
	files, err := filesBeside(s.Project().Store(), s.Name)
	if err != nil {
		return err
	}
	if c.Conflicted {
		return c.conflicted(ctx, s, files)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if b := files[name]; b.prompts && !s.Packed() || len(b.pending) > 0 {
			w := readWait(s, name, b)
			c.chosen.Newest = max(c.chosen.Newest, w.run.Name)
			c.waits = append(c.waits, w)
		}
	}
	err = eachPacked(s, func(of packed.Change) error {
		c.chosen.Newest = max(c.chosen.Newest, of.Pending.Run.Name)
		return nil
	})
	if err != nil {
		return err
	}
	c.packed = append(c.packed, s)
	return c.leftForms(ctx, s, files)
}

// readWait reads the beginning of the pending files of a case. Read errors are reported when the changes are taken.
func readWait(s *project.Suite, name string, b *beside) *wait {
	store := s.Project().Store()
	w := &wait{suite: s, name: name, id: name}
	if b.prompts {
		if f, err := store.PendingHead(store.PendingPath(s.Name, name)); err == nil && f != nil {
			w.id, w.run, w.file = f.Case, f.Pending.Run, f
		}
	}
	for _, form := range b.pending {
		id, run, err := review.FormRun(store, store.PendingFormPath(s.Name, name, form))
		if err != nil || run == nil || run.Name < w.run.Name {
			continue
		}
		if w.run = *run; w.file == nil {
			w.id = id
		}
	}
	return w
}

// leftForms chooses the cases with files of forms that they no longer name, for which there is no pending file.
func (c *choosing) leftForms(ctx context.Context, s *project.Suite, files map[string]*beside) error {
	any := slices.ContainsFunc(slices.Collect(maps.Values(files)), func(b *beside) bool { return len(b.forms) > 0 })
	if !any || len(c.Stages) > 0 {
		return nil
	}
	return s.EachCase(ctx, c.systems, func(i project.Info) error {
		b := files[fixtures.FileName(i.Case)]
		if b != nil && c.matches(s.Name, i.Case) &&
			slices.ContainsFunc(b.forms, func(form string) bool { return !slices.Contains(i.Forms, form) }) {
			c.chosen.Add(s.Name, fixtures.FileName(i.Case))
		}
		return nil
	})
}

// conflicted chooses the cases with a merge conflict in their golden, or only in their forms. A golden without a
// pending file of a run is an error.
func (c *choosing) conflicted(ctx context.Context, s *project.Suite, files map[string]*beside) error {
	return s.SeeCases(ctx, func(h fixtures.Head) {
		name := fixtures.FileName(h.ID)
		if !c.matches(s.Name, h.ID) {
			return
		}
		b := files[name]
		if b == nil {
			b = &beside{}
		}
		is, err := waitsInConflict(s.Project().Store(), s.Name, name, b)
		if c.errs = append(c.errs, err); is {
			c.waits = append(c.waits, readWait(s, name, b))
		}
	})
}

func (c *choosing) matches(suite, id string) bool {
	return filter.MatchesCase(c.Cases, suite, id) && (c.Only == nil || c.Only(suite, id))
}

// one chooses a case, or says why it is left out.
func (c *choosing) one(w *wait) error {
	gone := w.file != nil && w.file.Pending.Shown == review.Gone
	switch {
	case !c.matches(w.suite.Name, w.id):
		return nil
	case c.Newest && w.run.Name < c.chosen.Newest && w.run.Name != "" && !c.beside[w.run.Name] && !gone:
		return c.earlier(w)
	case c.Instead == nil && !gone && w.isShownElsewhere():
		return c.need(w)
	}
	c.chosen.Add(w.suite.Name, w.name)
	return nil
}

// isShownElsewhere reports whether only a log, or tests that the suite does not name, can show the changes again.
func (w *wait) isShownElsewhere() bool {
	return w.run.Requests != "" || len(w.run.Command) > 0 || w.suite.Driven() && w.suite.Tests() == nil
}

// earlier counts a case that only an earlier run has shown.
func (c *choosing) earlier(w *wait) error {
	of, store := &c.chosen.Earlier, w.suite.Project().Store()
	of.Cases++
	if !slices.Contains(of.Runs, w.run.Name) {
		of.Runs = append(of.Runs, w.run.Name)
		slices.Sort(of.Runs)
	}
	if w.file == nil || w.packed {
		of.Calls += w.differ
		return nil
	}
	pending, err := store.LoadPending(store.PendingPath(w.suite.Name, w.name))
	if pending == nil || err != nil {
		return err
	}
	old, err := store.Load(store.Path(w.suite.Name, w.name))
	if err == nil || errors.Is(err, conflict.Err) { // else a run reports it
		of.Calls += review.Differing(old, pending)
	}
	return nil
}

// need records what has to be named for a case. Its files are believed if they are as the run wrote them.
func (c *choosing) need(w *wait) error {
	if w.file != nil && !w.packed {
		store := w.suite.Project().Store()
		if _, err := store.LoadPending(store.PendingPath(w.suite.Name, w.name)); err != nil {
			return err
		}
	}
	for _, n := range c.chosen.Needs {
		if n.Suite == w.suite.Name && n.Requests == w.run.Requests && slices.Equal(n.Command, w.run.Command) {
			return nil
		}
	}
	c.chosen.Needs = append(c.chosen.Needs, Need{w.suite.Name, w.run})
	return nil
}
