package project

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// skillNames are the names of a case's skills and of its suite's. Each library is read once.
func (s *Suite) skillNames(c *fixtures.Case) ([]string, error) {
	dirs, library, err := s.SkillsOf(c)
	if err != nil || len(dirs) == 0 {
		return nil, err
	}
	return s.skillSets.names(library, dirs), nil
}

// skillSets are the names of libraries, by digest.
type skillSets struct {
	mu   sync.Mutex
	sets map[string][]string
}

func (s *skillSets) names(library string, dirs []pipeline.SkillDir) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if names, ok := s.sets[library]; ok {
		return names
	}
	var names []string
	for _, sk := range skills.Load(dirs, skills.Lenient).Skills {
		names = append(names, sk.Name)
	}
	if s.sets == nil {
		s.sets = map[string][]string{}
	}
	s.sets[library] = names
	return names
}
