package runner

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Exchange sends a request to a server that misbehaves in a given way, and would otherwise return the given answer.
type Exchange func(
	ctx context.Context, way string, req pipeline.Request, answer pipeline.Response,
) (pipeline.Response, error)

// CheckFaults reports a suite's fault that needs an exchange if there is none.
func CheckFaults(s *project.Suite, exchange Exchange) error {
	for _, f := range s.Injected() {
		if of, _ := fault.Find(f.Fault); of.Way != "" && exchange == nil {
			return f.Errorf("%s is a transport fault, which this command cannot produce: "+
				"leave the suite out", f.Fault)
		}
	}
	return nil
}
