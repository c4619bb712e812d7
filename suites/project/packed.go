package project

import "github.com/beaver-eval/beaver-eval/fixtures/strict"

// checkGoldens rejects another value than packed, and packed goldens of an application: its calls are named by the
// requests of its golden, and cases of its tests are known by theirs.
func (s *Suite) checkGoldens(n *strict.Node) error {
	switch {
	case n != nil && !s.Packed():
		return n.Errorf("goldens: want %s, got %q", packedGoldens, s.Goldens)
	case s.Packed() && s.IsApplication():
		return n.Errorf("goldens: %s keeps digests, and the calls of system %s are named by the requests of its "+
			"goldens: leave the key out", packedGoldens, s.System)
	}
	return nil
}
