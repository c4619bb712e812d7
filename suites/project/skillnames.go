package project

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// skillSet is a library read under one policy.
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
