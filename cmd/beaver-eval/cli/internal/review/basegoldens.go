package review

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
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
	before bool              // there is an old golden
	new    string            // its file; empty: there is none
	packed *[2]*goldens.File // both, of packed goldens; nil: they are files
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
	old    map[string]git.File // by name below the folder of goldens
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
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close ends the reading of objects.
func (b *Base) Close() error { return b.files.objects.Close() }

// Golden returns the golden of a case; nil: the commit has none.
func (b *Base) Golden(suite, id string) (*goldens.File, error) {
	file, there := b.old[goldens.Store{}.Path(suite, fixtures.FileName(id))]
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
	if err := b.findPacked(ctx, r); err != nil {
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
		before, there := old[below]
		delete(old, below)
		if !there || !before.Holds(data) {
			b.add(below, before, there, file)
		}
		return nil
	})
	for below, before := range old {
		b.add(below, before, true, "")
	}
	return err
}

// old returns the goldens of the commit by their names below their folder, which its own root file may rename.
func (b *baseGoldens) old(ctx context.Context, r *git.Repository) (map[string]git.File, error) {
	folder, err := b.oldFolder(ctx, r)
	if err != nil {
		return nil, err
	}
	files, err := r.Files(ctx, b.commit, folder)
	old := map[string]git.File{}
	for _, f := range files {
		if _, _, ok := review.AcceptedFile(path.Base(f.Name)); !ok {
			continue
		}
		if f.Link {
			return nil, pipeline.FileErrorf(b.at(f), 0, "a link: only files of a commit are compared")
		}
		old[strings.TrimPrefix(f.Name, folder+"/")] = f
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
	pair := b.differ[of]
	if pair == nil {
		pair = &goldenPair{}
		b.differ[of] = pair
	}
	if form {
		pair.forms++
		return
	}
	pair.old, pair.before, pair.new = old, before, file
}

// load reads both sides of a pair; nil: there is no such golden.
func (b *baseGoldens) load(pair *goldenPair) (old, new *goldens.File, err error) {
	if pair.packed != nil {
		return pair.packed[0], pair.packed[1], nil
	}
	if pair.before {
		data, err := b.objects.Read(pair.old)
		if err != nil {
			return nil, nil, pipeline.FileErrorf(b.at(pair.old), 0, "%w", err)
		}
		if old, err = goldens.Read(b.at(pair.old), data); err != nil {
			return nil, nil, err
		}
	}
	if pair.new != "" {
		new, err = b.project.Store().Load(pair.new)
	}
	return old, new, err
}

// at names a file of the commit in errors, as git does.
func (b *baseGoldens) at(f git.File) string { return fmt.Sprintf("%.12s:%s", b.commit, f.Name) }

// findPacked finds the packed goldens that differ.
func (b *baseGoldens) findPacked(ctx context.Context, r *git.Repository) error {
	folder, err := b.oldFolder(ctx, r)
	if err != nil {
		return err
	}
	files, err := r.Files(ctx, b.commit, folder)
	if err != nil {
		return err
	}
	suites, err := b.project.Store().Suites()
	if err != nil {
		return err
	}
	old := map[string]git.File{}
	for _, f := range files {
		if path.Base(f.Name) == packed.FileName && !f.Link {
			suite := path.Base(path.Dir(f.Name))
			old[suite], suites = f, append(suites, suite)
		}
	}
	slices.Sort(suites)
	for _, suite := range slices.Compact(suites) {
		if err := b.comparePacked(suite, old); err != nil {
			return err
		}
	}
	return nil
}

// comparePacked finds the packed goldens of a suite that differ from those in the commit.
func (b *baseGoldens) comparePacked(suite string, files map[string]git.File) error {
	var old, new packed.Text
	if f, there := files[suite]; there {
		data, err := b.objects.Read(f)
		if err != nil {
			return pipeline.FileErrorf(b.at(f), 0, "%w", err)
		}
		old = packed.Text{Name: b.at(f), In: bytes.NewReader(data)}
	}
	name := path.Join(b.project.Goldens, suite, packed.FileName)
	f, err := b.project.FS.Open(name)
	if err == nil {
		defer f.Close()
		new = packed.Text{Name: name, In: f}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return packed.Compare(suite, old, new, func(old, new *goldens.File) error {
		of := caseFiles{suite, fixtures.FileName(cmp.Or(new, old).Case)}
		b.differ[of] = &goldenPair{packed: &[2]*goldens.File{old, new}}
		return nil
	})
}
