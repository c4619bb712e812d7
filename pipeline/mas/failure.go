package mas

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func failure(reason pipeline.Reason, format string, args ...any) *pipeline.Failure {
	return &pipeline.Failure{Reason: reason, Err: fmt.Errorf(format, args...)}
}

// forbiddenError names the executors of a plan that the agent may not use.
type forbiddenError struct{ names []string }

func (e *forbiddenError) Error() string {
	return "it may not use " + pipeline.ShortName(strings.Join(e.names, ", "))
}
