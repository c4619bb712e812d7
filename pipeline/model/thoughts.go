package model

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const thinkBegin, thinkEnd = "<think>", "</think>"

// setThoughtsApart moves the thoughts at the beginning of a server's answer to its reasoning, and reports whether there
// were any. A server that does not know that a model thinks leaves them in the content. Unterminated thoughts are the
// whole answer. Answers that a person wrote stay unchanged: there it is up to the case.
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
