package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Load reads the SKILL.md of every folder, in their order. Of two skills with one name one is dropped, and both are
// reported:
//
//   - Lenient: the first wins, and names that differ in case only are the same, since a model may write either.
//   - Strict: the last wins and takes the place of the first, as a later source of skills overrides an earlier one;
//     names that differ in case are two.
//
// A file that gives no skill hides no other.
func Load(dirs []pipeline.SkillDir, policy Policy) *Library {
	return LoadPlaces(Places(dirs), Options{Policy: policy})
}

// LoadPlaces is Load for files whose name and maximum size may differ from SKILL.md's.
func LoadPlaces(places []Place, o Options) *Library {
	l := &loader{policy: o.Policy, names: map[string]*name{}}
	for i, f := range readAll(places[:min(len(places), MaxSkills)], o) {
		l.take(places[i], f)
	}
	for _, at := range places[min(len(places), MaxSkills):] {
		l.drop(at, &Error{Kind: KindLimit, Err: fmt.Errorf("more than %d skills", MaxSkills)})
	}
	l.nameDuplicates()
	return &l.Library
}

// file is the content of one folder's file.
type file struct {
	skill   *Skill
	repairs []Repair
	err     error
}

// readAll reads the folders concurrently; the result does not depend on the order of completion.
func readAll(places []Place, o Options) []file {
	files := make([]file, len(places))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(places); i = int(next.Add(1)) - 1 {
				files[i] = read(places[i], o)
			}
		})
	}
	wg.Wait()
	return files
}

func read(at Place, o Options) file {
	data, err := readFile(at, o.maxBytes())
	if err != nil {
		return file{err: err}
	}
	s, repairs, err := parse(data, folder(at.SkillDir), o)
	if err != nil {
		return file{err: err}
	}
	s.From, s.File = at.SkillDir, at.Name()
	return file{skill: s, repairs: repairs}
}

// take adds one file to the library, or reports why not.
func (l *loader) take(at Place, f file) {
	if f.err != nil {
		l.drop(at, f.err)
		return
	}
	for _, r := range f.repairs {
		l.note(at, KindRepaired, r.Kind+": "+r.Detail)
	}
	if l.policy == Strict {
		for _, why := range nameRules(f.skill.Name, folder(at.SkillDir)) {
			l.note(at, KindNameRule, why)
		}
	}
	l.add(f.skill)
}

// readFile reads the skill in a folder. A link may lead anywhere, and a device or a pipe may never end, so both are
// skipped.
func readFile(at Place, most int) ([]byte, error) {
	info, err := fs.Lstat(at.Dir, at.Name())
	switch {
	case err != nil:
		return nil, unreadable(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, &Error{Kind: KindLink, Err: errors.New("a symbolic link, not followed")}
	case !info.Mode().IsRegular():
		return nil, &Error{Kind: KindUnreadable, Err: errors.New("no regular file")}
	case info.Size() > int64(most):
		return nil, &Error{Kind: KindSize, Err: fmt.Errorf("%d bytes, at most %d are read", info.Size(), most)}
	}
	data, err := fs.ReadFile(at.Dir, at.Name())
	if err != nil {
		return nil, unreadable(err)
	}
	return data, nil
}

// unreadable returns an error of the file system without its path, which the problem has.
func unreadable(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &Error{Kind: KindUnreadable, Err: err}
}
