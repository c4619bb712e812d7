package mas

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/tags"
)

// reader reads the answers to the asks of one step.
type reader interface {
	// read takes one answer; its error is a *pipeline.Failure that says what is missing so far.
	read(resp pipeline.Response) (answer, error)
	// mayAskAgain reports whether a failure is worth another ask.
	mayAskAgain(why *pipeline.Failure) bool
	// memoryOnly reports whether the next ask is for the memory.
	memoryOnly() bool
	declared() []pipeline.Declared
	// kept is what stays of the answers when the last ask has failed; ok is false when the step fails with it.
	kept() (got answer, ok bool)
}

func (u *use) reader() reader {
	if u.compat == state.Document {
		return &reading{use: u}
	}
	return &programReading{use: u}
}

// memoryOf is what an answer adds to the memory; ok is false when it says nothing of it (A4).
func (u *use) memoryOf(content string) (m memory, ok bool) {
	if u.compat == state.Head {
		_, ok = tags.Last(content, tags.Memory)
		return memory{commands: tags.MemoryCommands(content, u.rt.AnswerText(u.skill.name))}, ok
	}
	text, ok := tags.MemoryText(u.compat, content)
	return memory{text: u.said(text)}, ok
}

// memoryBreaksOff reports whether a memory begins in an answer and does not end.
func memoryBreaksOff(content string) bool {
	return strings.LastIndex(content, "<"+tags.Memory+">") > strings.LastIndex(content, "</"+tags.Memory+">")
}
