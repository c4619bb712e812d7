package review

import (
	"context"
	"errors"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/git"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Base has the goldens of the commit where HEAD and a git revision part.
type Base struct {
	Commit string
	files  *baseGoldens
	old    oldGoldens
	packed basePacked
}

// OpenBase finds the goldens of the revision of --base. The caller closes it.
func OpenBase(ctx context.Context, a *console.App, p *project.Project, base string) (*Base, error) {
	r, commit, err := openBaseCommit(ctx, a, p, base)
	if err != nil {
		return nil, err
	}
	objects, err := r.Objects(ctx)
	if err != nil {
		return nil, err
	}
	b := &Base{Commit: commit, files: &baseGoldens{project: p, commit: commit, objects: objects}}
	if b.old, err = b.files.old(ctx, r); err != nil {
		objects.Close()
		return nil, err
	}
	return b, nil
}

// Close ends the reading of objects.
func (b *Base) Close() error { return errors.Join(b.files.objects.Close(), b.packed.close()) }

// Golden returns the golden of a case; nil: the commit has none. Of a call in a packed golden there may only be a
// digest.
func (b *Base) Golden(suite, id string) (*goldens.File, error) {
	if g, err := b.packed.of(b.files, suite, b.old.packed); g != nil || err != nil {
		if err != nil {
			return nil, err
		}
		if golden, err := g.Golden(id); golden != nil || err != nil {
			return golden, err
		}
	}
	file, there := b.old.files[goldens.Store{}.Path(suite, fixtures.FileName(id))]
	if !there {
		return nil, nil
	}
	golden, _, err := b.files.load(&goldenPair{old: file, before: true})
	return golden, err
}

// openBase finds the goldens that differ. The caller closes the objects.
func openBase(ctx context.Context, p *project.Project, r *git.Repository, commit string) (*baseGoldens, error) {
	objects, err := r.Objects(ctx)
	if err != nil {
		return nil, err
	}
	b := &baseGoldens{project: p, commit: commit, objects: objects, differ: map[caseFiles]*goldenPair{}}
	if err := b.find(ctx, r); err != nil {
		objects.Close()
		return nil, err
	}
	return b, nil
}

func (b *baseGoldens) find(ctx context.Context, r *git.Repository) error {
	old, err := b.old(ctx, r)
	if err != nil {
		return err
	}
	store := b.project.Store()
	if err := b.findPacked(old.packed); err != nil {
		return err
	}
	err = disk.EachFile(ctx, b.project.FS, b.project.Goldens, func(file string) error {
		below := strings.TrimPrefix(file, b.project.Goldens+"/")
		if _, _, ok := review.AcceptedFile(path.Base(below)); !ok {
			return nil
		}
		data, err := store.Read(file)
		if err != nil {
			return err
		}
		before, there := old.files[below]
		delete(old.files, below)
		if !there || !before.Holds(data) {
			b.add(below, before, there, file)
		}
		return nil
	})
	for below, before := range old.files {
		b.add(below, before, true, "")
	}
	return err
}
