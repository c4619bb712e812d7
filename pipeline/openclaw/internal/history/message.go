// Package history is how OpenClaw measures the history of a session and makes it shorter: the estimate of tokens, when
// and where to compact, how to split what is to be summed up, what to prune, and the context engines that choose
// (O-30).
package history

import "github.com/beaver-eval/beaver-eval/pipeline"

// Role is who a message is from, as OpenClaw names it.
type Role string

// The roles of a history.
const (
	System            Role = "system"
	User              Role = "user"
	Assistant         Role = "assistant"
	ToolResult        Role = "toolResult"
	Custom            Role = "custom"            // written by an extension
	BashExecution     Role = "bashExecution"     // a command that the user ran
	BranchSummary     Role = "branchSummary"     // of a branch of the session that was left
	CompactionSummary Role = "compactionSummary" // of what a compaction took away
)

// Message is what the rules see of an entry of a history.
type Message struct {
	Role     Role
	Text     string // its text blocks, its summary, or its command and what that printed, one behind the other
	Thinking string
	Images   int
	Calls    []Call
	CallID   string // the call that a tool result answers
}

// Call is a call of a tool. Arguments are the model's own bytes, JSON or not.
type Call struct{ ID, Name, Arguments string }

// Of is a history of the contract's messages: index for index the same, without images.
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

// callers has for every tool result the index of the message that has its call, the nearest one before it with the id;
// −1 for a result without, and for what is no result.
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
