package model

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const thinkBegin, thinkEnd = "<think>", "</think>"

// setThoughtsApart moves the thoughts at the beginning of a server's answer to its reasoning, and reports whether there
// were any. A server that does not know that a model thinks leaves them in the content. Thoughts that do not end are
// all that there is of an answer. What a person has written stays as it is: there it is the case's own matter.
func setThoughtsApart(r *pipeline.Response) bool {
	if !r.Origin.Source.Recorded() {
		return false
	}
	rest, thinks := strings.CutPrefix(strings.TrimLeft(r.Content, " \t\r\n"), thinkBegin)
	if !thinks {
		return false
	}
	thoughts, content, _ := strings.Cut(rest, thinkEnd)
	r.Reasoning = strings.TrimSpace(r.Reasoning + "\n" + strings.TrimSpace(thoughts))
	r.Content = strings.TrimLeft(content, " \t\r\n")
	return true
}
