package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// File is the name of the file that makes a folder a skill.
const File = "SKILL.md"

// MaxSkills is how many skills a library may hold; those behind them are named.
const MaxSkills = 100_000

// CheckNumber says that a library would hold more than it may.
func CheckNumber(dirs []pipeline.SkillDir) error {
	if len(dirs) <= MaxSkills {
		return nil
	}
	return fmt.Errorf("%d skills, and a library may hold %d", len(dirs), MaxSkills)
}

// Library is what a list of folders holds. It is read-only.
type Library struct {
	Skills   []*Skill  // in the order of their folders; no two have the same name
	Shadowed []*Skill  // read, and dropped because another skill has the name; in the order in which that was seen
	Problems []Problem // in the order of the folders; what is about duplicates last
}

// Load reads the SKILL.md of every folder, in their order. Of two skills with one name one is dropped, and both are
// named:
//
//   - Lenient: the first wins, and names that differ in case only are the same, since a model may write either.
//   - Strict: the last wins and takes the place of the first, as a later source of skills overrides an earlier one;
//     names that differ in case are two.
//
// A file that gives no skill hides no other.
func Load(dirs []pipeline.SkillDir, policy Policy) *Library {
	l := &loader{policy: policy, names: map[string]*name{}}
	for i, f := range readAll(dirs[:min(len(dirs), MaxSkills)], policy) {
		l.take(dirs[i], f)
	}
	for _, dir := range dirs[min(len(dirs), MaxSkills):] {
		l.drop(dir, &Error{Kind: KindLimit, Err: fmt.Errorf("more than %d skills", MaxSkills)})
	}
	l.nameDuplicates()
	return &l.Library
}

// file is what was read in one folder.
type file struct {
	skill   *Skill
	repairs []Repair
	err     error
}

// readAll reads the folders side by side; what comes out does not depend on which is done first.
func readAll(dirs []pipeline.SkillDir, policy Policy) []file {
	files := make([]file, len(dirs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(dirs); i = int(next.Add(1)) - 1 {
				files[i] = read(dirs[i], policy)
			}
		})
	}
	wg.Wait()
	return files
}

func read(dir pipeline.SkillDir, policy Policy) file {
	data, err := readFile(dir.Dir)
	if err != nil {
		return file{err: err}
	}
	s, repairs, err := Parse(data, folder(dir), policy)
	if err != nil {
		return file{err: err}
	}
	s.From = dir
	return file{skill: s, repairs: repairs}
}

type loader struct {
	Library
	policy Policy
	names  map[string]*name
	order  []*name // those that more than one skill has, in order of their second
}

// name is one name with all the skills that have it.
type name struct {
	at     int // in Library.Skills
	skills []*Skill
}

// take puts one file into the library, or names why not.
func (l *loader) take(dir pipeline.SkillDir, f file) {
	if f.err != nil {
		l.drop(dir, f.err)
		return
	}
	for _, r := range f.repairs {
		l.note(dir, KindRepaired, r.Kind+": "+r.Detail)
	}
	if l.policy == Strict {
		for _, why := range nameRules(f.skill.Name, folder(dir)) {
			l.note(dir, KindNameRule, why)
		}
	}
	l.add(f.skill)
}

// readFile reads the skill in a folder. A link may lead anywhere, and a device or a pipe may never end, so both are
// left alone.
func readFile(dir fs.FS) ([]byte, error) {
	info, err := fs.Lstat(dir, File)
	switch {
	case err != nil:
		return nil, unreadable(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, &Error{Kind: KindLink, Err: errors.New("a symbolic link, not followed")}
	case !info.Mode().IsRegular():
		return nil, &Error{Kind: KindUnreadable, Err: errors.New("no regular file")}
	case info.Size() > MaxBytes:
		return nil, &Error{Kind: KindSize, Err: fmt.Errorf("%d bytes, at most %d are read", info.Size(), MaxBytes)}
	}
	data, err := fs.ReadFile(dir, File)
	if err != nil {
		return nil, unreadable(err)
	}
	return data, nil
}

// unreadable is an error of the file system without its path, which the problem has.
func unreadable(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &Error{Kind: KindUnreadable, Err: err}
}

// folder is the name of the folder that a skill lies in; empty for one that has none.
func folder(dir pipeline.SkillDir) string {
	if base := path.Base(dir.Path); base != "." && base != "/" {
		return base
	}
	return ""
}

func (l *loader) note(dir pipeline.SkillDir, kind, detail string) {
	l.Problems = append(l.Problems, Problem{Path: path.Join(dir.Path, File), Kind: kind, Detail: detail})
}

func (l *loader) drop(dir pipeline.SkillDir, err error) {
	p := Problem{Path: path.Join(dir.Path, File), Kind: KindUnreadable, Detail: err.Error(), Dropped: true}
	var e *Error
	if errors.As(err, &e) {
		p.Kind = e.Kind
	}
	l.Problems = append(l.Problems, p)
}
