package suites

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
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

// newChange is what became of a call, with masks for its secrets: an older golden may hold some.
func newChange(c goldens.Change, m *secrets.Masker) Change {
	n := Change{Status: PromptStatus(c.Status), Path: c.Path, Stage: c.Stage, Text: m.Text(c.Text())}
	for _, p := range c.Parts {
		n.Parts = append(n.Parts, m.Text(p.Title()))
	}
	return n
}
