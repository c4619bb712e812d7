package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Accepted is what became of one case's pending changes.
type Accepted struct {
	Suite, Case string
	Resolved    bool // the golden held a merge conflict
	result.Taken
}

// Choice says which changes are accepted.
type Choice struct {
	Cases  []string                    // globs over ids and suite/id; none: all
	Stages []string                    // globs over stages and paths; none: all
	Except func(suite, id string) bool // not these cases; nil: no exception

	Conflicted bool // only goldens that hold a merge conflict
}

// has reports whether a case is chosen.
func (c *Choice) has(suite, id string) bool {
	return filter.MatchesCase(c.Cases, suite, id) && (c.Except == nil || !c.Except(suite, id))
}

// Accept takes the chosen pending changes as the new goldens. Nothing is taken when one of the globs fits nothing. A
// pending file whose inputs have changed since is refused, and the others are taken all the same, and so is one that
// somebody else takes at the same time left to them. Another command that does not let go of the project ends it:
// *lockfile.HeldError.
func Accept(ctx context.Context, suites []*project.Suite, systems map[string]pipeline.System,
	chosen Choice, dryRun bool) ([]Accepted, error) {
	err := errors.Join(FindReviewed(ctx, suites, chosen.Cases), project.FindStages(suites, chosen.Stages))
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(systems))
	var all []Accepted
	var errs []error
	for _, s := range suites {
		a := &acceptance{Suite: s, chosen: chosen, store: s.Project().Store(), guard: s.Project().Guard("accept"),
			dryRun: dryRun}
		errs = append(errs, a.run(ctx, names))
		all = append(all, a.accepted...)
		if lockfile.FindHeld(errs...) != nil {
			break
		}
	}
	return all, errors.Join(errs...)
}

type acceptance struct {
	*project.Suite
	chosen   Choice
	store    goldens.Store
	guard    *lockfile.Guard // of each case's read, merge and write: no acceptance is lost
	dryRun   bool            // nothing is written
	accepted []Accepted
}

func (a *acceptance) run(ctx context.Context, systems []string) error {
	do := a.guard.Do
	if a.dryRun {
		a.store.DryRun, do = true, func(_ context.Context, f func() error) error { return f() }
	} else if err := sweep(ctx, a.store, a.Suite, a.guard); err != nil {
		return err
	}
	prompts, forms, err := waiting(a.store, a.Name)
	if err != nil {
		return err
	}
	var errs []error
	take := func(f func() error) error {
		err := do(ctx, f)
		if held := lockfile.FindHeld(err); held != nil || ctx.Err() != nil {
			return err
		}
		errs = append(errs, err)
		return nil
	}
	err = a.Sources().Each(ctx, func(src fixtures.Source) error {
		c, err := src.Decode(systems)
		if err != nil {
			return err
		}
		name := fixtures.FileName(c.ID)
		if a.chosen.Conflicted && a.wanted(c.ID) {
			conflicted, err := waitsInConflict(a.store, a.Name, name, prompts[name])
			errs = append(errs, err)
			if !conflicted {
				delete(prompts, name)
				return nil
			}
		}
		now := sync.OnceValues(func() (*goldens.Pending, error) { return a.Inputs(src, systems) })
		pending := prompts[name]
		delete(prompts, name)
		if !pending && !forms[name] {
			return nil
		}
		return take(func() (err error) {
			if pending {
				err = a.one(name, c.ID, now)
			}
			if err != nil {
				return err // nor are its forms taken
			}
			return a.forms(name, c, now)
		})
	})
	for _, name := range slices.Sorted(maps.Keys(prompts)) {
		if err != nil {
			break
		}
		err = take(func() error {
			return a.one(name, "", func() (*goldens.Pending, error) { return &goldens.Pending{Case: Gone}, nil })
		})
	}
	return errors.Join(append(errs, err)...)
}

