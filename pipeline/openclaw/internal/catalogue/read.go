package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Opened is a file of a skill that was read.
type Opened struct {
	Skill *Entry
	Path  string // in the skill's folder, with slashes
	Text  string // invalid UTF-8 in it is U+FFFD
}

// Main reports whether it is the skill's own file, not one below it (O-18: phase 2, not 3).
func (o *Opened) Main() bool { return o.Path == o.Skill.base }

// Source returns the source of the text.
func (o *Opened) Source() pipeline.TextSource {
	return pipeline.SkillText(path.Join(path.Dir(o.Skill.File), o.Path)).In(o.Skill.from.PathOf(o.Path))
}

// Open reads the file at a location as the catalogue shows it, with ~ or not, or one below the folder of a skill. It
// returns nil without an error if the location is in no skill's folder. The error is an *skills.Error: no path leads
// out of the folder, no link is followed, and no file is larger than a skill may be.
func (s *Snapshot) Open(location string) (*Opened, error) {
	e, rel := s.find(s.Shown.settings.Absolute(location))
	if e == nil {
		return nil, nil
	}
	text, err := e.read(rel, s.Shown.settings.Limits.MaxBytes())
	if err != nil {
		return nil, err
	}
	return &Opened{Skill: e, Path: rel, Text: text}, nil
}

// find returns the skill whose file is at a path, or else the one whose folder contains it: the inner one of two.
func (s *Snapshot) find(at string) (found *Entry, rel string) {
	for _, e := range s.usable {
		if e.Location == at {
			return e, e.base
		}
		if below, ok := strings.CutPrefix(at, e.folder()+"/"); ok && (found == nil || len(below) < len(rel)) {
			found, rel = e, below
		}
	}
	return found, rel
}

func (e *Entry) read(rel string, most int) (string, error) {
	if !fs.ValidPath(rel) || rel == "." {
		return "", refuse(skills.KindUnreadable, "no path of a file in the folder of the skill")
	}
	for i := range len(rel) + 1 {
		if i < len(rel) && rel[i] != '/' {
			continue
		}
		if err := e.check(rel[:i], i == len(rel), most); err != nil {
			return "", err
		}
	}
	data, err := fs.ReadFile(e.from.Dir, rel)
	if err != nil {
		return "", refuse(skills.KindUnreadable, "%w", pathless(err))
	}
	text, _ := pipeline.Repair(string(data))
	return text, nil
}

// check returns an error for a forbidden element on the way to a file, or at its end.
func (e *Entry) check(rel string, last bool, most int) error {
	info, err := fs.Lstat(e.from.Dir, rel)
	switch {
	case err != nil:
		return refuse(skills.KindUnreadable, "%w", pathless(err))
	case info.Mode()&fs.ModeSymlink != 0:
		return refuse(skills.KindLink, "a symbolic link, not followed")
	case !last && !info.IsDir(), last && !info.Mode().IsRegular():
		return refuse(skills.KindUnreadable, "no regular file")
	case last && info.Size() > int64(most):
		return refuse(skills.KindSize, "%d bytes, at most %d are read", info.Size(), most)
	}
	return nil
}

func refuse(kind, format string, args ...any) error {
	return &skills.Error{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// errNoFile replaces an error that each kind of file system words in its own way.
var errNoFile = errors.New("there is no such file")

// pathless returns an error of the file system without its path, which the model has written.
func pathless(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errNoFile
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
