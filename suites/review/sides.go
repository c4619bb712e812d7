package review

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Side is one of the two goldens that git could not merge.
type Side struct {
	Label string // what was merged, as git names it: HEAD, feature

	golden *goldens.File // nil: it cannot be read
}

// Sides are the two sides of a merge conflict in the golden of a case: ours, theirs.
type Sides struct {
	Both    [2]Side
	Marked  bool    // git does not know them: they are what the markers in the golden say
	Errs    []error // why a side cannot be read
	suite   *project.Suite
	golden  string
	markers [][]byte
}

// SidesOf reads the sides of the golden of a case; nil when it holds no merge conflict. staged gives a file as git's
// index has it at a stage, 2 for ours and 3 for theirs; nil where there is none.
func SidesOf(s *project.Suite, id string, staged func(stage int, file string) []byte) (*Sides, error) {
	file := s.Project().Store().Path(s.Name, fixtures.FileName(id))
	data, err := s.Project().Store().Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	if _, err := goldens.Read(file, data); !errors.Is(err, conflict.Err) {
		return nil, nil
	}
	sides := &Sides{suite: s, golden: file, markers: cut(data)}
	begin, end := conflict.Labels(data)
	for i, label := range []string{begin, end} {
		sides.Both[i].Label = label
		sides.read(i, staged(i+2, file))
	}
	return sides, nil
}

// read reads a side: its text in git's index, or what the markers say of it.
func (s *Sides) read(i int, text []byte) {
	if text == nil && s.markers != nil {
		text, s.Marked = s.markers[i], true
	}
	if text == nil {
		s.Errs = append(s.Errs, pipeline.FileErrorf(s.golden, 0,
			"neither git's index nor the markers say what the sides of its merge conflict are"))
		return
	}
	f, err := goldens.Read(s.golden, text)
	if err != nil {
		s.Errs = append(s.Errs, err)
		return
	}
	s.Both[i].golden = masked(f, s.suite.Masker())
}

// Edits says what was edited between the side and what a run sends; none where the side could not be read.
func (s *Side) Edits(t *trace.Trace) []edit.Part {
	if s.golden == nil {
		return nil
	}
	return edit.Compare(s.golden, GoldenOf(t))
}
