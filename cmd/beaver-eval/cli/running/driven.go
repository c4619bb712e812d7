package running

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// leaveDriven leaves out the suites whose program nothing but its own tests runs, and says how each is run. What nobody
// has asked of is no golden that holds: the verdict names them.
func (a *app) leaveDriven(j *job, o runOptions) error {
	if o.command != nil || o.requests != "" { // who asks is known
		return nil
	}
	j.suites = slices.DeleteFunc(j.suites, func(s *project.Suite) bool {
		if s.Driven() {
			j.leftOut = append(j.leftOut, s)
		}
		return s.Driven()
	})
	for _, s := range j.leftOut {
		accepted, _, err := j.project.Store().Names(s.Name)
		if err != nil {
			return err
		}
		j.notDriven = append(j.notDriven, stored.NotDriven{Suite: s.Name, Goldens: len(accepted), Elsewhere: s.DrivenElsewhere()})
	}
	for _, s := range j.leftOut {
		how := fmt.Sprintf("the suite %[1]s has no command: its program's own tests run it, as in "+
			"`beaver-eval run --suite %[2]s -- npm test`, or a log of its requests: --requests FILE", s.Name,
			shell.Quoted(s.Name))
		if len(j.suites) == 0 && len(o.Suites) > 0 { // it was asked for
			return errors.New(how)
		}
		fmt.Fprintf(a.Stderr, "beaver-eval: not run: %s\n", how)
	}
	return nil
}
