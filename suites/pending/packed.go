package pending

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// eachPacked calls f with the changes under review of a suite with packed goldens.
func eachPacked(s *project.Suite, f func(packed.Change) error) error {
	if !s.Packed() {
		return nil
	}
	g, err := packed.OpenWaiting(s.Project().Store(), s.Name)
	if err != nil {
		return err
	}
	return errors.Join(g.EachWaiting(f), g.Close())
}
