package project

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// maxFoundSkills is how many lists of skills a suite remembers: cases with skills of their own come in sequence.
const maxFoundSkills = 16

// foundSkills are the skills of a list, as they were when the first case named it.
type foundSkills struct {
	mu      sync.Mutex
	dirs    []pipeline.SkillDir
	library string // empty: not looked for so far
}
