package console

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/project"
)

// WarnOfJudges names the suites in which a model judges its own replies. model is that of all stages; empty: as the
// suites say.
func (a *App) WarnOfJudges(suites []*project.Suite, model string) {
	for _, s := range suites {
		if name := s.JudgedByItself(model); name != "" {
			const words = "beaver-eval: warning: %s: the judge %s is the model under test: models favour their own " +
				"replies, so let another one judge\n"
			fmt.Fprintf(a.Stderr, words, s.File(), name)
		}
	}
}
