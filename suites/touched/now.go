// Package touched finds the cases of a project that an edit of its files affects: those whose inputs or goldens changed
// since they ran last.
package touched

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

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
	apart []apart
	// returns the file that has a line of an application's prompt
	locate func(line string) (file string, at int)
}

// Look returns the inputs and goldens of the chosen cases. systems are the names of all systems, files those from
// before the suites were loaded. The cases of an earlier look that keeps the files (see Keeps) have the inputs that it
// has found; nil: there is none.
func Look(ctx context.Context, suites []*project.Suite, systems []string, chosen *filter.Cases, files Files,
	before *Now,
) (*Now, error) {
	now := &Now{cases: map[filter.CaseName]*made{}, files: files, whole: chosen.All()}
	for _, s := range suites {
		now.apart = append(now.apart, apartIn(s)...)
		if err := now.look(ctx, s, systems, chosen, before); err != nil {
			return nil, err
		}
	}
	return now, nil
}

// apart is a folder on disk whose files are no inputs of a case.
type apart struct{ folder, ext string }

// apartIn returns the folders of a suite's goldens and templates, which are held against a case by themselves.
func apartIn(s *project.Suite) []apart {
	p := s.Project()
	all := []apart{{p.OnDisk(p.Goldens), ".yaml"}}
	if own := s.OwnPrompts(); own != "" {
		all = append(all, apart{p.OnDisk(own), ".tmpl"})
	}
	if given := s.PromptsOverride(); given != "" {
		all = append(all, apart{given, ".tmpl"})
	}
	fixtures := p.OnDisk(p.Fixtures)
	return slices.DeleteFunc(all, func(a apart) bool {
		return within(a.folder, fixtures) || within(fixtures, a.folder)
	})
}

func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+string(filepath.Separator))
}

// Keeps reports whether nothing has changed since but goldens and templates: the cases and what they are checked
// against are the same.
func (n *Now) Keeps(files disk.Snapshot) bool {
	return !slices.ContainsFunc(n.files.All.Differing(files), func(name string) bool {
		return !slices.ContainsFunc(n.apart, func(a apart) bool {
			return within(name, a.folder) && filepath.Ext(name) == a.ext
		})
	})
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
func (n *Now) look(ctx context.Context, s *project.Suite, systems []string, chosen *filter.Cases, before *Now) error {
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
	if before != nil {
		for name, m := range before.cases {
			if name.Suite == s.Name {
				again := *m
				again.templates = all
				again.holdAgainst(s, n.files.All)
				n.cases[name] = &again
			}
		}
		return nil
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
			m := &made{name: filter.CaseName{Suite: s.Name, ID: head.ID}, templates: all}
			m.inputs = digest(root, []byte(of.Case), []byte(of.Answers))
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
