package review

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/git"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// caseFiles names the files of a case, by the suite's folder and the beginning of their names.
type caseFiles struct{ suite, name string }

// goldenPair is a golden in a commit and in the work tree, and the forms of the case that differ.
type goldenPair struct {
	old    git.File
	before bool             // there is an old file
	new    string           // a file; empty: there is none
	packed [2]*goldens.File // the old and the new golden, if they are packed; nil: the file, if there is one
	forms  int
}

// baseGoldens are the goldens in which a commit and the work tree differ, by the bytes of their files.
type baseGoldens struct {
	project *project.Project
	commit  string
	objects *git.Objects
	differ  map[caseFiles]*goldenPair
}

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

// Golden returns the golden of a case; nil: the commit has none. Of a call in a packed golden there may only be a digest.
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

// oldGoldens are the files with the goldens of a commit.
type oldGoldens struct {
	files  map[string]git.File // by their names below their folder
	packed map[string]git.File // by their suites
}

// old returns the goldens of the commit, whose own root file may rename their folder.
func (b *baseGoldens) old(ctx context.Context, r *git.Repository) (oldGoldens, error) {
	old := oldGoldens{map[string]git.File{}, map[string]git.File{}}
	folder, err := b.oldFolder(ctx, r)
	if err != nil {
		return old, err
	}
	files, err := r.Files(ctx, b.commit, folder)
	for _, f := range files {
		below := strings.TrimPrefix(f.Name, folder+"/")
		suite, isPacked := strings.CutSuffix(below, "/"+packed.FileName)
		if _, _, ok := review.AcceptedFile(path.Base(below)); !ok && !isPacked {
			continue
		}
		if f.Link {
			return old, pipeline.FileErrorf(b.at(f), 0, "a link: only files of a commit are compared")
		}
		if isPacked {
			old.packed[suite] = f
		} else {
			old.files[below] = f
		}
	}
	return old, err
}

func (b *baseGoldens) oldFolder(ctx context.Context, r *git.Repository) (string, error) {
	var data []byte
	files, err := r.Files(ctx, b.commit, project.RootFile)
	if err == nil && len(files) == 1 {
		data, err = b.objects.Read(files[0])
	}
	if err != nil {
		return "", err
	}
	was, err := project.Parse(b.at(git.File{Name: project.RootFile}), data)
	if err != nil {
		return "", err
	}
	return was.Goldens, nil
}

// add records a file that differs; below is its name below the folder of goldens.
func (b *baseGoldens) add(below string, old git.File, before bool, file string) {
	name, form, _ := review.AcceptedFile(path.Base(below))
	of := caseFiles{path.Dir(below), name}
	pair := b.pair(of)
	if form {
		pair.forms++
		return
	}
	pair.old, pair.before, pair.new = old, before, file
}

// pair returns what differs of a case, which is empty at first.
func (b *baseGoldens) pair(of caseFiles) *goldenPair {
	pair := b.differ[of]
	if pair == nil {
		pair = &goldenPair{}
		b.differ[of] = pair
	}
	return pair
}

// load reads both sides of a pair; nil: there is no such golden.
func (b *baseGoldens) load(pair *goldenPair) (old, new *goldens.File, err error) {
	old, new = pair.packed[0], pair.packed[1]
	if old == nil && pair.before {
		data, err := b.objects.Read(pair.old)
		if err != nil {
			return nil, nil, pipeline.FileErrorf(b.at(pair.old), 0, "%w", err)
		}
		if old, err = goldens.Read(b.at(pair.old), data); err != nil {
			return nil, nil, err
		}
	}
	if new == nil && pair.new != "" {
		new, err = b.project.Store().Load(pair.new)
	}
	return old, new, err
}

// at names a file of the commit in errors, as git does.
func (b *baseGoldens) at(f git.File) string { return fmt.Sprintf("%.12s:%s", b.commit, f.Name) }
