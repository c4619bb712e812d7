package runner

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Answerer says who answers the calls of cases, where that is not what the cases say and their recordings hold: a
// server, or what one has said in an earlier run.
type Answerer interface {
	// Begin is called when a case begins. rec is its recording, nil where it has none; offline is what would answer
	// without an Answerer.
	Begin(s *project.Suite, c *fixtures.Case, rec *model.Recording, offline pipeline.Model) (Answers, error)
}

// Answers answer the calls of one case.
type Answers interface {
	pipeline.Model
	// Settings are those of a stage as they hold in this run.
	Settings(pipeline.StageSettings) pipeline.StageSettings
	// End is called when the case has ended, with its result and the paths of its calls in the order of the tree. Its
	// error is one of the case.
	End(res *result.Result, paths []string) error
}

// begin asks who answers the calls of a case; nothing where the case itself does.
func (r *caseRun) begin(a Answerer, links []Link) (err error) {
	if a != nil {
		r.answers, err = a.Begin(r.suite, r.c, r.rec, Chain(links))
	}
	return err
}

// end says that the case has ended.
func (r *caseRun) end(res *result.Result) error {
	if r.answers == nil {
		return nil
	}
	var paths []string
	for _, c := range res.Trace.Calls() {
		paths = append(paths, c.Path)
	}
	return r.answers.End(res, paths)
}
