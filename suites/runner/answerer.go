package runner

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Answerer answers the calls of cases instead of their scripts and recordings: from a server, or from a server's
// answers in an earlier run.
type Answerer interface {
	// Begin is called when a case begins.
	Begin(Beginning) (Answers, error)
}

// Beginning is a case that is about to run.
type Beginning struct {
	Suite     *project.Suite
	Case      *fixtures.Case
	Sample    int                 // which of the case's runs it is, from 0
	Recording *model.Recording    // nil: the case has none
	Offline   pipeline.Model      // answers without an Answerer
	Before    func() *trace.Trace // runs the case that way, as far as it gets
}

// Arriving are Answers for the requests of an application, which have no name when they arrive.
type Arriving interface {
	Answers
	pipeline.Kept
	// Arrivals answers them; offline answers without an Answerer, and may be changed.
	Arrivals(offline *ArrivingAnswers) pipeline.Arrivals
}

// Answers answer the calls of one case.
type Answers interface {
	pipeline.Model
	// Settings returns the settings of a stage in this run.
	Settings(pipeline.StageSettings) pipeline.StageSettings
	// End is called when the case has ended, with its result and the paths of its calls in the order of the tree. Its
	// error is one of the case.
	End(ctx context.Context, res *result.Result, paths []string) error
}
