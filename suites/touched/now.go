// Package touched finds out which cases of a project an edit of its files touches: those that are made of something
// else, or held against something else, than when they ran last.
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

// Now is what the cases of a project are made of, and held against, at a moment.
type Now struct {
	cases map[filter.CaseName]*made // by the names that results have
	files disk.Snapshot
	whole bool // no filter has left a case out
}

// Look returns what the chosen cases of the suites are made of. systems are the names of all systems, files the
// project's as they were seen before the suites were loaded.
func Look(ctx context.Context, suites []*project.Suite, systems []string, chosen *filter.Cases, files disk.Snapshot,
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

// Whole returns the suites all of whose cases are among some, by the names in their files.
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

// looked is what a case is made of; nil: it is not chosen.
type looked struct {
	*made
	err error
}

// look looks at the cases of a suite, many side by side.
func (n *Now) look(ctx context.Context, s *project.Suite, systems []string, chosen *filter.Cases) error {
	root, err := disk.Read(s.Project().FS, project.RootFile, fixtures.MaxYAML)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	digests, err := s.TemplateDigests()
	if err != nil {
		return err
	}
	all := &templates{s.System, digests, s.HasMatrix()}
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
			m.holdAgainst(s, n.files)
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
