package review

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Side is one of the two goldens that git could not merge.
type Side struct {
	Name  string // ours, theirs
	Label string // git's name of the merged side: HEAD, feature

	golden *goldens.File // nil: it cannot be read
}

// Sides are the two sides of a merge conflict in the golden of a case: ours, theirs.
type Sides struct {
	Both   [2]Side
	Marked bool    // one is unknown to git and comes from the golden's markers
	Errs   []error // why a side cannot be read
}

// SidesOf reads the sides of the golden of a case; nil when it holds no merge conflict. staged returns a file from
// git's index at a stage, 2 for ours and 3 for theirs; nil if there is none.
func SidesOf(s *project.Suite, id string, staged func(stage int, file string) []byte) (*Sides, error) {
	store := s.Project().Store()
	file := store.Path(s.Name, fixtures.FileName(id))
	data, err := store.Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	if _, err := goldens.Read(file, data); !errors.Is(err, conflict.Err) {
		return nil, nil
	}
	return readSides(file, data, s.Masker(), staged), nil
}

// readSides reads the sides of a golden with this text.
func readSides(file string, data []byte, m *secrets.Masker, staged func(stage int, file string) []byte) *Sides {
	ours, theirs := conflict.Labels(data)
	sides := &Sides{Both: [2]Side{{Name: "ours", Label: ours}, {Name: "theirs", Label: theirs}}}
	marked := cut(data)
	for i := range sides.Both {
		text := staged(i+2, file)
		if text == nil && marked != nil {
			text, sides.Marked = marked[i], true
		}
		if text == nil {
			sides.Errs = append(sides.Errs, pipeline.FileErrorf(file, 0,
				"%w, and neither git's index nor the markers say what %s is", conflict.Err, sides.Both[i].Name))
			continue
		}
		f, err := goldens.Read(file, text)
		if err != nil {
			sides.Errs = append(sides.Errs, pipeline.FileErrorf(file, 0, "%s cannot be read: %w", sides.Both[i].Name,
				withoutPlace(err)))
			continue
		}
		sides.Both[i].golden = masked(f, m)
	}
	return sides
}

// Edits returns the edits between the side and what a run sends; known describes its case. There are none if the side
// is unreadable.
func (s *Side) Edits(t *trace.Trace, known *edit.Known) []edit.Part {
	if s.golden == nil {
		return nil
	}
	return edit.Compare(s.golden, GoldenOf(t), known)
}

// withoutPlace returns an error without its place: the text is not a file, so its line numbers are meaningless.
func withoutPlace(err error) error {
	if e, ok := errors.AsType[*pipeline.FileError](err); ok {
		return e.Err
	}
	return err
}
