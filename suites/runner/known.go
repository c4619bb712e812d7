package runner

import (
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// known is what a comparison with the golden may ask of the case: what its users, its history and its models say,
// whether a prompt shows it or not, and which skills it has.
func (r *caseRun) known(t *trace.Trace) *edit.Known {
	return &edit.Known{
		Texts: func() []string { return r.texts(t) },
		Skills: func() []string {
			names, _ := r.suite.SkillNames(r.c) // a library that cannot be read is told of elsewhere
			return names
		},
	}
}

func (r *caseRun) texts(t *trace.Trace) []string {
	var all []string
	for _, m := range r.c.History {
		all = append(all, m.Content)
	}
	for _, m := range r.c.Memory {
		all = append(all, m.Text)
	}
	for _, turn := range r.c.AllTurns() {
		for _, text := range []*string{turn.User, turn.Scheduled} {
			if text != nil {
				all = append(all, *text)
			}
		}
	}
	for _, c := range t.Calls() {
		all = append(all, c.Response.Content)
	}
	return all
}
