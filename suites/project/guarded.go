package project

import "github.com/beaver-eval/beaver-eval/pipeline"

// keepGuards keeps the suites' systems that can reject requests, and the applications.
func (p *Project) keepGuards(loaded []*Suite) {
	for _, s := range loaded {
		if g, ok := s.system.(pipeline.Guarded); ok {
			p.guards = append(p.guards, guard{s.Name, g})
		}
		if s.IsApplication() {
			p.writers = append(p.writers, writer{s.Name, s.unexpected})
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

// EachWritten calls f with the files that the programs of loaded suites have written in the project's folder, and with
// the line below app: of the suite that would move them, if it can be told; see Suite.Written. Those that a suite
// expects are left out.
func (p *Project) EachWritten(f func(suite string, files []string, env string)) {
	for _, w := range p.writers {
		if files := w.written(); len(files) > 0 {
			f(w.suite, files, p.envFor(files))
		}
	}
}
