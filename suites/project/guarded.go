package project

import "github.com/beaver-eval/beaver-eval/pipeline"

// keepGuards keeps the systems of suites that refuse something.
func (p *Project) keepGuards(loaded []*Suite) {
	for _, s := range loaded {
		if g, ok := s.system.(pipeline.Guarded); ok {
			p.guards = append(p.guards, guard{s.Name, g})
		}
	}
}

// EachRefused hands out what the systems of the suites that were loaded have refused and is of no case, in words.
func (p *Project) EachRefused(f func(suite, what string)) {
	for _, g := range p.guards {
		for _, what := range g.Refused() {
			f(g.suite, what)
		}
	}
}
