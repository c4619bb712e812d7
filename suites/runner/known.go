package runner

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// known returns what a comparison with the golden may use of the case: all text of its users, history and models,
// whether or not in a prompt, and the names of its skills.
func (r *caseRun) known(t *trace.Trace) *edit.Known {
	return &edit.Known{
		Texts: func() []string { return r.texts(t) },
		Skills: func() []string {
			names, _ := r.suite.SkillNames(r.c) // an unreadable library is reported elsewhere
			return names
		},
		Locate: r.locating(),
	}
}

// locating returns what finds the file that contains a line of a prompt: an application's in its work tree, or in what
// its program has written there by the first such search; a skill's in its file.
func (r *caseRun) locating() func(source pipeline.TextSource, line string) (file string, at int) {
	written := sync.OnceValue(r.suite.State)
	return func(source pipeline.TextSource, line string) (file string, at int) {
		switch {
		case source.Kind == pipeline.TextSkill && source.Path != "":
			return source.Path, r.suite.Project().LineIn(source.Path, line)
		case source.Kind == pipeline.TextCode && r.suite.IsApplication():
			return r.suite.Project().Locate(line, written())
		}
		return "", 0
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
	for _, o := range t.Outcomes { // including the program's own replies
		for _, reply := range o.Replies {
			all = append(all, reply.Text)
		}
	}
	return all
}
