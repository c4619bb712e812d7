package live

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Text is a changed answer of a stage whose answers are texts.
type Text struct{ Path, Before, Now string }

// changedTexts returns the changed first answers to calls in both recordings, if they are texts, in the order of the
// new one. Answers read as JSON or by tags are reported as decisions, and failures as such.
func changedTexts(s *project.Suite, before, now *model.Recording) []Text {
	was := map[string]string{}
	for i := range before.Lines {
		if l := &before.Lines[i]; isText(s, l) {
			was[l.Path] = said(l)
		}
	}
	var all []Text
	for i := range now.Lines {
		l := &now.Lines[i]
		if old, both := was[l.Path]; both && isText(s, l) && said(l) != old {
			all = append(all, Text{l.Path, old, said(l)})
		}
	}
	return all
}

// isText reports whether a line is the first answer to its call, and a text.
func isText(s *project.Suite, l *model.Line) bool {
	if l.Repeat != 1 || l.Request == nil || l.Failure != nil {
		return false
	}
	stage, _ := s.Vocabulary().Find(l.Request.Stage)
	return stage.Reads != pipeline.ReadsJSON && stage.Reads != pipeline.ReadsTagged
}

// said returns an answer as a text, with its tool calls below it.
func said(l *model.Line) string {
	parts := []string{l.Response.Content}
	for _, c := range l.Response.ToolCalls {
		parts = append(parts, fmt.Sprintf("calls %s %s", c.Name, c.Arguments))
	}
	return strings.TrimPrefix(strings.Join(parts, "\n"), "\n")
}
