package touched

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// rendered holds, by stage, the templates whose text has appeared in calls; of an application, its files of plain text.
// A template may be invisible in a call whose conditions leave out all of its text, so what one case shows counts for
// all calls of the stage.
type rendered map[stage]map[string]bool

type stage struct{ system, name string }

// see records the templates of a case's calls, and returns the stages of the calls, sorted. masked reports whether a
// mask has changed text of a call, whose source is then unknown.
func (r rendered) see(now *Now, from *templates, calls []*trace.Call) (stages []string, masked bool) {
	for _, call := range calls {
		stages = append(stages, call.Stage)
		of := stage{from.system, call.Stage}
		if r[of] == nil {
			r[of] = map[string]bool{}
		}
		for _, m := range call.Request.Messages {
			for _, section := range m.Sections {
				pieces := section.Pieces()
				for _, piece := range pieces {
					switch {
					case piece.Source.Kind == pipeline.TextTemplate:
						r[of][piece.Source.Name] = true
					case piece.Source.Kind == pipeline.TextCode && from.code:
						r.seeLines(of, piece.Text, now.locate)
					}
				}
				masked = masked || len(pieces) == 1 && pieces[0].Source.Kind == pipeline.TextUnclear
			}
		}
	}
	slices.Sort(stages)
	return slices.Compact(stages), masked
}

// seeLines records the files of plain text that have a line of an application's prompt. Code is not recorded: it may
// matter to calls that show none of its text.
func (r rendered) seeLines(of stage, text string, locate func(line string) (string, int)) {
	for line := range strings.Lines(text) {
		if file, _ := locate(line); project.IsPlain(file) {
			r[of][file] = true
		}
	}
}

// touches reports whether the changed templates may change a prompt of a case with calls of these stages. any: it may
// need any template.
func (r rendered) touches(stages []string, any bool, before, now *templates) bool {
	for _, file := range prompt.DifferingDigests(before.digests, now.digests) {
		if any || !r.known(now.system, file) || slices.ContainsFunc(stages, func(name string) bool {
			return r[stage{now.system, name}][file]
		}) {
			return true
		}
	}
	return false
}

// known reports whether any call has shown the template; else the cases that use it are unknown.
func (r rendered) known(system, file string) bool {
	for of, files := range r {
		if of.system == system && files[file] {
			return true
		}
	}
	return false
}
