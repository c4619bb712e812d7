package runner

import (
	"io/fs"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// world is the environment of a conversation at one time: it may change from turn to turn.
type world struct {
	skills  []pipeline.SkillDir
	library string // names them
	files   fs.FS
}

// worlds returns the world before the first turn, then those of the turns, the end last.
func worlds(s *project.Suite, c *fixtures.Case) ([]world, error) {
	var now world
	var err error
	if now.skills, now.library, err = s.SkillsOf(c, c.Skills); err != nil {
		return nil, err
	}
	atFirst, byTurn := c.FilesFrom()
	now.files = atFirst
	all := []world{now}
	for i, t := range c.AllTurns() {
		if t.Skills != nil {
			if now.skills, now.library, err = s.SkillsOf(c, *t.Skills); err != nil {
				return nil, err
			}
		}
		now.files = byTurn[i]
		all = append(all, now)
	}
	return all, nil
}
