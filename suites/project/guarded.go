package project

import "github.com/beaver-eval/beaver-eval/pipeline"

// EachRefused hands out what the systems of the suites that were loaded have refused and is of no case, in words.
func (p *Project) EachRefused(f func(suite, what string)) {
	for _, s := range p.loaded {
		g, ok := s.system.(pipeline.Guarded)
		if !ok {
			continue
		}
		for _, what := range g.Refused() {
			f(s.Name, what)
		}
	}
}
