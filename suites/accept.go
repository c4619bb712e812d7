package suites

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Accepted is what became of one case's pending changes.
type Accepted struct {
	Suite   string
	Case    string
	Calls   int  // changes taken
	Left    int  // changes that still wait
	Removed bool // the golden was taken away: the case makes no calls any more
}

// Accept takes pending changes as the new goldens: of the cases that one of the globs fits, by id or by suite/id, and of
// them the calls that one of stages fits (none: all). A pending file whose inputs have changed since is refused, and the others
// are taken all the same.
func Accept(ctx context.Context, suites []*Suite, systems map[string]pipeline.System, cases, stages []string) ([]Accepted, error) {
	names := slices.Sorted(maps.Keys(systems))
	var all []Accepted
	var errs []error
	for _, s := range suites {
		a := &acceptance{Suite: s, store: s.project.Store(), cases: cases, stages: stages}
		errs = append(errs, a.run(ctx, names))
		all = append(all, a.accepted...)
	}
	return all, errors.Join(errs...)
}

type acceptance struct {
	*Suite
	store    goldens.Store
	cases    []string
	stages   []string
	accepted []Accepted
}

func (a *acceptance) run(ctx context.Context, systems []string) error {
	_, names, err := a.store.Names(a.Name)
	if err != nil {
		return err
	}
	waiting := map[string]bool{}
	for _, n := range names {
		waiting[n] = true
	}
	var errs []error
	err = a.Suite.cases.Each(ctx, func(src fixtures.Source) error {
		if len(waiting) == 0 {
			return nil
		}
		c, err := src.Decode(systems)
		if err != nil {
			return err
		}
		name := fixtures.FileName(c.ID)
		if !waiting[name] {
			return nil
		}
		delete(waiting, name)
		errs = append(errs, a.one(name, c.ID, func() (*goldens.Pending, error) { return a.inputs(src, systems) }))
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(waiting)) {
		errs = append(errs, a.one(name, "", func() (*goldens.Pending, error) { return &goldens.Pending{Case: gone}, nil }))
	}
	return errors.Join(append(errs, err)...)
}

// one takes the changes of one case, whose inputs are those that now gives.
func (a *acceptance) one(name, id string, now func() (*goldens.Pending, error)) error {
	file := a.store.PendingPath(a.Name, name)
	pending, err := a.store.Load(file)
	if err != nil {
		return err
	}
	if pending.Pending == nil {
		return fmt.Errorf("%s:1: no pending file: it does not say what it was made from", file)
	}
	if id != "" && pending.Case != id {
		return fmt.Errorf("%s:1: the changes of case %q, not of %q", file, pending.Case, id)
	}
	if len(a.cases) > 0 && !matches(a.cases, pending.Case) && !matches(a.cases, path.Join(a.Name, pending.Case)) {
		return nil
	}
	inputs, err := now()
	if err != nil {
		return err
	}
	if what := outdated(*pending.Pending, *inputs); what != "" {
		return fmt.Errorf("%s: %s changed since; run again before you accept", file, what)
	}
	return a.merge(name, file, pending)
}

// outdated names what a pending file was made from and is no more; empty when all is as it was.
func outdated(then, now goldens.Pending) string {
	switch {
	case then.Case != now.Case:
		return "the case, its suite or one of its skills has"
	case then.Answers != now.Answers:
		return "its recording has"
	case then.Templates != now.Templates && then.Prompts != "":
		return fmt.Sprintf("it was made with --prompts %s, and the suite's prompts are not the same (accept --from %s takes it all the same): they have", then.Prompts, then.Prompts)
	case then.Templates != now.Templates:
		return "its prompts have"
	}
	return ""
}

func (a *acceptance) merge(name, file string, pending *goldens.File) error {
	golden := a.store.Path(a.Name, name)
	old, err := a.store.Load(golden)
	if err != nil {
		return err
	}
	res := Accepted{Suite: a.Name, Case: pending.Case}
	merged := goldens.Merge(old, pending, func(c goldens.Change) bool {
		take := len(a.stages) == 0 || matches(a.stages, c.Stage) || matches(a.stages, c.Path)
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
		err = a.store.Remove(golden)
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
	fmt.Fprintf(&b, "%s/%s: %d calls", a.Suite, a.Case, a.Calls)
	if a.Removed {
		b.WriteString(", golden removed")
	}
	if a.Left > 0 {
		fmt.Fprintf(&b, ", %d still wait", a.Left)
	}
	return b.String()
}
