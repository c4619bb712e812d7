package runner

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// spaces are what the cases of suites can reach. Suites that share a system and its prompts share one.
type spaces map[string]*coverage.Space

// of returns what the cases of a suite can reach.
func (all spaces) of(s *project.Suite) (*coverage.Space, error) {
	name, owner := s.System+" "+s.OwnPrompts(), s.System
	if s.IsApplication() {
		name, owner = "suite "+s.Name, s.Name
	}
	if known := all[name]; known != nil {
		return known, nil
	}
	space, err := coverage.NewSpace(s.Pipeline(), owner, s.Vocabulary().Stages)
	if err != nil {
		return nil, err
	}
	all[name] = space
	return space, nil
}

// cover notes what a finished case reaches, with the runs in which its calls broke. One that finished before the run
// was resumed has it from its journal.
func cover(space *coverage.Space, res *result.Result, broken *coverage.Broken) {
	if space == nil {
		return
	}
	res.Space = space
	if res.Trace == nil || res.Resumed {
		return
	}
	res.Covered = space.Of(res.Trace)
	if broken != nil {
		res.Covered.Faults = broken.Reached()
	}
	for i := range res.Cells {
		c := &res.Cells[i]
		res.Covered.Cell(space, c.Stage+":"+c.FaultName(), c.Verdict != result.VerdictNotApplicable)
	}
}

// coverLines notes which lines of an application's prompt files the requests of a case hold, and which they do not.
func coverLines(s *project.Suite, space *coverage.Space, res *result.Result) {
	if space == nil || !s.IsApplication() || res.Trace == nil || res.Resumed {
		return
	}
	texts := func(yield func(string) bool) {
		for step := range res.Trace.Own() {
			if step.Call == nil {
				continue
			}
			for _, m := range step.Call.Request.Messages {
				if m.Role != pipeline.RoleAssistant && m.Role != pipeline.RoleTool && !yield(m.Content()) {
					return
				}
			}
		}
	}
	all, held := s.Project().PromptLines(texts, sync.OnceValue(s.State))
	for _, line := range all {
		res.Covered.Line(space, line.File, line.Number, line.Text, held[line])
	}
}

// Reached returns what runs of the case with a broken call have reached.
func (p *Prepared) Reached() []coverage.Key { return p.covers.Reached() }

// Reach adds what runs of the case with a broken call have reached, in an earlier command.
func (p *Prepared) Reach(keys []coverage.Key) { p.covers.AddReached(keys) }

// reached returns what runs of the case with a broken call reach; nil: there were none.
func (p *Prepared) reached() *coverage.Broken {
	if p == nil {
		return nil
	}
	return p.covers
}

// covered adds what a run with a broken call reaches.
func (p *Prepared) covered(ran *Ran) {
	p.covers.Add(ran.Log, func(path string) (*pipeline.Request, bool) {
		if ran.Calls == nil {
			return nil, false
		}
		x, ok := ran.Calls.At(path)
		return &x.Request, ok
	})
}
