package pipeline

// EntryKind is the kind of an Entry.
type EntryKind string

// The kinds of entries. EntryPlace opens a place; what happened there follows it.
const (
	EntryPlace    EntryKind = "place"
	EntryCall     EntryKind = "call"
	EntryTool     EntryKind = "tool"
	EntryDecided  EntryKind = "decided"
	EntryFallback EntryKind = "fallback"
	EntryRejected EntryKind = "rejected"
	EntryEvent    EntryKind = "event"
)

// ToolUse is a tool call with what came of it.
type ToolUse struct {
	Call   ToolCall
	Said   *ToolCall // what the model wrote, where the system has made another call of it; nil: Call
	Result ToolResult
}

// Forms are the ways in which the call is written: as the system makes it, then as the model wrote it where that is
// another way. A case may name a call by either.
func (u *ToolUse) Forms() []ToolCall {
	if u.Said == nil {
		return []ToolCall{u.Call}
	}
	return []ToolCall{u.Call, *u.Said}
}
