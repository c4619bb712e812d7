package result

import "strings"

// PromptStatus says what became of the messages array of a call.
type PromptStatus string

// The states of a prompt.
const (
	Unchanged PromptStatus = "unchanged"
	Changed   PromptStatus = "changed"
	New       PromptStatus = "new"
	Missing   PromptStatus = "missing"
	// it rests on an answer that a server gave, and another than the case has: a golden says nothing of it
	NotCompared PromptStatus = "not compared"
	// its golden holds a merge conflict: nobody has accepted anything yet
	Conflicted PromptStatus = "conflicted"
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

// FormChange says that the bodies of a case's requests in one provider's form are not those that were accepted. Where
// the prompts have changed too it is their consequence, and counted apart from them.
type FormChange struct {
	Form   string
	File   string
	Status PromptStatus // Changed, New, Conflicted, or Missing: the case does not name the form any more
}
