package skills

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// File is the name of the file that makes a folder a skill.
const File = "SKILL.md"

// MaxSkills is how many skills a library may hold; those behind them are named.
const MaxSkills = 100_000

// Library is what a list of folders holds. It is read-only.
type Library struct {
	Skills   []*Skill  // in the order of their folders; no two have the same name
	Shadowed []*Skill  // read, and dropped because another skill has the name; in the order in which that was seen
	Problems []Problem // in the order of the folders; what is about duplicates last
}

// CheckNumber says that a library would hold more than it may.
func CheckNumber(dirs []pipeline.SkillDir) error {
	if len(dirs) <= MaxSkills {
		return nil
	}
	return fmt.Errorf("%d skills, and a library may hold %d", len(dirs), MaxSkills)
}
