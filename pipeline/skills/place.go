package skills

import (
	"cmp"
	"path"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Place is the location of a file that may be a skill.
type Place struct {
	pipeline.SkillDir
	File string // its name in Dir; empty: SKILL.md
}

// Places returns the SKILL.md of each folder.
func Places(dirs []pipeline.SkillDir) []Place {
	all := make([]Place, len(dirs))
	for i, dir := range dirs {
		all[i] = Place{SkillDir: dir}
	}
	return all
}

// Name returns the name of the file in Dir.
func (p Place) Name() string { return cmp.Or(p.File, File) }

func (p Place) path() string { return path.Join(p.Path, p.Name()) }

// path returns the path of the skill's file, as the case has it.
func (s *Skill) path() string { return Place{s.From, s.File}.path() }

// Options say how files are read.
type Options struct {
	Policy   Policy
	MaxBytes int // of a file; 0: MaxBytes
}

func (o Options) maxBytes() int { return cmp.Or(o.MaxBytes, MaxBytes) }
