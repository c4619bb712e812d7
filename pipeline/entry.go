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

// ToolUse is a tool call with its result.
type ToolUse struct {
	Call   ToolCall
	Said   *ToolCall // what the model wrote, if the system has turned that into another call; nil: Call
	Result ToolResult
}

// Forms returns the forms of the call: as the system makes it, then as the model wrote it if that differs. A case may
// name a call by either.
func (u *ToolUse) Forms() []ToolCall {
	if u.Said == nil {
		return []ToolCall{u.Call}
	}
	return []ToolCall{u.Call, *u.Said}
}
