package project

import "github.com/beaver-eval/beaver-eval/pipeline"

// keepGuards keeps the suites' systems that can reject requests, and the applications.
func (p *Project) keepGuards(loaded []*Suite) {
	for _, s := range loaded {
		if g, ok := s.system.(pipeline.Guarded); ok {
			p.guards = append(p.guards, guard{s.Name, g})
		}
		if s.IsApplication() {
			p.applications = append(p.applications, s)
		}
	}
}

// EachRefused calls f with a description of everything that the loaded suites' systems have rejected and that belongs
// to no case.
func (p *Project) EachRefused(f func(suite, what string)) {
	for _, g := range p.guards {
		for _, what := range g.Refused() {
			f(g.suite, what)
		}
	}
}
