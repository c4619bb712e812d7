package review

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/git"
)

// findPacked finds the packed goldens that differ from those in the files of the commit, by suite.
func (b *baseGoldens) findPacked(old map[string]git.File) error {
	suites, err := b.project.Store().Suites()
	if err != nil {
		return err
	}
	suites = slices.AppendSeq(suites, maps.Keys(old))
	slices.Sort(suites)
	for _, suite := range slices.Compact(suites) {
		if err := b.comparePacked(suite, old); err != nil {
			return err
		}
	}
	return nil
}

// comparePacked finds the packed goldens of a suite that differ.
func (b *baseGoldens) comparePacked(suite string, old map[string]git.File) error {
	was, there := old[suite]
	now := packed.Text{Name: path.Join(b.project.Goldens, suite, packed.FileName)}
	f, err := b.project.FS.Open(now.Name)
	if err == nil {
		defer f.Close()
		now.In = f
	} else if !errors.Is(err, fs.ErrNotExist) {
		return pipeline.FileErrorf(now.Name, 0, "%w", err)
	}
	compare := func(in io.Reader) error {
		return packed.Compare(suite, packed.Text{Name: b.at(was), In: in}, now, func(old, new *goldens.File) error {
			pair := b.pair(caseFiles{suite, fixtures.FileName(cmp.Or(new, old).Case)})
			pair.packed = [2]*goldens.File{old, new}
			return nil
		})
	}
	if !there {
		return compare(nil)
	}
	return b.stream(was, compare)
}

// stream calls read with the content of a file of the commit.
func (b *baseGoldens) stream(f git.File, read func(io.Reader) error) error {
	var failed error
	err := b.objects.Stream(f, func(in io.Reader) error {
		failed = read(in)
		return nil
	})
	if err != nil {
		err = pipeline.FileErrorf(b.at(f), 0, "%w", err)
	}
	return cmp.Or(failed, err)
}

// basePacked are the packed goldens of a commit that were asked for, by suite. Their files are copied to disk, since
// cases come in any order.
type basePacked struct {
	goldens map[string]*packed.Goldens
	copies  []*os.File
}

// of returns the packed goldens of a suite; nil: the commit has none.
func (p *basePacked) of(b *baseGoldens, suite string, files map[string]git.File) (*packed.Goldens, error) {
	f, there := files[suite]
	if g := p.goldens[suite]; g != nil || !there {
		return g, nil
	}
	to, err := os.CreateTemp("", "beaver-eval-goldens-*")
	if err != nil {
		return nil, err
	}
	p.copies = append(p.copies, to)
	var size int64
	err = b.stream(f, func(in io.Reader) (err error) {
		size, err = io.Copy(to, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	g, err := packed.Read(b.at(f), suite, to, size)
	if err != nil {
		return nil, err
	}
	if p.goldens == nil {
		p.goldens = map[string]*packed.Goldens{}
	}
	p.goldens[suite] = g
	return g, nil
}

func (p *basePacked) close() error {
	var errs []error
	for _, f := range p.copies {
		errs = append(errs, f.Close(), os.Remove(f.Name()))
	}
	return errors.Join(errs...)
}
