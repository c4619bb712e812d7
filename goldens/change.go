package goldens

// Status says what became of a call.
type Status string

// The states of a call.
const (
	Unchanged Status = "unchanged"
	Changed   Status = "changed"
	New       Status = "new"
	Missing   Status = "missing"
)

// Change is what became of one call.
type Change struct {
	Status      Status
	Path, Stage string // as in the new file; of a missing call as in the old one
	Parts       []Part // of a changed call, never empty
}

// Kind says what became of a part of a call.
type Kind string

// The kinds of a Part. One that has moved stands at another place in the order, and may have changed as well.
const (
	KindChanged Kind = "changed"
	KindAdded   Kind = "added"
	KindRemoved Kind = "removed"
	KindMoved   Kind = "moved"
)

// What says which part of a call a Part is.
type What string

// The parts of a call. PartMessage stands for a message as a whole: one without content that was added or removed, or
// any one that has moved.
const (
	PartCall       What = "call" // its place in the order
	PartStage      What = "stage"
	PartMessage    What = "message"
	PartRole       What = "role"
	PartToolCallID What = "tool_call_id"
	PartName       What = "name" // of the tool that a message is the result of
	PartSection    What = "section"
	PartToolCall   What = "tool call"
	PartTool       What = "tool"
	PartFormat     What = "format"
	PartFields     What = "fields"     // of a message
	PartParameters What = "parameters" // of a call
)

// Part is one thing that differs in a call.
type Part struct {
	What    What
	Message int    // from 1, in the new call, and in the old one for what was removed; 0: it is in no message
	Role    string // of that message
	Name    string // of the section, tool or tool call
	Kind    Kind
	From    int    // of what has moved: its place in the old list, from 1
	Hunks   []Hunk // none where the text is the same
}