// one takes the changes of one case, whose inputs are those that now gives.
func (a *acceptance) one(name, id string, now func() (*goldens.Pending, error)) error {
	file := a.store.PendingPath(a.Name, name)
	pending, err := a.store.LoadPending(file)
	if pending == nil || err != nil { // another accept may have taken it
		return err
	}
	if id != "" && pending.Case != id {
		return pipeline.FileErrorf(file, 1, "the changes of case %q, not of %q", pending.Case, id)
	}
	orphan := id == "" && pending.Pending.Case != Gone // it takes no golden away: no suite claims it
	if !a.wanted(pending.Case) || orphan && len(a.chosen.Cases) == 0 {
		return nil
	}
	inputs, err := now()
	if err != nil {
		return err
	}
	if orphan && pending.From == goldens.FromRequests {
		return pipeline.FileErrorf(file, 0, "the case is from a log of requests").
			Remedied("name it as the run did, with --suite and --requests FILE")
	}
	if what := outdated(*pending.Pending, *inputs); what != "" {
		return pipeline.FileErrorf(file, 0, "%s changed since", what).Remedied("run again before you accept")
	}
	return a.merge(name, file, pending)
}

// forms takes what a case's requests look like in providers' forms. It goes with the whole case: a part is left alone.
func (a *acceptance) forms(name string, c *fixtures.Case, now func() (*goldens.Pending, error)) error {
	if len(a.chosen.Stages) > 0 || !a.wanted(c.ID) {
		return nil
	}
	res := Accepted{Suite: a.Name, Case: c.ID}
	removed, err := removeForms(a.store, a.Name, name, c.Forms)
	if err != nil {
		return err
	}
	res.Forms += removed
	for _, form := range c.Forms {
		inputs, err := now()
		if err != nil {
			return err
		}
		taken, err := acceptForm(a.store, a.Name, name, form, *inputs)
		if err != nil {
			return err
		}
		if taken {
			res.Forms++
		}
	}
	if res.Forms > 0 {
		a.accepted = append(a.accepted, res)
	}
	return nil
}

func (a *acceptance) wanted(id string) bool {
	return a.chosen.has(a.Name, id)
}

func (a *acceptance) merge(name, file string, pending *goldens.File) error {
	golden := a.store.Path(a.Name, name)
	old, conflicted, err := loadGolden(a.store, golden)
	if conflicted {
		err = checkConflict(a.store, golden, pending, a.chosen.Stages)
	}
	replace := len(a.chosen.Stages) == 0 && isNamed(a.chosen.Cases, a.Name, pending.Case)
	if err != nil && (conflicted || !(replace && isDamage(err))) {
		return err
	}
	if a.chosen.Conflicted && !conflicted {
		return nil
	}
	res := Accepted{Suite: a.Name, Case: pending.Case, Resolved: conflicted}
	merged := goldens.Merge(old, pending, func(c goldens.Change) bool {
		take := filter.MatchesCall(a.chosen.Stages, c.Stage, c.Path)
		if take {
			res.Calls++
		} else {
			res.Left++
		}
		return take
	})
	if res.Calls == 0 && res.Left > 0 {
		return nil
	}
	res.Removed = len(merged.Calls) == 0
	if res.Removed {
		_, err1 := removeForms(a.store, a.Name, name, nil)
		err = errors.Join(err1, a.store.Remove(golden))
	} else {
		err = a.store.Write(golden, merged)
	}
	if err == nil && res.Left == 0 {
		err = a.store.Remove(file)
	}
	if err == nil {
		a.accepted = append(a.accepted, res)
	}
	return err
}

// String says it in a line.
func (a Accepted) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s: ", a.Suite, a.Case)
	if a.Forms > 0 {
		b.WriteString(plural.Number(a.Forms, "form"))
		return b.String()
	}
	if a.Kept == 0 || a.Calls > 0 {
		b.WriteString(plural.Number(a.Calls, "call"))
	}
	if a.Kept > 0 {
		if a.Calls > 0 {
			b.WriteString(", ")
		}
		b.WriteString(plural.Number(a.Kept, "answer") + " kept")
	}
	if a.Removed {
		b.WriteString(", golden removed")
	}
	if a.Left > 0 {
		fmt.Fprintf(&b, ", %d still %s", a.Left, plural.Choose(a.Left, "waits", "wait"))
	}
	return b.String()
}
