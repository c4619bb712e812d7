// Package touched finds the cases of a project that an edit of its files affects: those whose inputs or goldens changed
// since they ran last.
package touched

import (
	"context"
	"errors"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Now holds the inputs and goldens of a project's cases at a moment.
type Now struct {
	cases map[filter.CaseName]*made // by the names in results
	files Files
	whole bool // no filter excludes a case
	// returns the file that has a line of an application's prompt
	locate func(line string) (file string, at int)
}

// Look returns the inputs and goldens of the chosen cases. systems are the names of all systems, files those from
// before the suites were loaded.
func Look(ctx context.Context, suites []*project.Suite, systems []string, chosen *filter.Cases, files Files,
) (*Now, error) {
	now := &Now{cases: map[filter.CaseName]*made{}, files: files, whole: chosen.All()}
	for _, s := range suites {
		if err := now.look(ctx, s, systems, chosen); err != nil {
			return nil, err
		}
	}
	return now, nil
}

// Len returns how many cases there are.
func (n *Now) Len() int { return len(n.cases) }

// Whole returns the suites whose cases are all in some, by the names in their files.
func (n *Now) Whole(some map[filter.CaseName]bool) map[string]bool {
	whole := map[string]bool{}
	for _, m := range n.cases {
		if _, other := whole[m.name.Suite]; !other {
			whole[m.name.Suite] = true
		}
		if !some[m.name] {
			whole[m.name.Suite] = false
		}
	}
	return whole
}

// looked holds a case's inputs and goldens; nil: it is not chosen.
type looked struct {
	*made
	err error
}

// look looks at the cases of a suite concurrently.
func (n *Now) look(ctx context.Context, s *project.Suite, systems []string, chosen *filter.Cases) error {
	root, err := disk.Read(s.Project().FS, project.RootFile, fixtures.MaxYAML)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	n.locate = func(line string) (file string, at int) {
		return s.Project().Locate(line, &project.State{}) // a state that is not read blames no file
	}
	all, err := templatesOf(s, n.files)
	if err != nil {
		return err
	}
	worker := func(context.Context) func(fixtures.Source) looked {
		return func(src fixtures.Source) looked {
			head, err := src.Head()
			if err != nil || !chosen.Has(s.Name, head.ID, head.Tags) {
				return looked{nil, err}
			}
			of, err := s.Inputs(src, systems)
			if err != nil {
				return looked{nil, err}
			}
			m := &made{name: filter.CaseName{Suite: s.Name, ID: head.ID}, templates: all,
				inputs: digest(root, []byte(of.Case), []byte(of.Answers))}
			m.holdAgainst(s, n.files.All)
			return looked{m, nil}
		}
	}
	return fixtures.SideBySide(ctx, s.Sources(), 0, worker, func(l looked) error {
		if l.made != nil {
			n.cases[l.name] = l.made
		}
		return l.err
	})
}
