package openai

import (
	"encoding/json"
)

// chatChunk is a chunk as servers send it.
type chatChunk struct {
	Error   json.RawMessage
	Model   string
	Usage   json.RawMessage
	Choices []struct {
		Index  int
		Delta  chatReceivedDelta
		Finish string `json:"finish_reason"`
	}
}

type chatReceivedDelta struct {
	Content, Refusal, Reasoning string
	ReasoningContent            string             `json:"reasoning_content"`
	ToolCalls                   []chatReceivedCall `json:"tool_calls"`
}

type chatReceivedCall struct {
	Index    *int
	ID, Type string
	Function chatReceivedFunction
	Custom   *chatCustom
}

type chatReceivedFunction struct {
	Name      string
	Arguments json.RawMessage
}
