package review

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// packedFiles are the goldens of a suite in one file. What the cases change is written when the suite has ended.
type packedFiles struct {
	*packed.Goldens
	mu   sync.Mutex
	left []string // files of single goldens that are packed now
}

// openPacked opens the packed goldens of a suite; nil: it has a file a case.
func openPacked(s *project.Suite, store goldens.Store) (*packedFiles, error) {
	if !s.Packed() {
		return nil, nil
	}
	g, err := packed.Open(store, s.Name)
	if err != nil {
		return nil, err
	}
	return &packedFiles{Goldens: g}, nil
}
