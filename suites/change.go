package suites

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// PromptStatus says what became of the messages array of a call.
type PromptStatus string

// The states of a prompt.
const (
	Unchanged PromptStatus = "unchanged"
	Changed   PromptStatus = "changed"
	New       PromptStatus = "new"
	Missing   PromptStatus = "missing"
)

// Change is what became of one call's prompt against the golden.
type Change struct {
	Status PromptStatus
	Path   string
	Stage  string
	Parts  []string // what differs: message 2 (user) · section "Actions"
	Text   string   // as a diff by lines; empty when unchanged
}

// String names the call, what became of its prompt, and what of it differs.
func (c Change) String() string {
	line := c.Path + ": " + string(c.Status)
	if len(c.Parts) > 0 {
		line += ": " + strings.Join(c.Parts, ", ")
	}
	return line
}

func newChange(c goldens.Change) Change {
	n := Change{Status: PromptStatus(c.Status), Path: c.Path, Stage: c.Stage, Text: c.Text()}
	for _, p := range c.Parts {
		n.Parts = append(n.Parts, p.Title())
	}
	return n
}
