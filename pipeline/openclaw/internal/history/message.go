// Package history has OpenClaw's rules for measuring and shortening the history of a session: the estimate of tokens,
// when and where to compact, how to split the part to be summarised, what to prune, and the context engines that choose
// (O-30).
package history

import "github.com/beaver-eval/beaver-eval/pipeline"

// Role is the sender of a message, in OpenClaw's terms.
type Role string

// The roles of a history.
const (
	System            Role = "system"
	User              Role = "user"
	Assistant         Role = "assistant"
	ToolResult        Role = "toolResult"
	Custom            Role = "custom"            // written by an extension
	BashExecution     Role = "bashExecution"     // a command that the user ran
	BranchSummary     Role = "branchSummary"     // of an abandoned branch of the session
	CompactionSummary Role = "compactionSummary" // of what a compaction removed
)

// Message is the rules' view of an entry of a history.
type Message struct {
	Role     Role
	Text     string // its text blocks, its summary, or its command and the output, concatenated
	Thinking string
	Images   int
	Calls    []Call
	CallID   string // the call that a tool result answers
}

// Call is a call of a tool. Arguments are the model's own bytes, JSON or not.
type Call struct{ ID, Name, Arguments string }

// Of converts the contract's messages: index for index the same, without images.
func Of(messages []pipeline.Message) []Message {
	all := make([]Message, len(messages))
	for i, m := range messages {
		all[i] = Message{Role: Role(m.Role), Text: m.Content(), CallID: m.ToolCallID}
		if m.Role == pipeline.RoleTool {
			all[i].Role = ToolResult
		}
		for _, c := range m.ToolCalls {
			all[i].Calls = append(all[i].Calls, Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments})
		}
	}
	return all
}

// callers maps every tool result to the index of the message that has its call, the nearest one before it with the id;
// −1 for a result without a call, and for other messages.
func callers(messages []Message) []int {
	callers := make([]int, len(messages))
	byID := map[string]int{}
	for i, m := range messages {
		callers[i] = -1
		if caller, known := byID[m.CallID]; known && m.Role == ToolResult {
			callers[i] = caller
		}
		for _, c := range m.Calls {
			byID[c.ID] = i
		}
	}
	return callers
}
