package pipeline

import (
	"context"
	"time"
)

// ToolResult is what a tool gave. Content is the bare text: how it reads in a prompt is the system's business.
type ToolResult struct {
	Content string // of a tool that failed: what it said; empty when nobody answered
	Failed  bool
	Late    bool          // it would have ended behind the deadline; Failed too
	Takes   time.Duration // how far the place's clock moves on
	From    ToolSource    // set by the Runtime
}

// ToolSource says who answered a tool call.
type ToolSource string

// The sources of tool results.
const (
	FromCase   ToolSource = "case"   // the case has a result
	FromSystem ToolSource = "system" // the system's own executor
	FromNobody ToolSource = "nobody" // neither: a tool error

	FromProgram ToolSource = "program" // somebody else's program has carried the call out itself
)

// Tools answers the tool calls that a case has results for. A result is chosen by path, name and arguments, never by
// counting: path is that of the last model call in the tool call's place (the place's own, when there is none), with
// /tool-n behind it for the n-th tool call since. forms are the ways to write the one call (ToolUse.Forms).
type Tools interface {
	Call(ctx context.Context, path string, forms []ToolCall) (res ToolResult, ok bool, err error)
}
