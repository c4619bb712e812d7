package catalogue

import (
	"cmp"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Root is a folder whose folders are skills.
type Root struct {
	Source string // one of pipeline.SkillSources
	Dir    string // in the file system, as fs.ValidPath has it
	Shown  string // its absolute path in messages and prompts
}

type finder struct {
	tree
	root   Root
	limits Limits
	base   string // of the skills: the root, or skills in it
	places []skills.Place
	left   []Finding
}

func (f *finder) take(file string) {
	dir := path.Dir(file)
	f.places = append(f.places, skills.Place{File: path.Base(file), SkillDir: pipeline.SkillDir{
		Source: f.root.Source, Path: f.shown(dir), Dir: folder{f.tree, dir},
	}})
}

func (f *finder) leave(at string, reason Reason, detail string) {
	f.left = append(f.left, Finding{
		Name: path.Base(at), Path: path.Join(f.shown(at), skills.File), Source: f.root.Source, Reason: reason,
		Detail: detail,
	})
}

// shown returns the absolute path of a folder of the root.
func (f *finder) shown(dir string) string {
	return path.Join(f.root.Shown, cmp.Or(strings.TrimPrefix(dir, f.root.Dir), "."))
}
