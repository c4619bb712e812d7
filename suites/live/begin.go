package live

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Begin implements runner.Answerer.
func (r *Recorder) Begin(b runner.Beginning) (runner.Answers, error) {
	if b.Suite.IsApplication() {
		return r.beginArriving(b)
	}
	c := &caseRecorder{of: r, Beginning: b, choice: r.Choice.of(b.Recording),
		origins: map[string]pipeline.Origin{}, failed: map[string]*pipeline.Failure{}, late: map[string]Failed{}}
	known := b.Recording
	if r.From != nil {
		c.choice = takeOver()
		var err error
		if known, err = r.From.Read(b.Suite.Name, b.Case.ID); err != nil {
			return nil, err
		}
	}
	if b.Recording != nil && r.Probe == nil {
		c.before = decisionsOf(b.Before(), b.Suite.Vocabulary(), b.Suite.Masker())
	}
	c.model = runner.Chain(append(c.scripts(), c.replayed(known), c.asked()))
	if r.From != nil {
		c.model = answering{c.model}
	}
	return c, nil
}
