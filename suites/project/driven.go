package project

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// driven reports whether nothing but its own tests runs the suite's program: then its cases need no fixtures.
func (s *Suite) driven() bool {
	d, ok := s.system.(pipeline.Drivable)
	return ok && d.Driven()
}

// addDriven adds the cases of which goldens are all that there is.
func (s *Suite) addDriven(ctx context.Context) error {
	if !s.driven() {
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
	var paths []string
	for _, name := range accepted {
		paths = append(paths, store.Path(s.Name, name))
	}
	for _, name := range pending {
		paths = append(paths, store.PendingPath(s.Name, name))
	}
	var more []fixtures.Source
	for _, path := range paths {
		f, err := store.Load(path)
		if err != nil || f == nil || known[f.Case] {
			continue // what cannot be read is told where it is compared
		}
		known[f.Case] = true
		more = append(more, fixtures.Implicit(fixtures.ImplicitFile, 1, f.Case, 1))
	}
	s.cases = s.cases.With(more)
	return nil
}
