package project

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// skillNames are the names of a case's skills, in whichever turn, and of its suite's. Each library is read once.
func (s *Suite) skillNames(c *fixtures.Case) ([]string, error) {
	var all []string
	for _, refs := range c.SkillLists() {
		dirs, library, err := s.SkillsOf(c, refs)
		if err != nil {
			return nil, err
		}
		if len(dirs) > 0 {
			all = append(all, s.skillSets.names(skillSet{library, pipeline.SkillPolicyOf(s.system)}, dirs)...)
		}
	}
	return all, nil
}

// skillSet is a library as one policy reads it.
type skillSet struct {
	library string // its digest
	policy  pipeline.SkillPolicy
}

// skillSets are the names of the skills of libraries.
type skillSets struct {
	mu   sync.Mutex
	sets map[skillSet][]string
}

func (s *skillSets) names(set skillSet, dirs []pipeline.SkillDir) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if names, ok := s.sets[set]; ok {
		return names
	}
	var names []string
	for _, sk := range skills.Load(dirs, set.policy).Skills {
		names = append(names, sk.Name)
	}
	if s.sets == nil {
		s.sets = map[skillSet][]string{}
	}
	s.sets[set] = names
	return names
}
