package suites

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// Sought are the globs of a filter, and what they have found. A glob that finds nothing is a mistake: a run that
// looked at nothing says nothing.
type Sought struct {
	globs []string
	found []bool
	near  []string // by glob: what it was perhaps meant to find
	slash []bool   // by glob: it would have found a name if * went over /
}

// NewSought begins a search.
func NewSought(globs []string) *Sought {
	n := len(globs)
	return &Sought{globs: globs, found: make([]bool, n), near: make([]string, n), slash: make([]bool, n)}
}

// See looks at one thing, which may have several names.
func (s *Sought) See(names ...string) {
	for i, g := range s.globs {
		if s.found[i] {
			continue
		}
		for _, name := range names {
			s.found[i] = s.found[i] || Matches([]string{g}, name)
			s.slash[i] = s.slash[i] || matchesOverSlashes(g, name)
			s.near[i] = nearer(g, s.near[i], name)
		}
	}
}

// nearer is the nearer of two names; empty when neither is near.
func nearer(glob, before, name string) string {
	if before == "" {
		return strict.Nearest(glob, []string{name})
	}
	return strict.Nearest(glob, []string{before, name})
}

// matchesOverSlashes says whether a glob would fit if * went over slashes.
func matchesOverSlashes(glob, name string) bool {
	const other = "\x00"
	flat := strings.ReplaceAll(glob, "/", other)
	return strings.Contains(glob, "*") && Matches([]string{flat}, strings.ReplaceAll(name, "/", other))
}

// Done says whether every glob has found something.
func (s *Sought) Done() bool { return !slices.Contains(s.found, false) }

// Err names the first glob that has found nothing, with what it was perhaps meant to find. what is what was looked
// for: "no case matches --case".
func (s *Sought) Err(what string) error {
	i := slices.Index(s.found, false)
	switch {
	case i < 0:
		return nil
	case s.near[i] != "":
		return fmt.Errorf("%s %s (nearest: %s)", what, s.globs[i], s.near[i])
	case s.slash[i]:
		over := strings.TrimRight(s.globs[i], "/") + "/**"
		return fmt.Errorf("%s %s (a * stops at /; ** between two / does not: %s)", what, s.globs[i], over)
	}
	return fmt.Errorf("%s %s", what, s.globs[i])
}

// FindCases looks for the cases that a filter means, by id. It reads no further than it has to.
func FindCases(ctx context.Context, suites []*Suite, globs []string) error {
	sought := NewSought(globs)
	for _, s := range suites {
		if sought.Done() {
			break
		}
		if err := s.seeCases(ctx, func(id string) { sought.See(id) }); err != nil {
			return err
		}
	}
	return sought.Err("no case matches --case")
}

// seeCases hands out the ids of the suite's cases.
func (s *Suite) seeCases(ctx context.Context, see func(id string)) error {
	return s.cases.Each(ctx, func(src fixtures.Source) error {
		id, err := src.ID()
		if err == nil {
			see(id)
		}
		return err
	})
}

// FindStages looks for the stages that a filter means. A glob that may be one over paths is not looked at: which
// calls there are only a run knows.
func FindStages(suites []*Suite, globs []string) error {
	ofPaths := func(g string) bool { return strings.Contains(g, "/") || strings.Contains(g, "**") }
	sought := NewSought(slices.DeleteFunc(slices.Clone(globs), ofPaths))
	var known []string
	for _, s := range suites {
		for _, name := range s.known.names() {
			sought.See(name)
			known = append(known, name)
		}
	}
	err := sought.Err("no stage matches --stage")
	if i := slices.Index(sought.found, false); err != nil && sought.near[i] == "" {
		slices.Sort(known)
		return fmt.Errorf("%w (known: %s)", err, strings.Join(slices.Compact(known), ", "))
	}
	return err
}

// SeeCalls looks at the calls of a result, and at those that its golden has.
func (s *Sought) SeeCalls(r *Result) {
	if s.Done() {
		return
	}
	if r.Trace != nil {
		for _, c := range r.Trace.Calls() {
			s.See(c.Stage, c.Path)
		}
	}
	for _, c := range r.Changes {
		s.See(c.Stage, c.Path)
	}
}

// findAccepted looks for the cases that accept names, by id or by suite/id: those of the suites, and those that are
// no more and left a pending file.
func findAccepted(ctx context.Context, suites []*Suite, globs []string) error {
	sought := NewSought(globs)
	for _, s := range suites {
		if sought.Done() {
			break
		}
		files := map[string]bool{}
		see := func(id string) {
			files[fixtures.FileName(id)] = true
			sought.See(id, path.Join(s.Name, id))
		}
		if err := errors.Join(s.seeCases(ctx, see), s.seePending(files, see)); err != nil {
			return err
		}
	}
	return sought.Err("no case matches")
}

// seePending hands out the cases of the suite's pending files, but for the known ones.
func (s *Suite) seePending(known map[string]bool, see func(id string)) error {
	store := s.project.Store()
	_, pending, err := store.Names(s.Name)
	for _, name := range pending {
		if known[name] {
			continue
		}
		if f, err := store.Load(store.PendingPath(s.Name, name)); err == nil { // else taking it says why
			see(f.Case)
		}
	}
	return err
}
