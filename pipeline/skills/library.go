package skills

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// File is the name of the file that makes a folder a skill.
const File = "SKILL.md"

// MaxSkills is the maximum number of skills in a library; further ones are reported.
const MaxSkills = 100_000

// Library is the skills of a list of folders. It is read-only.
type Library struct {
	Skills   []*Skill  // in the order of their folders; no two have the same name
	Shadowed []*Skill  // parsed, and dropped because another skill has the name; in the order of discovery
	Problems []Problem // in the order of the folders; duplicates last
}

// CheckNumber returns an error if a library would exceed its limit.
func CheckNumber(dirs []pipeline.SkillDir) error {
	if len(dirs) <= MaxSkills {
		return nil
	}
	return fmt.Errorf("%d skills, and a library may hold %d", len(dirs), MaxSkills)
}
