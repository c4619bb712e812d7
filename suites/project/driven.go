package project

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// elsewhere is the value of a suite's key ci: its program's tests drive it in a separate job.
const elsewhere = "elsewhere"

// Driven reports whether only its own tests run the suite's program: then its cases need no fixtures.
func (s *Suite) Driven() bool {
	d, ok := s.system.(pipeline.Drivable)
	return ok && d.Driven()
}

// Tests returns the command that runs the suite's tests, which drive its program; nil: the suite names none.
func (s *Suite) Tests() []string {
	if d, ok := s.system.(pipeline.Drivable); ok {
		return d.Tests()
	}
	return nil
}

// isolated reports whether each case's program has a copy of the project's folder.
func (s *Suite) isolated() bool {
	i, ok := s.system.(pipeline.Isolating)
	return ok && i.Isolated()
}

// DrivenElsewhere reports whether the suite says that another job of CI drives it, or has its log of requests.
func (s *Suite) DrivenElsewhere() bool { return s.CI == elsewhere }

// checkCI rejects the key ci if it has no effect.
func (s *Suite) checkCI(n *strict.Node) error {
	switch {
	case s.CI == "" && n == nil:
		return nil
	case s.CI != elsewhere:
		return n.Errorf("ci: want %s, got %q", elsewhere, s.CI)
	case !s.IsApplication():
		return n.Errorf("ci: %s is for an application, whose own tests another job runs", elsewhere)
	}
	return nil
}

// addDriven adds the cases that have only a golden. An unreadable golden is reported when it is compared.
func (s *Suite) addDriven(ctx context.Context) error {
	if !s.Driven() {
		return nil
	}
	known, err := s.IDs(ctx)
	if err != nil {
		return err
	}
	store := s.project.Store()
	accepted, pending, err := store.Names(s.Name)
	if err != nil {
		return err
	}
	var ids []string
	add := func(names []string, path func(suite, name string) string) {
		for _, name := range names {
			if f, err := store.Load(path(s.Name, name)); err == nil && f != nil && !known[f.Case] {
				known[f.Case] = true
				ids = append(ids, f.Case)
			}
		}
	}
	add(accepted, store.Path)
	add(pending, store.PendingPath)
	s.cases = s.cases.With(Implied(ids))
	return nil
}

// WithGoldens returns the ids of the cases that have a golden. known are the ids of existing cases; more has the
// others, which have only a golden.
func (s *Suite) WithGoldens(known map[string]bool) (all, more []string, err error) {
	store := s.project.Store()
	accepted, _, err := store.Names(s.Name)
	if err != nil {
		return nil, nil, err
	}
	ids := map[string]string{} // by the names of their files
	for id := range known {
		ids[fixtures.FileName(id)] = id
	}
	for _, name := range accepted {
		id, there := ids[name]
		if !there {
			f, err := store.Load(store.Path(s.Name, name))
			if err != nil {
				return nil, nil, err
			}
			id = f.Case
			more = append(more, id)
		}
		all = append(all, id)
	}
	return all, more, nil
}

// Implied returns cases without a fixture, each of one empty turn.
func Implied(ids []string) []fixtures.Source {
	var all []fixtures.Source
	for _, id := range ids {
		all = append(all, fixtures.Implicit(fixtures.ImplicitFile, 1, id, 1))
	}
	return all
}
