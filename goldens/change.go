package goldens

// Status is the status of a call.
type Status string

// The states of a call.
const (
	Unchanged Status = "unchanged"
	Changed   Status = "changed"
	New       Status = "new"
	Missing   Status = "missing"
)

// Change is the change of one call.
type Change struct {
	Status      Status
	Path, Stage string // as in the new file; of a missing call as in the old one
	Parts       []Part // of a changed call, never empty
}

// Kind is the kind of change of a part of a call.
type Kind string

// The kinds of a Part. A moved part has another position, and may have changed as well.
const (
	KindChanged Kind = "changed"
	KindAdded   Kind = "added"
	KindRemoved Kind = "removed"
	KindMoved   Kind = "moved"
	KindUnkept  Kind = "changed; the old text is not kept" // of a call in a packed golden
)

// What names a part of a call.
type What string

// The parts of a call. PartMessage is a whole message: one without content that was added or removed, or any that has
// moved.
const (
	PartCall       What = "call" // its place in the order
	PartStage      What = "stage"
	PartMessage    What = "message"
	PartRole       What = "role"
	PartToolCallID What = "tool_call_id"
	PartName       What = "name" // of the tool whose result a message is
	PartSection    What = "section"
	PartToolCall   What = "tool call"
	PartTool       What = "tool"
	PartFormat     What = "format"
	PartFields     What = "fields"     // of a message
	PartParameters What = "parameters" // of a call
)

// Part is one difference in a call.
type Part struct {
	What    What
	Message int    // from 1, in the new call, or in the old one if removed; 0: in no message
	Role    string // of that message
	Name    string // of the section, tool or tool call
	Kind    Kind
	From    int    // of a moved part: its position in the old list, from 1
	Hunks   []Hunk // none if the text is the same
}
