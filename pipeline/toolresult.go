package pipeline

import (
	"context"
	"time"
)

// ToolResult is the result of a tool. Content is the bare text: the system decides how a prompt shows it.
type ToolResult struct {
	Content string // of a failed tool: its message; empty if nobody answered
	Failed  bool
	Late    bool          // it would have ended after the deadline; Failed too
	Takes   time.Duration // moves the place's clock on
	From    ToolSource    // set by the Runtime
}

// ToolSource says who answered a tool call.
type ToolSource string

// The sources of tool results.
const (
	FromCase   ToolSource = "case"   // the case has a result
	FromSystem ToolSource = "system" // the system's own executor
	FromNobody ToolSource = "nobody" // neither: a tool error

	FromProgram ToolSource = "program" // somebody else's program has executed the call itself
)

// Tools answers the tool calls for which a case has results. A result is chosen by path, name and arguments, never by
// counting: path is that of the last model call in the tool call's place (the place's own, if there is none), followed
// by /tool-n for the n-th tool call since. forms are the forms of the one call (ToolUse.Forms).
type Tools interface {
	Call(ctx context.Context, path string, forms []ToolCall) (res ToolResult, ok bool, err error)
}
