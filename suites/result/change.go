package result

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// PromptStatus is the result of comparing a call's messages array.
type PromptStatus string

// The states of a prompt.
const (
	Unchanged PromptStatus = "unchanged"
	Changed   PromptStatus = "changed"
	New       PromptStatus = "new"
	Missing   PromptStatus = "missing"
	// it depends on a server's answer that differs from the case's: no golden applies
	NotCompared PromptStatus = "not compared"
	// its golden holds a merge conflict: nothing is accepted yet
	Conflicted PromptStatus = "conflicted"
)

// Differs reports whether a prompt of this status is not the accepted one.
func (s PromptStatus) Differs() bool { return s != Unchanged && s != NotCompared }

// Change compares one call's prompt with the golden.
type Change struct {
	Status PromptStatus
	Path   string
	Stage  string
	Parts  []string // what differs: message 2 (user) · section "Actions"
	Text   string   // as a diff by lines; empty when unchanged

	// Golden is what the golden has of a call that differs: messages, tools, format and parameters; nil: nothing, or
	// read from a stored run.
	Golden *pipeline.Request
}

// String names the call, its prompt's status, and the parts that differ.
func (c Change) String() string {
	line := c.Path + ": " + string(c.Status)
	if len(c.Parts) > 0 {
		line += ": " + strings.Join(c.Parts, ", ")
	}
	return line
}

// FormChange says that the bodies of a case's requests in one wire form are not the accepted ones. If the prompts have
// changed too it follows from that, and is counted separately.
type FormChange struct {
	Form   string
	File   string
	Status PromptStatus // Changed, New, Conflicted, or Missing: the case does not name the form any more
}
