package review

import (
	"context"
	"fmt"
	"path"
	"strings"

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
